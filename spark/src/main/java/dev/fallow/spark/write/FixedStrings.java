package dev.fallow.spark.write;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The option {@code stringBytes}: which strings have a fixed length.
 *
 * @param others bytes of the columns that are not named; 0 for strings of variable length
 * @param named bytes by the name of the column
 */
record FixedStrings(int others, Map<String, Integer> named) implements Serializable {
    /** With all rows of a chunk in memory, more would be much. */
    private static final int MOST_BYTES = 1024;

    /**
     * Reads the option: a number, or {@code NAME=NUMBER} with commas between them.
     *
     * @param text empty for none
     * @throws IllegalArgumentException if it is something else
     */
    static FixedStrings of(String text) {
        Map<String, Integer> named = new HashMap<>();
        int others = 0;
        for (String part : text.isBlank() ? new String[0] : text.split(",")) {
            int equals = part.lastIndexOf('=');
            int bytes = number(part.substring(equals + 1).strip(), text);
            if (equals < 0) {
                others = bytes;
            } else {
                named.put(part.substring(0, equals).strip(), bytes);
            }
        }
        return new FixedStrings(others, Map.copyOf(named));
    }

    private static int number(String digits, String text) {
        int bytes = digits.matches("\\d{1,4}") ? Integer.parseInt(digits) : 0;
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "option stringBytes: expected a number from 1 to %d, or NAME=NUMBER with commas between them, found \"%s\""
                            .formatted(MOST_BYTES, text));
        }
        return bytes;
    }

    /** The bytes of the strings of a column; 0 for variable length. */
    int bytes(String column) {
        return named.getOrDefault(column, others);
    }

    /** Refuses a name that no column of strings has. */
    void checkNames(List<String> columns) {
        for (String name : named.keySet()) {
            if (!columns.contains(name)) {
                throw new IllegalArgumentException(
                        "option stringBytes: expected the names of columns of strings, found \"" + name + "\"");
            }
        }
    }
}
