package dev.fallow.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Reads channels in threads that are never interrupted. Java closes a channel when a thread is interrupted that waits for it, and
 * thus for all other threads; an application's channel cannot be opened again, because its path is not known. Clearing the
 * interrupt of the calling thread first would not do: it may be interrupted again during the read.
 */
final class UninterruptedReads {
    private static final long IDLE_SECONDS = 10;

    /** As many threads as there are readers at the same time. They end when they are idle. */
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "fallow-channel");
                thread.setDaemon(true);
                return thread;
            });

    private UninterruptedReads() {}

    /** Something that is asked of a channel. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws IOException;
    }

    /**
     * The answer. A thread that is interrupted while it waits gets it too, and stays interrupted: nothing uses
     * what the question refers to when this returns.
     *
     * @throws InterruptedIOException if the thread is interrupted already; nothing is asked
     */
    static <T> T answer(String name, Question<T> question) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException(name + ": the thread was interrupted");
        }
        Future<T> answer = THREADS.submit(question::ask);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw failure(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IOException failure(Throwable thrown) {
        if (thrown instanceof RuntimeException mistake) {
            throw mistake;
        } else if (thrown instanceof Error error) {
            throw error;
        }
        return (IOException) thrown;
    }
}
