package dev.fallow.cli.npy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes what headers of numpy consist of: dictionaries, lists, tuples, strings, integers, and True and False. */
final class PythonLiteral {
    private static final int DEEPEST = 64;
    private static final int HEX = 16;

    private final String text;
    private int at;

    private PythonLiteral(String text) {
        this.text = text;
    }

    /**
     * The value of a literal: a map, a list (also for a tuple), a string, a {@code Long} or a {@code Boolean}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Object parse(String text) {
        PythonLiteral literal = new PythonLiteral(text);
        Object value = literal.value(0);
        literal.space();
        if (literal.at < text.length()) {
            throw literal.wrong("the end");
        }
        return value;
    }

    /** A string as Python reads it. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("'");
        text.codePoints().forEach(c -> {
            if (c == '\'' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\x%02x", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('\'').toString();
    }

    private Object value(int depth) {
        space();
        if (depth > DEEPEST || at == text.length()) {
            throw wrong("a value");
        }
        char c = text.charAt(at);
        if (c == '{') {
            return map(depth);
        } else if (c == '[' || c == '(') {
            return list(c == '[' ? ']' : ')', depth);
        } else if (c == '\'' || c == '"') {
            return string();
        } else if (text.startsWith("True", at) || text.startsWith("False", at)) {
            at += c == 'T' ? "True".length() : "False".length();
            return c == 'T';
        }
        return integer();
    }

    private Map<String, Object> map(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (!ends('}')) {
            if (!(value(depth + 1) instanceof String key)) {
                throw wrong("a name");
            }
            require(':');
            map.put(key, value(depth + 1));
            separator('}');
        }
        return map;
    }

    private List<Object> list(char end, int depth) {
        List<Object> list = new ArrayList<>();
        at++;
        while (!ends(end)) {
            list.add(value(depth + 1));
            separator(end);
        }
        return list;
    }

    private boolean ends(char end) {
        space();
        if (at < text.length() && text.charAt(at) == end) {
            at++;
            return true;
        }
        return false;
    }

    private void separator(char end) {
        space();
        if (at == text.length() || text.charAt(at) != end) {
            require(',');
        }
    }

    private void require(char c) {
        space();
        if (at == text.length() || text.charAt(at) != c) {
            throw wrong("'" + c + "'");
        }
        at++;
    }

    private Long integer() {
        int from = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || at == from && text.charAt(at) == '-')) {
            at++;
        }
        int end = at;
        if (at < text.length() && text.charAt(at) == 'L') {
            at++; // of Python 2
        }
        try {
            return Long.valueOf(text.substring(from, end));
        } catch (NumberFormatException e) {
            at = from;
            throw wrong("a value");
        }
    }

    private String string() {
        char quote = text.charAt(at++);
        StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                escaped(string);
            } else {
                string.append(c);
            }
        }
        if (at++ >= text.length()) {
            throw wrong("the end of a string");
        }
        return string.toString();
    }

    private void escaped(StringBuilder string) {
        char c = text.charAt(at++);
        switch (c) {
            case 'n' -> string.append('\n');
            case 'r' -> string.append('\r');
            case 't' -> string.append('\t');
            case 'x' -> string.appendCodePoint(hexadecimal(2));
            case 'u' -> string.appendCodePoint(hexadecimal(4));
            case 'U' -> string.appendCodePoint(hexadecimal(8));
            default -> string.append(c);
        }
    }

    private int hexadecimal(int digits) {
        try {
            int code = Integer.parseInt(text.substring(at, at + digits), HEX);
            at += digits;
            if (Character.isValidCodePoint(code)) {
                return code;
            }
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            // no character
        }
        throw wrong("a character");
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("expected %s at character %d of the header, found \"%s\""
                .formatted(expected, at, text.substring(Math.min(at, text.length()))));
    }
}
