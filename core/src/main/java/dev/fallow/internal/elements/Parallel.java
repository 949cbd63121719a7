package dev.fallow.internal.elements;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs independent tasks on the common pool and in the calling thread. The number of waiting tasks is bounded: when all
 * permits are taken, the calling thread runs a task itself. If several tasks fail, the one that was given first is
 * reported, so that the same damage gives the same message in every run.
 */
final class Parallel implements AutoCloseable {
    /** Tasks that wait for each thread of the pool, so that it never has to wait for the calling one. */
    private static final int AHEAD = 1;

    private final Semaphore permits;
    private final Phaser running = new Phaser(1);
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private long given;

    /** What the task with a number has failed with. */
    private record Failure(long number, Throwable thrown) {}

    /** A task. */
    @FunctionalInterface
    interface Task {
        /** Runs it. */
        void run() throws IOException;
    }

    /** @param threads the number of threads that run tasks, including the calling one */
    Parallel(int threads) {
        permits = new Semaphore((1 + AHEAD) * (threads - 1));
    }

    /**
     * Runs a task now or later. Throws what an earlier one has failed with. If the task itself fails now, earlier ones may
     * be running: {@link #finish} then tells whether one of them fails, too.
     */
    void run(Task task) throws IOException {
        if (failure.get() != null) {
            finish();
        }
        if (!permits.tryAcquire()) {
            task.run();
            return;
        }
        long number = given++;
        running.register();
        ForkJoinPool.commonPool().execute(() -> {
            try {
                Failure known = failure.get();
                if (known == null || number < known.number) {
                    task.run();
                }
            } catch (IOException | RuntimeException | Error e) {
                failure.accumulateAndGet(
                        new Failure(number, e), (old, now) -> old == null || now.number < old.number ? now : old);
            } finally {
                permits.release();
                running.arriveAndDeregister();
            }
        });
    }

    /** Waits for all tasks; throws what the first one that failed has failed with. */
    void finish() throws IOException {
        await();
        throwFailure();
    }

    private void await() {
        running.awaitAdvance(running.arrive());
    }

    private void throwFailure() throws IOException {
        Failure first = failure.get();
        Throwable thrown = first == null ? null : first.thrown;
        if (thrown instanceof IOException e) {
            throw e;
        } else if (thrown instanceof RuntimeException e) {
            throw e;
        } else if (thrown instanceof Error e) {
            throw e;
        } else if (thrown != null) {
            throw new CompletionException(thrown);
        }
    }

    /** Waits for all tasks, so that none uses the caller's arrays any longer. */
    @Override
    public void close() {
        await();
    }
}
