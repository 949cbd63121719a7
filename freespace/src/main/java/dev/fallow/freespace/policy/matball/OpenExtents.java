package dev.fallow.freespace.policy.matball;

import java.util.BitSet;

/**
 * The extents that wait for another file, by how many blocks they can still take: for each number a doubly linked list,
 * first in, first out, in flat arrays. All operations in constant time, but {@link #best}, which looks at s / 64 words.
 */
final class OpenExtents {
    private static final int NONE = -1;

    private final BitSet sizes = new BitSet(); // the lists that are not empty
    private final int[] first; // by blocks that can be taken
    private final int[] last;
    private final int[] next; // by extent
    private final int[] previous;
    private final int[] blocks; // by extent; 0: not in a list
    private int count;

    OpenExtents(int extents, int blocksOfAnExtent) {
        first = new int[blocksOfAnExtent + 1];
        last = new int[blocksOfAnExtent + 1];
        next = new int[extents];
        previous = new int[extents];
        blocks = new int[extents];
    }

    /** The extent that can take the least of those that can take {@code wanted} blocks; -1 if none can. */
    int best(int wanted) {
        int size = sizes.nextSetBit(wanted);
        return size < 0 ? NONE : first[size];
    }

    /** How many blocks an extent can still take; 0 if it is not open. */
    int blocks(int extent) {
        return blocks[extent];
    }

    /** How many extents are open. */
    int count() {
        return count;
    }

    /** Puts an extent at the end of its list, wherever it was before; 0: in none. */
    void set(int extent, int size) {
        if (blocks[extent] > 0) {
            remove(extent);
            count--;
        }
        blocks[extent] = size;
        if (size == 0) {
            return;
        }
        count++;
        next[extent] = NONE;
        if (sizes.get(size)) {
            previous[extent] = last[size];
            next[last[size]] = extent;
        } else {
            sizes.set(size);
            previous[extent] = NONE;
            first[size] = extent;
        }
        last[size] = extent;
    }

    private void remove(int extent) {
        int size = blocks[extent];
        int before = previous[extent];
        int behind = next[extent];
        if (before == NONE && behind == NONE) {
            sizes.clear(size);
            return;
        }
        if (before == NONE) {
            first[size] = behind;
        } else {
            next[before] = behind;
        }
        if (behind == NONE) {
            last[size] = before;
        } else {
            previous[behind] = before;
        }
    }
}
