package dev.fallow.internal.extent;

import java.util.Arrays;

/**
 * A set of labelled byte runs, added in any order: the live structures found by a walk. Takes two longs and a reference
 * per run. Detects runs that overlap.
 */
public final class Extents {
    private long[] addresses = new long[2];
    private long[] sizes = new long[2];
    private Object[] labels = new Object[2];
    private int count;

    /**
     * Adds {@code [address, address + size)}; an empty run is ignored.
     *
     * @param label names the owner in messages; converted to a string only there
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

    /** Receives the results of {@link #sweep}. */
    @FunctionalInterface
    public interface Sweep {
        /** A claimed run. Overlapping claims are split so that each byte is reported once. */
        default void claimed(long address, long size, Object label) {}

        /** An unclaimed run. */
        default void unclaimed(long address, long size) {}

        /** A run claimed twice. */
        void overlap(long address, long size, Object first, Object second);
    }

    private Integer[] sorted() {
        Integer[] order = new Integer[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        Arrays.sort(order, (a, b) -> Long.compare(addresses[a], addresses[b]));
        return order;
    }

    /** Sweeps {@code [0, end)} in address order. O(n log n) for n runs. */
    public void sweep(long end, Sweep sweep) {
        Integer[] order = count > 1 ? sorted() : null;
        long at = 0;
        Object before = null;
        for (int each = 0; each < count; each++) {
            int i = order == null ? each : order[each];
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
