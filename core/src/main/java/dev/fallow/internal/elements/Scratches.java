package dev.fallow.internal.elements;

import dev.fallow.internal.filter.Scratch;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/** The scratch memory of the threads that filter chunks, kept for the next use. */
final class Scratches {
    private static final int MOST = Runtime.getRuntime().availableProcessors();
    private static final ConcurrentLinkedDeque<Scratch> IDLE = new ConcurrentLinkedDeque<>();
    private static final AtomicInteger IDLE_COUNT = new AtomicInteger();
    /** A scratch that has served larger chunks is not kept: its arrays have grown with them. */
    private static final long LARGEST_KEPT = 8 << 20;

    private Scratches() {}

    /** A scratch for one thread, to be given back. */
    static Scratch take() {
        Scratch idle = IDLE.poll();
        if (idle != null) {
            IDLE_COUNT.decrementAndGet();
            return idle;
        }
        return new Scratch();
    }

    /**
     * Gives a scratch back.
     *
     * @param chunkBytes the size of the chunks it was used for
     */
    static void give(Scratch scratch, long chunkBytes) {
        if (chunkBytes > LARGEST_KEPT || IDLE_COUNT.get() >= MOST) {
            scratch.close();
            return;
        }
        IDLE_COUNT.incrementAndGet();
        IDLE.push(scratch);
    }
}
