package dev.fallow.internal.cache;

import dev.fallow.Progress;
import java.util.concurrent.CancellationException;

/** Tells the application how far an operation on a whole file is: a walk, or a copy. */
public final class Advance {
    private static final long LEAST_STEP = 1 << 16;
    private static final long MOST_STEP = 1 << 20;
    private static final int STEPS = 1_000;

    private Progress progress = Progress.NONE;
    private long total;
    private long done;
    private long next;
    private long step;

    /** Sets who is told. */
    public void tell(Progress newProgress) {
        progress = newProgress;
    }

    /**
     * Begins an operation.
     *
     * @param bytes in all; -1 if they are not known
     */
    public void begin(long bytes) {
        total = bytes;
        done = 0;
        step = bytes < 0 ? MOST_STEP : Math.max(LEAST_STEP, Math.min(MOST_STEP, bytes / STEPS));
        next = step;
    }

    /**
     * So many more bytes have been visited or copied.
     *
     * @throws CancellationException if the application ends the operation
     */
    public void add(long bytes) {
        done += bytes;
        if (done >= next) {
            next = done + step;
            at(done, total);
        }
    }

    /** The operation has come to its end. */
    public void end() {
        at(done, done);
    }

    private void at(long now, long of) {
        tell(progress, now, of);
    }

    /**
     * Tells the application how far an operation is.
     *
     * @throws CancellationException if the application ends the operation
     */
    public static void tell(Progress progress, long now, long of) {
        if (!progress.at(now, of)) {
            throw new CancellationException("cancelled by the application");
        }
    }
}
