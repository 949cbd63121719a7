package dev.fallow.internal.extent;

import java.util.Arrays;

/**
 * A set of runs of bytes, gathered in any order, each with a label: what is live, found by walking. Two longs and a
 * reference a run. Says where two runs claim the same bytes.
 */
public final class Extents {
    private long[] addresses = new long[2];
    private long[] sizes = new long[2];
    private Object[] labels = new Object[2];
    private int count;

    /**
     * Adds {@code [address, address + size)}; an empty run is left out.
     *
     * @param label what says in messages whose it is; asked for its string only there
     */
    public void add(long address, long size, Object label) {
        if (size == 0) {
            return;
        }
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            labels = Arrays.copyOf(labels, 2 * count);
        }
        addresses[count] = address;
        sizes[count] = size;
        labels[count] = label;
        count++;
    }

    /** What {@link #sweep} calls. */
    public interface Sweep {
        /** A run of bytes that somebody claims; overlapping claims are cut so that each byte is met once. */
        void claimed(long address, long size, Object label);

        /** A run of bytes that nobody claims. */
        void unclaimed(long address, long size);

        /** Bytes that two runs claim. */
        void overlap(long address, long size, Object first, Object second);
    }

    /** Goes over {@code [0, end)} in the order of addresses. O(n log n) in the number of runs. */
    public void sweep(long end, Sweep sweep) {
        Integer[] order = new Integer[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        if (count > 1) {
            Arrays.sort(order, (a, b) -> Long.compare(addresses[a], addresses[b]));
        }
        long at = 0;
        Object before = null;
        for (int i : order) {
            long from = addresses[i];
            long to = from + sizes[i];
            if (from > at) {
                sweep.unclaimed(at, from - at);
                at = from;
            } else if (from < at) {
                sweep.overlap(from, Math.min(at, to) - from, before, labels[i]);
            }
            if (to > at) {
                sweep.claimed(at, to - at, labels[i]);
                at = to;
                before = labels[i];
            }
        }
        if (end > at) {
            sweep.unclaimed(at, end - at);
        }
    }
}
