package dev.fallow.container.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Compares two maps, and says of each key that differs what it has and should have. */
public final class Differences {
    private static final int MOST_TOLD = 5;
    private static final int LONGEST = 600;

    private Differences() {}

    /** Fails if there is a difference. */
    public static void none(String where, Map<String, ?> seen, Map<String, ?> expected) {
        if (seen.equals(expected)) {
            return;
        }
        TreeSet<String> keys = new TreeSet<>(seen.keySet());
        keys.addAll(expected.keySet());
        List<String> told = new ArrayList<>();
        for (String key : keys) {
            if (!Objects.equals(seen.get(key), expected.get(key))) {
                told.add("%n    at %s%n      expected %s%n      found    %s"
                        .formatted(key, shortened(expected.get(key)), shortened(seen.get(key))));
            }
        }
        throw new AssertionError(where + ": " + told.size() + " differences:"
                + String.join("", told.subList(0, Math.min(MOST_TOLD, told.size()))));
    }

    private static String shortened(Object value) {
        String text = String.valueOf(value);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
