package dev.fallow.benchmarks.comparison;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Times a search that takes from nanoseconds to milliseconds: the processor time of this thread, where the JVM can tell it,
 * since searches do nothing but calculate and a shared machine may give its processors to others meanwhile.
 */
final class Searching {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean PROCESSOR_TIME = THREADS.isCurrentThreadCpuTimeSupported();

    private static long sink;

    private Searching() {}

    /** Repeats it until {@code atLeastNanos} have gone by, and says how long one took, in nanoseconds. */
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

    /** Processor time of this thread, where the JVM can tell it; in nanoseconds, from any origin. */
    static long now() {
        return PROCESSOR_TIME ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    /** What all the searches found, added up: keeps the compiler from leaving them out. */
    static long sink() {
        return sink;
    }
}
