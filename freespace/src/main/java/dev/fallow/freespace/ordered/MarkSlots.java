package dev.fallow.freespace.ordered;

import java.util.Arrays;

/** The slots that sizes are marked in: one that was given back is used before a new one. */
final class MarkSlots {
    private static final int MOST = 256;

    private int[] free;
    private int freeCount;
    private int end;

    MarkSlots() {
        clear();
    }

    /** Forgets that any is in use. */
    void clear() {
        free = new int[0];
        freeCount = 0;
        end = 0;
    }

    /** Whether there is one. */
    boolean available() {
        return freeCount > 0 || end < MOST;
    }

    /** The next one; there must be one. */
    int take() {
        return freeCount > 0 ? free[--freeCount] : end++;
    }

    /** Gives one back. */
    void release(int slot) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, Math.max(4, 2 * freeCount));
        }
        free[freeCount++] = slot;
    }

    /** Bytes in the array. */
    long bytes() {
        return 4L * free.length;
    }
}
