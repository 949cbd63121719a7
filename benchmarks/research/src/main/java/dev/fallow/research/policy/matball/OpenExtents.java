package dev.fallow.research.policy.matball;

import java.util.BitSet;

/**
 * The reusable extents by the number of blocks that still fit: for each number a doubly linked list in arrays, first
 * in, first out. All operations are O(1), except {@link #best}, which examines s / 64 words.
 */
final class OpenExtents {
    private static final int NONE = -1;

    private final BitSet sizes = new BitSet(); // the lists that are not empty
    private final int[] first; // by number of blocks that fit
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

    /** The extent with the least space of those with at least {@code wanted} blocks; -1 if there is none. */
    int best(int wanted) {
        int size = sizes.nextSetBit(wanted);
        return size < 0 ? NONE : first[size];
    }

    /** The number of blocks that still fit into an extent; 0 if it is not reusable. */
    int blocks(int extent) {
        return blocks[extent];
    }

    /** The number of reusable extents. */
    int count() {
        return count;
    }

    /** Moves an extent to the end of the list for this number of blocks, or, with 0, out of all lists. */
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
