package dev.fallow.benchmarks.race.entrant;

import dev.fallow.research.createdelete.ReportTest;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Repeats a test with a moderate count until the JVM has compiled it: until a second of repeats is hardly faster than
 * the previous ones, and the compilers are nearly idle in it. A plateau of the time alone is not sufficient, because
 * methods are replaced one by one, and long methods may be compiled late.
 */
final class Warmup {
    /** The number of objects in each set, with which every structure has several levels. */
    private static final int MODERATE = 5_000;
    /** For the nested test, the number of groups and of datasets in each. */
    private static final int MODERATE_NESTED = 70;

    private static final double WINDOW_SECONDS = 1;
    private static final double FASTER = 0.97;
    private static final double COMPILING = 0.1;

    private final Pace pace;
    private final DoubleSupplier cpuSeconds;
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();

    /** @param cpuSeconds supplies the CPU seconds of the process */
    Warmup(Pace pace, DoubleSupplier cpuSeconds) {
        this.pace = pace;
        this.cpuSeconds = cpuSeconds;
    }

    /** The count for the warm-up: moderate, and not larger than the measured counts. */
    static int count(ReportTest test, List<Integer> counts) {
        int largest = counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
        return Math.min(largest, test == ReportTest.NESTED ? MODERATE_NESTED : MODERATE);
    }

    /** @param once runs the test once */
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

    /** The total time of the compilers; 0 if unknown. */
    private long compileMillis() {
        return compiler != null && compiler.isCompilationTimeMonitoringSupported()
                ? compiler.getTotalCompilationTime()
                : 0;
    }
}
