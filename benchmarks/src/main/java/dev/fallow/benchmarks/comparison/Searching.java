package dev.fallow.benchmarks.comparison;

import java.util.function.LongSupplier;

/** Times a search that takes from nanoseconds to milliseconds. */
final class Searching {
    private static long sink;

    private Searching() {}

    /** Repeats it until {@code atLeastNanos} have gone by, and says how long one took, in nanoseconds. */
    static double nanos(LongSupplier search, long atLeastNanos) {
        long sum = 0;
        long repeats = 0;
        long batch = 1;
        long start = System.nanoTime();
        long elapsed;
        do {
            for (long i = 0; i < batch; i++) {
                sum += search.getAsLong();
            }
            repeats += batch;
            batch = Math.min(2 * batch, 1 << 12);
            elapsed = System.nanoTime() - start;
        } while (elapsed < atLeastNanos);
        sink += sum;
        return (double) elapsed / repeats;
    }

    /** What all the searches found, added up: keeps the compiler from leaving them out. */
    static long sink() {
        return sink;
    }
}
