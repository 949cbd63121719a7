package dev.fallow.format;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Lossless conversion between names and text. The format defines names as ASCII or UTF-8, but libhdf5 stores arbitrary
 * bytes, and a name changed by a conversion to {@code String} would refer to another object. Therefore a byte that is
 * not valid UTF-8 is decoded to the lone surrogate U+DC00 + byte, and encoded to that byte again (the scheme of PEP
 * 383, which h5py also uses): {@code encode(decode(bytes))} always equals {@code bytes}.
 */
public final class Utf8 {
    private static final char ESCAPE = 0xDC00;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = ONES << 7;
    private static final long QUESTION_MARKS = ONES * '?';

    private Utf8() {}

    /** The text of {@code source[from, from + count)}. */
    public static String decode(byte[] source, int from, int count) {
        String text = new String(source, from, count, StandardCharsets.UTF_8);
        return text.indexOf('\uFFFD') < 0 ? text : decodeWithEscapes(source, from, count);
    }

    private static String decodeWithEscapes(byte[] source, int from, int count) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(source, from, count);
        CharBuffer out = CharBuffer.allocate(count); // never more characters than bytes
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isUnderflow()) {
                return out.flip().toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE + (in.get() & 0xFF)));
            }
            decoder.reset();
        }
    }

    /**
     * The bytes of {@code text}.
     *
     * @throws IllegalArgumentException if it contains a lone surrogate that does not represent a byte
     */
    public static byte[] encode(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (isAscii(text, encoded)) {
            return encoded;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return encodeWithEscapes(text);
            }
        }
        return encoded;
    }

    /** As {@link #encode}, or null if it would fail. */
    public static byte[] encodeOrNull(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return isAscii(text, encoded) ? encoded : firstLoneSurrogate(text) < 0 ? encode(text) : null;
    }

    /** Whether a text has ASCII characters only. Of each name that is linked; a stream would take longer than the rest of the link. */
    public static boolean isAscii(String text) {
        int all = 0;
        for (int i = 0; i < text.length(); i++) {
            all |= text.charAt(i);
        }
        return all < 0x80;
    }

    /** Whether a text certainly has ASCII characters only; a lone surrogate has become a question mark. */
    private static boolean isAscii(String text, byte[] encoded) {
        return encoded.length == text.length() && !hasQuestionMark(encoded);
    }

    private static boolean hasQuestionMark(byte[] encoded) {
        int i = 0;
        for (; i <= encoded.length - Long.BYTES; i += Long.BYTES) {
            long differences = LittleEndian.i64(encoded, i) ^ QUESTION_MARKS;
            if ((differences - ONES & ~differences & HIGHEST_BITS) != 0) { // one of the bytes is 0
                return true;
            }
        }
        for (; i < encoded.length; i++) {
            if (encoded[i] == '?') {
                return true;
            }
        }
        return false;
    }

    /**
     * Writes the bytes of a text of ASCII characters to the start of {@code target}: as many as it has characters.
     *
     * @return false, with unspecified bytes written, if the text has other characters or is longer than {@code target}
     */
    public static boolean encodeAscii(String text, byte[] target) {
        int length = text.length();
        if (length > target.length) {
            return false;
        }
        int all = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            target[i] = (byte) c;
            all |= c;
        }
        return all < 0x80;
    }

    /** The byte, 0x80 to 0xFF, that a lone surrogate represents; -1 for any other character. */
    static int undecodableByte(int codePoint) {
        int escaped = codePoint - ESCAPE;
        return escaped >= 0x80 && escaped <= 0xFF ? escaped : -1;
    }

    /** Whether {@code text} was decoded from bytes that are UTF-8. */
    public static boolean isText(String text) {
        return text.codePoints().allMatch(codePoint -> undecodableByte(codePoint) < 0);
    }

    /** The index of the first lone surrogate that does not represent a byte, which {@link #encode} refuses; -1 if there is none. */
    public static int firstLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                int codePoint = text.codePointAt(i);
                if (Character.isSupplementaryCodePoint(codePoint)) {
                    i++;
                } else if (undecodableByte(codePoint) < 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** The number of bytes of {@code text}, as encoded by {@link #encode}. */
    public static int length(String text) {
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                return encodeWithEscapes(text).length;
            }
            length += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        }
        return length;
    }

    private static byte[] encodeWithEscapes(String text) {
        ByteBuffer out = ByteBuffer.allocate(Math.multiplyExact(3, text.length()));
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int undecodable = undecodableByte(codePoint);
            if (undecodable >= 0) {
                out.put((byte) undecodable);
            } else if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException("lone surrogate U+%04X at index %d".formatted(codePoint, i));
            } else {
                out.put(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
            }
            i += Character.charCount(codePoint);
        }
        byte[] encoded = new byte[out.flip().remaining()];
        out.get(encoded);
        return encoded;
    }
}
