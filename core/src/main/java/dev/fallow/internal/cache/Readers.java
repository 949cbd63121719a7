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

    /**
     * Which lane of {@link Readers} each thread has, and which it had last. One variable of the thread for all containers, because
     * removing one for each would take longer than all the rest. It holds numbers only: they keep no container alive, nor any class.
     */
    private static final class LastLanes {
        /** Pairs: the number of the readers, and twice the lane, plus one while it is held. */
        private static final ThreadLocal<long[]> PAIRS = new ThreadLocal<>();

        /** So many containers are remembered when they are not in use. */
        private static final int REMEMBERED = 4;

        private LastLanes() {}

        /** The lane that the current thread has; -1 if it has none. */
        static int held(long id) {
            long[] pairs = PAIRS.get();
            int place = place(pairs, id);
            return place < 0 || !isHeld(pairs, place) ? -1 : lane(pairs, place);
        }

        /** The lane that the current thread has or had last; -1 if it is not known. */
        static int last(long id) {
            long[] pairs = PAIRS.get();
            int place = place(pairs, id);
            return place < 0 ? -1 : lane(pairs, place);
        }

        /** The current thread has this lane from now on. */
        static void hold(long id, int lane) {
            long[] pairs = PAIRS.get();
            int place = place(pairs, id);
            if (place < 0) {
                place = free(pairs);
                if (place < 0) {
                    place = pairs == null ? 0 : pairs.length;
                    pairs = pairs == null ? new long[2 * REMEMBERED] : Arrays.copyOf(pairs, 2 * place);
                    PAIRS.set(pairs);
                }
                pairs[place] = id;
            }
            pairs[place + 1] = 2L * lane + 1;
        }

        /** The current thread no longer has its lane, which is returned. */
        static int release(long id) {
            long[] pairs = PAIRS.get();
            int place = place(pairs, id);
            pairs[place + 1] &= ~1;
            return lane(pairs, place);
        }

        private static int lane(long[] pairs, int place) {
            return (int) (pairs[place + 1] >> 1);
        }

        private static boolean isHeld(long[] pairs, int place) {
            return (pairs[place + 1] & 1) != 0;
        }

        private static int place(long[] pairs, long id) {
            if (pairs != null) {
                for (int i = 0; i < pairs.length; i += 2) {
                    if (pairs[i] == id) {
                        return i;
                    }
                }
            }
            return -1;
        }

        /** A pair that is not in use: an empty one, or that of the container which is forgotten; -1 if all are held. */
        private static int free(long[] pairs) {
            int free = -1;
            if (pairs != null) {
                for (int i = 0; i < pairs.length; i += 2) {
                    // the oldest container is the one with the smallest number; empty pairs have 0
                    if (!isHeld(pairs, i) && (free < 0 || pairs[i] < pairs[free])) {
                        free = i;
                    }
                }
            }
            return free;
        }
    }
}
