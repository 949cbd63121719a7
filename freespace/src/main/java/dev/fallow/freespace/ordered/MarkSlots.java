package dev.fallow.freespace.ordered;

import java.util.Arrays;

/** The slots for marked sizes; a released slot is reused before a new one. */
final class MarkSlots {
    private static final int MOST = 256;

    private int[] free;
    private int freeCount;
    private int end;

    MarkSlots() {
        clear();
    }

    /** Releases all slots. */
    void clear() {
        free = new int[0];
        freeCount = 0;
        end = 0;
    }

    /** Whether a slot is available. */
    boolean available() {
        return freeCount > 0 || end < MOST;
    }

    /** Allocates a slot; one must be available. */
    int take() {
        return freeCount > 0 ? free[--freeCount] : end++;
    }

    /** Releases a slot. */
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
