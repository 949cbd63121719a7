package dev.fallow.internal.elements;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs independent tasks on an executor and in the calling thread. The number of waiting tasks is bounded: when all
 * permits are taken, the calling thread runs a task itself. At the end it runs those that the executor has not begun, so it never
 * waits for a thread to become free, and may be one of the executor's threads itself. If several tasks fail, the one that was given first is
 * reported, so that the same damage gives the same message in every run.
 */
final class Parallel implements AutoCloseable {
    /** Tasks that wait for each thread of the pool, so that it never has to wait for the calling one. */
    private static final int AHEAD = 1;

    private final Executor executor;
    private final Semaphore permits;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final Phaser running = new Phaser(1);
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private long given;

    /** A task that no thread has begun. */
    private record Waiting(long number, Task task) {}

    /** What the task with a number has failed with. */
    private record Failure(long number, Throwable thrown) {}

    /** A task. */
    @FunctionalInterface
    interface Task {
        /** Runs it. */
        void run() throws IOException;
    }

    /** @param threads the number of threads that run tasks, including the calling one */
    Parallel(int threads, Executor executor) {
        this.executor = executor;
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
        waiting.add(new Waiting(given++, task));
        running.register();
        try {
            executor.execute(this::runNext);
        } catch (RejectedExecutionException e) {
            runNext();
        }
    }

    /** Runs a task that is waiting; returns whether there was one. */
    private boolean runNext() {
        Waiting next = waiting.poll();
        if (next == null) {
            return false; // the calling thread was quicker
        }
        try {
            Failure known = failure.get();
            if (known == null || next.number < known.number) {
                next.task.run();
            }
        } catch (IOException | RuntimeException | Error e) {
            failure.accumulateAndGet(
                    new Failure(next.number, e), (old, now) -> old == null || now.number < old.number ? now : old);
        } finally {
            permits.release();
            running.arriveAndDeregister();
        }
        return true;
    }

    /** Waits for all tasks; throws what the first one that failed has failed with. */
    void finish() throws IOException {
        await();
        throwFailure();
    }

    private void await() {
        while (runNext()) {
            // the executor has not begun it
        }
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
