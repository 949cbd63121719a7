package dev.fallow.research.comparison.bitmap;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Times a search that takes from nanoseconds to milliseconds. Uses the CPU time of the thread where the JVM supports
 * it, because searches only compute, and on a shared machine elapsed time includes other work.
 */
public final class Searching {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean PROCESSOR_TIME = THREADS.isCurrentThreadCpuTimeSupported();

    private static long sink;

    private Searching() {}

    /** Repeats a search for at least {@code atLeastNanos}; returns the time of one search in nanoseconds. */
    static double nanos(LongSupplier search, long atLeastNanos) {
        long sum = 0;
        long repeats = 0;
        long batch = 1;
        long start = now();
        long elapsed;
        do {
            for (long i = 0; i < batch; i++) {
                sum += search.getAsLong();
            }
            repeats += batch;
            batch = Math.min(2 * batch, 1 << 12);
            elapsed = now() - start;
        } while (elapsed < atLeastNanos);
        sink += sum;
        return (double) elapsed / repeats;
    }

    /**
     * The CPU time of this thread where the JVM supports it, otherwise elapsed time; in nanoseconds, from an arbitrary
     * origin.
     */
    public static long now() {
        return PROCESSOR_TIME ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** The sum of all results, which keeps the compiler from removing the searches. */
    static long sink() {
        return sink;
    }
}
