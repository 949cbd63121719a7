package dev.fallow.internal.elements;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs independent tasks on an executor and in the calling thread, which takes their results in the order in which the tasks were given.
 * So what is done with the results, and the failure that is reported, do not depend on which thread is faster. The number of tasks whose
 * results are not taken is bounded. The calling thread runs a task itself before it waits for one, so it never waits for a thread of the
 * executor to become free, and may be one of them itself.
 */
final class Parallel implements AutoCloseable {
    /** Tasks for each thread that are given and not taken: one that runs, and one that it goes on with, or has finished. */
    static final int AHEAD = 2;

    private final int threads;
    private final Executor executor;
    /** The tasks that are given and not taken. Of the calling thread. */
    private final Queue<Given<?>> given = new ArrayDeque<>();
    /** What a task, or taking its result, has failed with; null if nothing has. Of the calling thread. */
    private Throwable failure;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    /** The tasks that no thread has begun. Under the lock, as what follows. */
    private final Queue<Given<?>> waiting = new ArrayDeque<>();
    /** The tasks that run. */
    private int running;
    /** The threads of the executor that run tasks, or have been asked for. */
    private int helpers;

    /** A task. */
    @FunctionalInterface
    interface Task<T> {
        /** Runs it. */
        T run() throws IOException;
    }

    /** A task without a result. */
    @FunctionalInterface
    interface Action {
        /** Runs it. */
        void run() throws IOException;
    }

    /** Takes the result of a task, in the calling thread. */
    @FunctionalInterface
    interface Taker<T> {
        /** Takes it. */
        void take(T result) throws IOException;
    }

    private static final class Given<T> {
        private final Task<T> task;
        private final Taker<? super T> taker;
        private T result;
        private Throwable thrown;
        /** Whether it has run. Under the lock, and what it has ended with is seen after that. */
        private boolean ended;

        Given(Task<T> task, Taker<? super T> taker) {
            this.task = task;
            this.taker = taker;
        }

        void run() {
            try {
                result = task.run();
            } catch (IOException | RuntimeException | Error e) {
                thrown = e;
            }
        }

        void take() throws IOException {
            if (thrown != null) {
                rethrow(thrown);
            }
            taker.take(result);
        }
    }

    /** @param threads the number of threads that run tasks, including the calling one */
    Parallel(int threads, Executor executor) {
        this.threads = threads;
        this.executor = executor;
    }

    /** The number of threads that run tasks, including the calling one. */
    int threads() {
        return threads;
    }

    /** Runs a task now or later. */
    void run(Action action) throws IOException {
        run(
                () -> {
                    action.run();
                    return null;
                },
                result -> {});
    }

    /**
     * Runs a task now or later, and then takes its result. Throws what an earlier one has failed with. If the caller fails between two
     * calls, {@link #finish} tells whether an earlier task has failed, too.
     */
    <T> void run(Task<T> task, Taker<? super T> taker) throws IOException {
        throwFailure();
        if (threads == 1) {
            taker.take(task.run());
            return;
        }
        Given<T> next = new Given<>(task, taker);
        given.add(next);
        offer(next);
        while (given.size() >= AHEAD * threads || !given.isEmpty() && hasEnded(given.peek())) {
            takeFirst();
        }
    }

    private void offer(Given<?> next) {
        boolean help;
        lock.lock();
        try {
            waiting.add(next);
            help = given.size() > 1 && helpers < threads - 1; // the calling thread runs a single task
            helpers += help ? 1 : 0;
        } finally {
            lock.unlock();
        }
        if (help) {
            askForHelp();
        }
    }

    private void askForHelp() {
        boolean asked = false;
        try {
            executor.execute(this::help);
            asked = true;
        } catch (RejectedExecutionException e) {
            // the calling thread runs all tasks that wait
        } finally {
            if (!asked) {
                lock.lock();
                helpers--;
                lock.unlock();
            }
        }
    }

    /** Runs one task; others of the executor may come before the next one. */
    private void help() {
        runNext();
        boolean more;
        lock.lock();
        try {
            more = !waiting.isEmpty();
            helpers -= more ? 0 : 1;
        } finally {
            lock.unlock();
        }
        if (more) {
            askForHelp();
        }
    }

    /** Runs the first task that no thread has begun; returns whether there was one. */
    private boolean runNext() {
        Given<?> next;
        lock.lock();
        try {
            next = waiting.poll();
            running += next == null ? 0 : 1;
        } finally {
            lock.unlock();
        }
        if (next == null) {
            return false;
        }
        try {
            next.run();
        } finally {
            lock.lock();
            try {
                next.ended = true;
                running--;
                ended.signalAll();
            } finally {
                lock.unlock();
            }
        }
        return true;
    }

    private boolean hasEnded(Given<?> one) {
        lock.lock();
        try {
            return one.ended;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the result of the task that was given first. */
    private void takeFirst() throws IOException {
        Given<?> first = given.element();
        while (!hasEnded(first)) {
            if (!runNext()) {
                await(first);
            }
        }
        given.remove();
        try {
            first.take();
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            close();
            throw e;
        }
    }

    private void await(Given<?> one) {
        lock.lock();
        try {
            while (!one.ended) {
                ended.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Runs all tasks, and takes their results; throws what the first one that failed has failed with. */
    void finish() throws IOException {
        throwFailure();
        while (!given.isEmpty()) {
            takeFirst();
        }
    }

    private void throwFailure() throws IOException {
        if (failure != null) {
            rethrow(failure);
        }
    }

    private static void rethrow(Throwable thrown) throws IOException {
        if (thrown instanceof IOException e) {
            throw e;
        } else if (thrown instanceof RuntimeException e) {
            throw e;
        } else if (thrown instanceof Error e) {
            throw e;
        }
        throw new CompletionException(thrown);
    }

    /** Drops the tasks that no thread has begun, and waits for the others, so that none uses the caller's arrays any longer. */
    @Override
    public void close() {
        lock.lock();
        try {
            waiting.clear();
            while (running > 0) {
                ended.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        given.clear();
    }
}
