package dev.fallow.table;

import dev.fallow.NameText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a list of texts and numbers as PyTables stores it in an attribute: Python's pickle, protocol 0. Knows lists, tuples,
 * texts and numbers, and nothing that would call code; anything else is not read. Nothing is taken twice but texts, so that no
 * list contains itself.
 *
 * <pre>
 *   (            begins a list or tuple        l, t         ends it
 *   V text line  text, escaped                 I line, L line, F line   number; I00 and I01 are truth values
 *   a            appends to the list           p n line, g n line   keeps as number n, takes text number n
 *   N            none                          .            ends
 * </pre>
 *
 * <p>The bytes of a text are ISO 8859-1, in which other characters, line ends and backslashes are {@code \\u} with four
 * hexadecimal digits, or {@code \\U} with eight.
 */
public final class PickledNames {
    private static final Object MARK = new Object();
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|U(\\p{XDigit}{8}))");

    /** What is no such list fails with {@link NoSuchElementException}, as taking from the empty stack does. */
    private final String text;

    private int at;
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<String, Object> kept = new HashMap<>();

    private PickledNames(String text) {
        this.text = text;
    }

    /**
     * The value: a list or a {@code String}; empty if it is none of the above, or damaged. Numbers are strings.
     *
     * @param attribute as the attribute was read; its bytes need not be UTF-8
     */
    public static Optional<Object> read(String attribute) {
        String text = new String(NameText.encode(attribute), StandardCharsets.ISO_8859_1);
        try {
            return Optional.of(new PickledNames(text).value());
        } catch (NoSuchElementException e) { // the caller has names of its own
            return Optional.empty();
        }
    }

    /** The value, if that is a list of texts; otherwise empty. */
    public static List<String> names(String text) {
        Object value = read(text).orElse("");
        List<String> names = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object each : list) {
                if (!(each instanceof String name)) {
                    return List.of();
                }
                names.add(name);
            }
        }
        return names;
    }

    private Object value() {
        while (at < text.length()) {
            char code = text.charAt(at++);
            switch (code) {
                case '(' -> stack.push(MARK);
                case 'l', 't' -> stack.push(list());
                case 'V' -> stack.push(unescaped(line()));
                case 'I' -> {
                    String line = line();
                    stack.push(line.equals("00") ? "False" : line.equals("01") ? "True" : line);
                }
                case 'L' -> stack.push(line().replace("L", ""));
                case 'F' -> stack.push(line());
                case 'N' -> stack.push("");
                case 'a' -> append();
                case 'p' -> kept.put(line(), stack.element());
                case 'g' -> stack.push(text(kept.get(line())));
                case '.' -> {
                    return stack.pop();
                }
                default -> throw new NoSuchElementException();
            }
        }
        throw new NoSuchElementException();
    }

    private String line() {
        int end = text.indexOf('\n', at);
        if (end < 0) {
            throw new NoSuchElementException();
        }
        String line = text.substring(at, end);
        at = end + 1;
        return line;
    }

    private static String unescaped(String line) {
        Matcher matcher = ESCAPE.matcher(line);
        StringBuilder text = new StringBuilder();
        while (matcher.find()) {
            String digits = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            long codePoint = Long.parseLong(digits, 16);
            if (codePoint > Character.MAX_CODE_POINT) {
                throw new NoSuchElementException();
            }
            matcher.appendReplacement(text, "");
            text.appendCodePoint((int) codePoint);
        }
        return matcher.appendTail(text).toString();
    }

    private List<Object> list() {
        Deque<Object> elements = new ArrayDeque<>();
        for (Object each = stack.pop(); each != MARK; each = stack.pop()) {
            elements.addFirst(each);
        }
        return new ArrayList<>(elements);
    }

    @SuppressWarnings("unchecked") // every list on the stack was made here
    private void append() {
        Object value = stack.pop();
        if (value == MARK || !(stack.element() instanceof List<?> list)) {
            throw new NoSuchElementException();
        }
        ((List<Object>) list).add(value);
    }

    private static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new NoSuchElementException();
    }
}
