package dev.fallow.internal.cache;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Lends readers to threads: each one to one thread at a time, so that a reader needs no synchronisation of its own. Without locks:
 * each reader has a {@link Lane}, whose state changes by one atomic exchange when it is taken and by one volatile write when it is
 * given back. A thread tries the lane first that it had last.
 *
 * <p><b>Cost.</b> A thread that finds its last lane idle touches the state of no other one, unless there are more than
 * {@value #IDLE_AT_MOST} lanes, whose states it then reads. Neither taking nor giving back stores a reference, which the collector would note
 * in its table of cards, which neighbouring objects share.
 *
 * <p><b>Memory.</b> What a thread has done with a reader is visible to the next one that takes it: the state of its lane is volatile.
 *
 * @param <R> what reads
 */
public final class Readers<R> {
    /** More idle readers than this are dropped. */
    static final int IDLE_AT_MOST = 16;

    private static final AtomicLong IDS = new AtomicLong();

    private final long id = IDS.incrementAndGet();
    private final AtomicReference<Lane<R>[]> lanes;
    private final AtomicInteger count = new AtomicInteger(1);
    private final Maker<R> maker;
    private final Consumer<R> end;
    private volatile boolean closed;

    /** Makes a reader. */
    @FunctionalInterface
    public interface Maker<R> {
        /** Makes one. Called by several threads at the same time. */
        R make() throws IOException;
    }

    /** The place of a reader. Only the thread that has taken it changes the reader. */
    private static final class Lane<R> {
        private static final int EMPTY = 0;
        private static final int IDLE = 1;
        private static final int TAKEN = 2;
        /** Room before and behind the state, so that the cache line of the state is that of nothing else. */
        private static final int PADDING = 32;

        private final AtomicIntegerArray state = new AtomicIntegerArray(2 * PADDING);
        private R reader;

        Lane(R reader, int state) {
            this.reader = reader;
            become(state);
        }

        boolean is(int expected) {
            return state.get(PADDING) == expected;
        }

        boolean become(int expected, int next) {
            return is(expected) && state.compareAndSet(PADDING, expected, next);
        }

        void become(int next) {
            state.set(PADDING, next);
        }
    }

    /**
     * @param first a reader that was made already
     * @param end is called when a reader is dropped
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    public Readers(R first, Maker<R> maker, Consumer<R> end) {
        this.maker = maker;
        this.end = end;
        lanes = new AtomicReference<>(new Lane[] {new Lane<>(first, Lane.IDLE)});
    }

    /** The reader that the current thread has; null if it has none. */
    public R current() {
        int lane = LastLanes.held(id);
        return lane < 0 ? null : lanes.get()[lane].reader;
    }

    /** The number of readers, idle or not. */
    public int count() {
        return count.get();
    }

    /** Gives the current thread a reader, which it must not have, until {@link #giveBack} or {@link #drop}. */
    public R take() throws IOException {
        int last = LastLanes.last(id);
        Lane<R>[] all = lanes.get();
        int lane = last >= 0 && all[last].become(Lane.IDLE, Lane.TAKEN) ? last : claim(all, Lane.IDLE);
        if (lane < 0) {
            R made = maker.make();
            count.incrementAndGet();
            lane = claim(all, Lane.EMPTY);
            if (lane < 0) {
                lane = add(new Lane<>(made, Lane.TAKEN));
            } else {
                all[lane].reader = made;
            }
        }
        LastLanes.hold(id, lane);
        return lanes.get()[lane].reader;
    }

    /** Takes a lane in this state; -1 if there is none. */
    private static <R> int claim(Lane<R>[] all, int state) {
        for (int lane = 0; lane < all.length; lane++) {
            if (all[lane].become(state, Lane.TAKEN)) {
                return lane;
            }
        }
        return -1;
    }

    private int add(Lane<R> lane) {
        while (true) {
            Lane<R>[] now = lanes.get();
            Lane<R>[] longer = Arrays.copyOf(now, now.length + 1);
            longer[now.length] = lane;
            if (lanes.compareAndSet(now, longer)) {
                return now.length;
            }
        }
    }

    /** Takes the current thread's reader for another thread. */
    public void giveBack() {
        lanes.get()[LastLanes.release(id)].become(Lane.IDLE);
        if (closed) {
            dropIdle(); // closing may not have seen it
        } else {
            trim(lanes.get());
        }
    }

    /** Drops the last of too many idle readers. If another thread has dropped or taken it meanwhile, they are counted again. */
    private void trim(Lane<R>[] all) {
        while (all.length > IDLE_AT_MOST) {
            int idle = 0;
            Lane<R> last = null;
            for (Lane<R> lane : all) {
                if (lane.is(Lane.IDLE)) {
                    idle++;
                    last = lane;
                }
            }
            if (idle <= IDLE_AT_MOST) {
                return;
            }
            dropIfIdle(last);
        }
    }

    /** Takes the current thread's reader, which is not used again. */
    public void drop() {
        drop(lanes.get()[LastLanes.release(id)]);
    }

    /** Ends the reader of a lane that this thread has taken. */
    private void drop(Lane<R> lane) {
        R reader = lane.reader;
        lane.reader = null;
        lane.become(Lane.EMPTY);
        count.decrementAndGet();
        end.accept(reader);
    }

    private void dropIfIdle(Lane<R> lane) {
        if (lane.become(Lane.IDLE, Lane.TAKEN)) {
            drop(lane);
        }
    }

    private void dropIdle() {
        for (Lane<R> lane : lanes.get()) {
            dropIfIdle(lane);
        }
    }

    /** Drops all readers, those that threads have when they give them back. */
    public void close() {
        closed = true;
        dropIdle();
    }
}
