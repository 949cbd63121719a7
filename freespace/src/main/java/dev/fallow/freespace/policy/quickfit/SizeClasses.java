package dev.fallow.freespace.policy.quickfit;

/**
 * Which list a size belongs to. Lists are numbered in the order of their sizes: the quick lists, one a multiple of the
 * grain, then the misc lists. This is the paper's data structure d (section 2.4): quick lists are found by division, misc
 * lists by bisection of their lows.
 */
public final class SizeClasses {
    private final int grain;
    private final int minQuick;
    private final int maxQuick;
    private final long[] miscLows;

    /** The classes of these parameters. */
    public SizeClasses(QuickFitOptions options) {
        grain = options.grain();
        minQuick = options.minQuick();
        maxQuick = options.maxQuick();
        miscLows = options.miscLows().stream().mapToLong(Long::longValue).toArray();
    }

    /** How many lists there are. */
    public int count() {
        return quickLists() + miscLows.length;
    }

    private int quickLists() {
        return maxQuick - minQuick + 1;
    }

    /** The last misc list, l_n. */
    int last() {
        return count() - 1;
    }

    /** low_n: larger requests go straight to the last list. */
    long lastLow() {
        return miscLows[miscLows.length - 1];
    }

    /** Whether all blocks of this list have one size. */
    boolean isQuick(int list) {
        return list < quickLists();
    }

    /**
     * The list that a block of this size belongs to.
     *
     * @param size bytes: a multiple of the grain, at least minQL * g
     */
    public int of(long size) {
        if (size <= (long) maxQuick * grain) {
            return (int) (size / grain) - minQuick;
        }
        int low = 0;
        int high = miscLows.length - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (miscLows[middle] <= size) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return quickLists() + low;
    }

    /** The size of the smallest block that may be on a list, bytes. */
    long low(int list) {
        return isQuick(list) ? (long) (minQuick + list) * grain : miscLows[list - quickLists()];
    }

    /**
     * The first list all of whose blocks have at least this size; {@link #count()} if there is none. For the low of a list
     * that is the list itself: the paper's condition {@code s <= low_n} includes low_n, for which only l_n is left to look at.
     */
    int firstAllAtLeast(long size) {
        int list = of(size);
        return low(list) >= size ? list : list + 1;
    }
}
