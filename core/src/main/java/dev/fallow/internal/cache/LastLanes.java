package dev.fallow.internal.cache;

import java.util.Arrays;

/**
 * Which lane of {@link Readers} each thread has, and which it had last. One variable of the thread for all containers, because
 * removing one for each would take longer than all the rest. It holds numbers only: they keep no container alive, nor any class.
 */
final class LastLanes {
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
