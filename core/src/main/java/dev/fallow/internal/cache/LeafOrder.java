package dev.fallow.internal.cache;

import java.util.Arrays;

/** Leaves in the order of where they start, which begins with a leaf at the lowest start. A search takes O(log n). */
final class LeafOrder<L> {
    private long[] starts;
    private Object[] leaves;
    private int count = 1;

    LeafOrder(long lowest, L first) {
        starts = new long[] {lowest};
        leaves = new Object[] {first};
    }

    int count() {
        return count;
    }

    /** The number of the last leaf that starts at this position or before it. */
    int find(long position) {
        int found = Arrays.binarySearch(starts, 0, count, position);
        return found >= 0 ? found : -found - 2;
    }

    long start(int number) {
        return starts[number];
    }

    @SuppressWarnings("unchecked") // only leaves are stored
    L leaf(int number) {
        return (L) leaves[number];
    }

    /** Moves the start of a leaf, which stays between its neighbours. */
    void restart(int number, long start) {
        starts[number] = start;
    }

    void insert(int number, long start, L leaf) {
        if (count == leaves.length) {
            int length = Math.max(4, count + (count >> 1));
            leaves = Arrays.copyOf(leaves, length);
            starts = Arrays.copyOf(starts, length);
        }
        System.arraycopy(leaves, number, leaves, number + 1, count - number);
        System.arraycopy(starts, number, starts, number + 1, count - number);
        leaves[number] = leaf;
        starts[number] = start;
        count++;
    }

    /** Removes the leaves {@code from} to {@code to - 1}. */
    void remove(int from, int to) {
        System.arraycopy(leaves, to, leaves, from, count - to);
        System.arraycopy(starts, to, starts, from, count - to);
        Arrays.fill(leaves, count - (to - from), count, null);
        count -= to - from;
    }
}
