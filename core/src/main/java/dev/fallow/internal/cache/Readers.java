package dev.fallow.internal.cache;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * Lends readers to threads: each one to one thread at a time, so that a reader needs no synchronisation of its own. Without locks:
 * an idle reader lies in a slot, from which it is taken with one atomic exchange. A thread looks into the same slot first, so it
 * mostly gets the reader back that it had last.
 *
 * <p><b>Memory.</b> What a thread has done with a reader is visible to the next one that takes it: putting it into a slot and
 * taking it out are atomic operations with the effects of a volatile write and read.
 *
 * @param <R> what reads
 */
public final class Readers<R> {
    /** More idle readers than this are dropped. A power of two. */
    private static final int SLOTS = 16;

    private static final int HASH = 0x9E3779B9;
    private static final int HASH_BITS = 28;

    private final AtomicReferenceArray<R> idle = new AtomicReferenceArray<>(SLOTS);
    /**
     * What each thread has: pairs of an object of this class and its reader, null after use. One variable for all containers, because
     * removing one for each would take longer than all the rest. Only an array of the JDK stays with a thread, so that no class loader
     * does.
     */
    private static final ThreadLocal<Object[]> HELD = new ThreadLocal<>();

    private final AtomicInteger count = new AtomicInteger();
    private final Maker<R> maker;
    private final Consumer<R> end;
    private volatile boolean closed;

    /** Makes a reader. */
    @FunctionalInterface
    public interface Maker<R> {
        /** Makes one. Called by several threads at the same time. */
        R make() throws IOException;
    }

    /**
     * @param first a reader that was made already
     * @param end is called when a reader is dropped
     */
    public Readers(R first, Maker<R> maker, Consumer<R> end) {
        this.maker = maker;
        this.end = end;
        count.set(1);
        idle.set(0, first);
    }

    /** The reader that the current thread has; null if it has none. */
    @SuppressWarnings("unchecked") // only hold stores readers
    public R current() {
        Object[] held = HELD.get();
        int place = held == null ? -1 : place(held, this);
        return place < 0 ? null : (R) held[place + 1];
    }

    /** The place of an owner, or null for a free place; -1 if there is none. */
    private static int place(Object[] held, Object owner) {
        for (int i = 0; i < held.length; i += 2) {
            if (held[i] == owner) {
                return i;
            }
        }
        return -1;
    }

    private void hold(R reader) {
        Object[] held = HELD.get();
        int place = held == null ? -1 : place(held, null);
        if (place < 0) {
            place = held == null ? 0 : held.length;
            held = held == null ? new Object[2] : Arrays.copyOf(held, place + 2);
            HELD.set(held);
        }
        held[place] = this;
        held[place + 1] = reader;
    }

    @SuppressWarnings("unchecked") // as in current
    private R release() {
        Object[] held = HELD.get();
        int place = place(held, this);
        R reader = (R) held[place + 1];
        held[place] = null;
        held[place + 1] = null;
        return reader;
    }

    /** The number of readers, idle or not. */
    public int count() {
        return count.get();
    }

    /** Gives the current thread a reader, which it must not have, until {@link #giveBack} or {@link #drop}. */
    public R take() throws IOException {
        int start = slot();
        R reader = null;
        for (int i = 0; i < SLOTS && reader == null; i++) {
            int slot = start + i & SLOTS - 1;
            if (idle.get(slot) != null) {
                reader = idle.getAndSet(slot, null);
            }
        }
        if (reader == null) {
            reader = maker.make();
            count.incrementAndGet();
        }
        hold(reader);
        return reader;
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() * HASH >>> HASH_BITS;
    }

    /** Takes the current thread's reader for another thread. */
    public void giveBack() {
        R reader = release();
        int start = slot();
        for (int i = 0; i < SLOTS; i++) {
            if (idle.compareAndSet(start + i & SLOTS - 1, null, reader)) {
                if (closed) {
                    dropIdle(); // closing may not have seen it
                }
                return;
            }
        }
        drop(reader);
    }

    /** Takes the current thread's reader, which is not used again. */
    public void drop() {
        R reader = release();
        drop(reader);
    }

    private void drop(R reader) {
        count.decrementAndGet();
        end.accept(reader);
    }

    private void dropIdle() {
        for (int slot = 0; slot < SLOTS; slot++) {
            R reader = idle.getAndSet(slot, null);
            if (reader != null) {
                drop(reader);
            }
        }
    }

    /** Drops all readers, those that threads have when they give them back. */
    public void close() {
        closed = true;
        dropIdle();
    }
}
