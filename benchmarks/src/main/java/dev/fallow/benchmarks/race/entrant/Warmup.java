package dev.fallow.benchmarks.race.entrant;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Repeats a test of a moderate count until the JVM has compiled what there is to compile: until a second of repeats is
 * hardly faster than the ones before it, and the compilers have hardly worked in it. A plateau alone would not do, since the
 * code is replaced method by method, and a long one may wait for long.
 */
final class Warmup {
    /** Objects in each set: enough for every structure to have levels. */
    private static final int MODERATE = 5_000;
    /** Groups, and datasets in each. */
    private static final int MODERATE_NESTED = 70;

    private static final double WINDOW_SECONDS = 1;
    private static final double FASTER = 0.97;
    private static final double COMPILING = 0.1;

    private final Pace pace;
    private final DoubleSupplier cpuSeconds;
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();

    /** @param cpuSeconds CPU seconds of the process so far */
    Warmup(Pace pace, DoubleSupplier cpuSeconds) {
        this.pace = pace;
        this.cpuSeconds = cpuSeconds;
    }

    /** The count to warm with: moderate, and none larger than what is then measured. */
    static int count(ReportTest test, List<Integer> counts) {
        int largest = counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
        return Math.min(largest, test == ReportTest.NESTED ? MODERATE_NESTED : MODERATE);
    }

    /** @param once does the test once */
    void run(Runnable once) {
        double start = cpuSeconds.getAsDouble();
        double best = Double.POSITIVE_INFINITY;
        boolean ready = false;
        while (!ready) {
            double begun = cpuSeconds.getAsDouble();
            long wall = System.nanoTime();
            long compiled = compileMillis();
            int repeats = 0;
            do {
                once.run();
                repeats++;
            } while (cpuSeconds.getAsDouble() - begun < WINDOW_SECONDS && !isOver(start));
            double mean = (cpuSeconds.getAsDouble() - begun) / repeats;
            double compiling = (compileMillis() - compiled) / ((System.nanoTime() - wall) / 1e6);
            ready = isOver(start)
                    || cpuSeconds.getAsDouble() - start >= pace.leastWarmup()
                            && mean >= FASTER * best
                            && compiling < COMPILING;
            best = Math.min(best, mean);
        }
    }

    private boolean isOver(double start) {
        return cpuSeconds.getAsDouble() - start >= pace.mostWarmup();
    }

    /** The time of the compilers so far; 0 where that is not known. */
    private long compileMillis() {
        return compiler != null && compiler.isCompilationTimeMonitoringSupported()
                ? compiler.getTotalCompilationTime()
                : 0;
    }
}
