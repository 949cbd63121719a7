package dev.fallow.fuzz.outcome;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.BiConsumer;

/**
 * Measures in a separate thread the processor time of the current execution of the thread that created the watchdog.
 */
public final class Watchdog implements AutoCloseable {
    /** The processor time in nanoseconds after which an execution is a finding. */
    public static final long SLOW_NANOS = 2_000_000_000L;
    /**
     * The processor time in nanoseconds after which an execution is considered to hang; the limit of the elapsed time
     * is ten times as large.
     */
    public static final long HANG_NANOS = 20_000_000_000L;

    private static final int LOOK_MILLIS = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Thread worker = Thread.currentThread();
    private final long slowNanos;
    private final BiConsumer<Long, StackTraceElement[]> whenSlow;
    private final Runnable whenHanging;
    private final Thread thread;
    private volatile long startedAt;
    private volatile long startedCpu;
    private volatile long execution;
    private long reported = -1;

    /**
     * Watches the current thread.
     *
     * @param slowNanos the processor time after which an execution is slow; Long.MAX_VALUE for never
     * @param whenSlow receives the number of the execution and its current stack trace
     * @param whenHanging runs when an execution hangs
     */
    public Watchdog(long slowNanos, BiConsumer<Long, StackTraceElement[]> whenSlow, Runnable whenHanging) {
        this.slowNanos = slowNanos;
        this.whenSlow = whenSlow;
        this.whenHanging = whenHanging;
        execution = -1;
        thread = new Thread(this::watch, "fuzz watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts the measurement for an execution. */
    public void begin(long number) {
        startedCpu = THREADS.getCurrentThreadCpuTime();
        startedAt = System.nanoTime();
        execution = number;
    }

    public void end() {
        execution = -1;
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                look();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void look() {
        long number = execution;
        if (number < 0) {
            return;
        }
        long cpu = THREADS.getThreadCpuTime(worker.getId()) - startedCpu;
        long clock = System.nanoTime() - startedAt;
        StackTraceElement[] where = worker.getStackTrace();
        if (number != execution) {
            return; // the execution has ended, and the times may be those of the next one
        }
        if (cpu > slowNanos && reported != number) {
            reported = number;
            whenSlow.accept(number, where);
        }
        if (cpu > HANG_NANOS || clock > 10 * HANG_NANOS) {
            whenHanging.run();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
