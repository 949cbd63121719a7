package dev.fallow.internal.elements;

import dev.fallow.internal.filter.Scratch;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The scratch memory of the threads that filter chunks, arrays for the bytes of chunks as stored, and buffers for long runs, kept for the
 * next use.
 */
final class Scratches {
    private static final int MOST = Runtime.getRuntime().availableProcessors();
    private static final ConcurrentLinkedDeque<Scratch> IDLE = new ConcurrentLinkedDeque<>();
    private static final AtomicInteger IDLE_COUNT = new AtomicInteger();
    /** A scratch that has served larger chunks is not kept: its arrays have grown with them. No longer array is kept, either. */
    private static final long LARGEST_KEPT = 8 << 20;

    /** As many as a read with all processors has at a time: each thread decodes one, and others wait. */
    private static final int MOST_ARRAYS = 2 * MOST;

    private static final ConcurrentLinkedDeque<byte[]> ARRAYS = new ConcurrentLinkedDeque<>();
    private static final AtomicInteger ARRAY_COUNT = new AtomicInteger();

    /** The size of the buffers for long runs. */
    static final int LONG_BUFFER_BYTES = 1 << 22;

    private static final Semaphore LONG_BUFFERS_LEFT = new Semaphore(4);
    private static final ConcurrentLinkedDeque<ByteBuffer> LONG_BUFFERS = new ConcurrentLinkedDeque<>();

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

    /** An array of at least this length that no one else has, to be given back; null if a new one has to be allocated. */
    static byte[] takeArray(long length) {
        byte[] idle = ARRAYS.poll();
        if (idle != null) {
            ARRAY_COUNT.decrementAndGet();
        }
        return idle != null && idle.length >= length ? idle : null;
    }

    /** Gives an array back. */
    static void giveArray(byte[] array) {
        if (array.length <= LARGEST_KEPT && ARRAY_COUNT.get() < MOST_ARRAYS) {
            ARRAY_COUNT.incrementAndGet();
            ARRAYS.push(array);
        }
    }

    /** A buffer outside the heap that no one else has, to be given back; null if all are in use, or there is no memory for one. */
    static ByteBuffer takeLongBuffer() {
        if (!LONG_BUFFERS_LEFT.tryAcquire()) {
            return null;
        }
        ByteBuffer taken = LONG_BUFFERS.poll();
        try {
            taken = taken == null ? ByteBuffer.allocateDirect(LONG_BUFFER_BYTES) : taken;
            return taken;
        } catch (OutOfMemoryError e) {
            return null; // it is not needed
        } finally {
            if (taken == null) {
                LONG_BUFFERS_LEFT.release();
            }
        }
    }

    /** Gives a buffer back. */
    static void giveLongBuffer(ByteBuffer buffer) {
        LONG_BUFFERS.push(buffer);
        LONG_BUFFERS_LEFT.release();
    }

    /** The length of the arrays that wait for their next use, in bytes, for tests. */
    static long idleBytes() {
        return ARRAYS.stream().mapToLong(array -> array.length).sum();
    }
}
