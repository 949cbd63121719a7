package dev.fallow.testing;

import java.util.stream.LongStream;

/**
 * The seeds of random tests. The messages of failures contain {@link #name}; {@code -Dfallow.seed=N} repeats the run of
 * that seed alone.
 */
public final class Seeds {
    private static final String PROPERTY = "fallow.seed";
    private static final Long ONLY = Long.getLong(PROPERTY);

    private Seeds() {}

    /** The seeds from {@code first} on, or the one to repeat. */
    public static long[] range(long first, int count) {
        return ONLY != null
                ? new long[] {ONLY}
                : LongStream.range(first, first + count).toArray();
    }

    /** The seed of a test that has one: this one, or the one to repeat. */
    public static long one(long seed) {
        return ONLY != null ? ONLY : seed;
    }

    /** Whether no seed is repeated. Otherwise counts over all seeds are not asserted. */
    public static boolean areAll() {
        return ONLY == null;
    }

    /** The property that repeats this seed, for messages. */
    public static String name(long seed) {
        return PROPERTY + "=" + seed;
    }
}
