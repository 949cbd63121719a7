package dev.fallow.cli.look;

import java.util.Arrays;
import java.util.List;

/**
 * What the dimensions of a dataset may be: {@code 100,3}; {@code *} stands for a dimension of any size, {@code ...} for any number of
 * dimensions; {@code scalar} for none, {@code null} for a null dataspace.
 */
final class ShapePattern {
    private static final String ANY = "*";
    private static final String ELLIPSIS = "...";

    private final String word;
    private final List<String> before;
    /** Behind the ellipsis; null without one. */
    private final List<String> behind;

    private ShapePattern(String word, List<String> before, List<String> behind) {
        this.word = word;
        this.before = before;
        this.behind = behind;
    }

    /** @throws IllegalArgumentException if the text is no shape */
    static ShapePattern of(String text) {
        String inner = text.strip().replaceAll("^[(\\[]|,?\\s*[)\\]]$", "");
        if (inner.equals("scalar") || inner.equals("null") || inner.isEmpty()) {
            return new ShapePattern(inner.isEmpty() ? "scalar" : inner, List.of(), null);
        }
        List<String> parts =
                Arrays.stream(inner.split(",", -1)).map(String::strip).toList();
        int at = parts.indexOf(ELLIPSIS);
        for (int i = 0; i < parts.size(); i++) {
            if (i != at && !parts.get(i).equals(ANY) && !parts.get(i).matches("[0-9]{1,18}")) {
                throw new IllegalArgumentException(
                        "expected a shape such as 100,3 or *,3 or ...,3 or scalar or null, found " + text);
            }
        }
        return at < 0
                ? new ShapePattern("", parts, null)
                : new ShapePattern("", parts.subList(0, at), parts.subList(at + 1, parts.size()));
    }

    /** @param dimensions empty for a scalar, null for a null dataspace */
    boolean matches(long[] dimensions) {
        if (dimensions == null || !word.isEmpty()) {
            return word.equals(dimensions == null ? "null" : dimensions.length == 0 ? "scalar" : "-");
        }
        int more = dimensions.length - before.size() - (behind == null ? 0 : behind.size());
        return (behind == null ? more == 0 : more >= 0)
                && matches(before, dimensions, 0)
                && (behind == null || matches(behind, dimensions, dimensions.length - behind.size()));
    }

    private static boolean matches(List<String> parts, long[] dimensions, int from) {
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).equals(ANY) && Long.parseLong(parts.get(i)) != dimensions[from + i]) {
                return false;
            }
        }
        return true;
    }
}
