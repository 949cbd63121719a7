package dev.fallow.internal.elements;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs independent tasks on the common pool and in the calling thread. The number of waiting tasks is bounded: when all
 * permits are taken, the calling thread runs a task itself.
 */
final class Parallel implements AutoCloseable {
    /** Tasks that wait for each thread of the pool, so that it never has to wait for the calling one. */
    private static final int AHEAD = 1;

    private final Semaphore permits;
    private final Phaser running = new Phaser(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

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

    /** Runs a task now or later. Throws what an earlier one has failed with. */
    void run(Task task) throws IOException {
        throwFailure();
        if (!permits.tryAcquire()) {
            task.run();
            return;
        }
        running.register();
        ForkJoinPool.commonPool().execute(() -> {
            try {
                if (failure.get() == null) {
                    task.run();
                }
            } catch (IOException | RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            } finally {
                permits.release();
                running.arriveAndDeregister();
            }
        });
    }

    /** Waits for all tasks; throws what one has failed with. */
    void finish() throws IOException {
        await();
        throwFailure();
    }

    private void await() {
        running.awaitAdvance(running.arrive());
    }

    private void throwFailure() throws IOException {
        Throwable thrown = failure.get();
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
