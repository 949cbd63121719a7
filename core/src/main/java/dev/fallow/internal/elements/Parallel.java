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
    private static final int WORKERS = Runtime.getRuntime().availableProcessors() - 1;

    private final Semaphore permits = new Semaphore(2 * WORKERS);
    private final Phaser running = new Phaser(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final boolean parallel;

    /** A task. */
    @FunctionalInterface
    interface Task {
        /** Runs it. */
        void run() throws IOException;
    }

    /** @param parallel whether other threads may run tasks */
    Parallel(boolean parallel) {
        this.parallel = parallel && WORKERS > 0;
    }

    /** Runs a task now or later. Throws what an earlier one has failed with. */
    void run(Task task) throws IOException {
        throwFailure();
        if (!parallel || !permits.tryAcquire()) {
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
