package dev.fallow.spark.read.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a list of texts and numbers as PyTables stores it in an attribute: Python's pickle, protocol 0. Knows lists, tuples,
 * texts and integers, and nothing that would call code; anything else is not read.
 *
 * <pre>
 *   (            begins a list or tuple        l, t         ends it
 *   V text line  text                          I digits line, L digits line   integer
 *   a            appends to the list           p n line, g n line   keeps as number n, takes number n
 *   N            none                          .            ends
 * </pre>
 */
final class PickledNames {
    private static final Object MARK = new Object();

    private final String text;
    private int at;
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<String, Object> kept = new HashMap<>();

    private PickledNames(String text) {
        this.text = text;
    }

    /** The value: a list, a {@code String}, or null if it is none of the above, or damaged. Numbers are strings. */
    static Object read(String text) {
        try {
            return new PickledNames(text).value();
        } catch (RuntimeException e) { // no list of names: the caller has names of its own
            return null;
        }
    }

    /** The innermost first list of texts; empty if there is none. */
    static List<String> names(String text) {
        Object value = read(text);
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
        while (true) {
            char code = text.charAt(at++);
            switch (code) {
                case '(' -> stack.push(MARK);
                case 'l', 't' -> stack.push(list());
                case 'V', 'I' -> stack.push(line());
                case 'L' -> stack.push(line().replace("L", ""));
                case 'N' -> stack.push("");
                case 'a' -> append();
                case 'p' -> kept.put(line(), stack.element());
                case 'g' -> stack.push(kept.get(line()));
                case '.' -> {
                    return stack.pop();
                }
                default -> throw new IllegalArgumentException("code " + (int) code);
            }
        }
    }

    private String line() {
        int end = text.indexOf('\n', at);
        String line = text.substring(at, end);
        at = end + 1;
        return line;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        for (Object each = stack.pop(); each != MARK; each = stack.pop()) {
            list.add(0, each);
        }
        return list;
    }

    @SuppressWarnings("unchecked") // every list on the stack was made here
    private void append() {
        Object value = stack.pop();
        ((List<Object>) stack.element()).add(value);
    }
}
