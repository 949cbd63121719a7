package dev.fallow.format;

import java.util.Locale;

/**
 * Escapes text from files, paths and callers, so that it is safe to print: on one line, without terminal commands,
 * changes of text direction or invisible characters. Letters, combining marks and symbols of all scripts are unchanged.
 * Other characters are escaped:
 *
 * <pre>
 *   \n \r \t     line feed, carriage return, tabulator
 *   \xHH         a control character, 00 to 1f and 7f; or a byte of a name that is not UTF-8, 80 to ff
 *   \&#117;HHHH       a character up to U+FFFF: control characters 80 to 9f, format characters (direction marks, overrides and
 *                isolates, zero-width characters, byte order mark, soft hyphen), line and paragraph separators, letters
 *                without a shape, lone surrogates that represent no byte
 *   \UHHHHHHHH   such a character above U+FFFF
 *   \\           a backslash, in {@link #name} only
 * </pre>
 *
 * Hexadecimal digits are in lower case. Different names have different escaped forms. Joiners are format characters, so
 * a composed emoji is printed as its parts.
 */
public final class Printable {
    /** Messages up to this length are not abbreviated; names of usual lengths stay far below it. */
    static final int LONGEST_MESSAGE = 2_000;

    private static final int HEAD = 1_000;
    private static final int TAIL = 500;

    private Printable() {}

    /** A name or path, complete and unambiguous: different names have different escaped forms. */
    public static String name(String name) {
        return escape(name, true);
    }

    /**
     * A message that may contain names. Backslashes are not escaped, so that nested messages are not escaped twice. A
     * message of more than 2,000 characters is abbreviated in the middle, with the number of omitted characters.
     *
     * @param message null for none
     * @return null for null
     */
    public static String message(String message) {
        if (message == null) {
            return null;
        }
        if (message.length() <= LONGEST_MESSAGE) {
            return escape(message, false);
        }
        int head = boundary(message, HEAD);
        int tail = boundary(message, message.length() - TAIL);
        return String.format(
                Locale.ROOT,
                "%s ...[%,d of %,d characters left out]... %s",
                escape(message.substring(0, head), false),
                tail - head,
                message.length(),
                escape(message.substring(tail), false));
    }

    /** Whether a character is printed unchanged. A surrogate pair must be passed as one code point. */
    public static boolean isPlain(int codePoint) {
        if (codePoint < 0x7F) {
            return codePoint >= ' ';
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> !hasNoShape(codePoint);
        };
    }

    /** Whether a character is invisible although Unicode does not classify it as a format character. */
    private static boolean hasNoShape(int codePoint) {
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0 -> true;
            default -> false;
        };
    }

    /** {@code index}, or the index before it if that would split a surrogate pair. */
    private static int boundary(String text, int index) {
        boolean divides =
                Character.isLowSurrogate(text.charAt(index)) && Character.isHighSurrogate(text.charAt(index - 1));
        return divides ? index - 1 : index;
    }

    private static String escape(String text, boolean backslashes) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            boolean plain = isPlain(codePoint) && !(backslashes && codePoint == '\\');
            if (!plain && out == null) {
                out = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (!plain) {
                appendEscape(out, codePoint);
            } else if (out != null) {
                out.appendCodePoint(codePoint);
            }
            i += Character.charCount(codePoint);
        }
        return out == null ? text : out.toString();
    }

    private static void appendEscape(StringBuilder out, int codePoint) {
        switch (codePoint) {
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                int undecodable = Utf8.undecodableByte(codePoint);
                if (undecodable >= 0) {
                    appendHex(out, 'x', 2, undecodable);
                } else if (codePoint < 0x80) {
                    appendHex(out, 'x', 2, codePoint);
                } else if (codePoint <= 0xFFFF) {
                    appendHex(out, 'u', 4, codePoint);
                } else {
                    appendHex(out, 'U', 8, codePoint);
                }
            }
        }
    }

    private static void appendHex(StringBuilder out, char kind, int digits, int number) {
        out.append('\\').append(kind);
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            out.append(Character.forDigit(number >> shift & 0xF, 16));
        }
    }
}
