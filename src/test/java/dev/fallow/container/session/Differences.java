package dev.fallow.container.session;

import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Compares two maps, and reports the actual and expected value of each key that differs. */
public final class Differences {
    private static final int MOST_TOLD = 5;
    private static final int LONGEST = 600;

    private Differences() {}

    /** Asserts that the maps are equal. */
    public static void none(String where, Map<String, ?> seen, Map<String, ?> expected) {
        if (seen.equals(expected)) {
            return;
        }
        TreeSet<String> keys = new TreeSet<>(seen.keySet());
        keys.addAll(expected.keySet());
        List<String> told = new ArrayList<>();
        for (String key : keys) {
            collect(key, seen.get(key), expected.get(key), told);
        }
        throw new AssertionError(where + ": " + told.size() + " differences:"
                + String.join("", told.subList(0, Math.min(MOST_TOLD, told.size()))));
    }

    private static void collect(String at, Object seen, Object expected, List<String> told) {
        if (Objects.equals(seen, expected)) {
            return;
        }
        if (seen instanceof ObjectSnapshot one && expected instanceof ObjectSnapshot other) {
            collect(at + ": kind", one.kind(), other.kind(), told);
            collect(at + ": target", one.target(), other.target(), told);
            collect(at + ": type", one.type(), other.type(), told);
            collect(at + ": dimensions", one.dimensions(), other.dimensions(), told);
            collect(at + ": values", one.values(), other.values(), told);
            TreeSet<String> names = new TreeSet<>(one.attributes().keySet());
            names.addAll(other.attributes().keySet());
            for (String name : names) {
                collect(
                        at + ": attribute " + name,
                        one.attributes().get(name),
                        other.attributes().get(name),
                        told);
            }
        } else if (seen instanceof AttributeSnapshot one && expected instanceof AttributeSnapshot other) {
            collect(at + ": type", one.type(), other.type(), told);
            collect(at + ": dimensions", one.dimensions(), other.dimensions(), told);
            collect(at + ": values", one.values(), other.values(), told);
        } else {
            told.add("%n    %s%n      expected %s%n      found    %s"
                    .formatted(at, shortened(expected), shortened(seen)));
        }
    }

    private static String shortened(Object value) {
        String text = String.valueOf(value);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
