package dev.fallow.internal.data;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the Java name for a stored name: the same one, or else the one that differs only in case and underscores. A
 * name that several Java names differ from in this way matches none of them.
 */
final class NameMatch {
    /** Marks a loose form of several names. */
    private static final String AMBIGUOUS = "";

    private final Map<String, String> loose = new HashMap<>();
    private final Collection<String> names;

    /** @param names the Java names */
    NameMatch(Collection<String> names) {
        this.names = names;
        for (String name : names) {
            loose.merge(loose(name), name, (one, other) -> AMBIGUOUS);
        }
    }

    private static String loose(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** The Java name for a stored name; null if there is none. */
    String of(String stored) {
        if (names.contains(stored)) {
            return stored;
        }
        String found = loose.get(loose(stored));
        return AMBIGUOUS.equals(found) ? null : found;
    }
}
