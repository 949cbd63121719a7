package dev.fallow.benchmarks.comparison.bitmap;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Times a search that takes from nanoseconds to milliseconds: the processor time of this thread, where the JVM knows it,
 * since searches do nothing but calculate and a shared machine may give its processors to others meanwhile.
 */
public final class Searching {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean PROCESSOR_TIME = THREADS.isCurrentThreadCpuTimeSupported();

    private static long sink;

    private Searching() {}

    /** Repeats it for at least {@code atLeastNanos}; returns the time of one, in nanoseconds. */
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

    /** Processor time of this thread, where the JVM knows it; in nanoseconds, from any origin. */
    public static long now() {
        return PROCESSOR_TIME ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** The sum of all results: keeps the compiler from omitting the searches. */
    static long sink() {
        return sink;
    }
}
