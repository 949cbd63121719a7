package dev.fallow.research.policy.quickfit;

/**
 * Maps sizes to lists. Lists are numbered in the order of their sizes: the quick lists, one per multiple of the grain,
 * then the misc lists. This is the paper's data structure d (section 2.4). Quick lists are found by division, misc
 * lists by binary search.
 */
public final class SizeClasses {
    private final int grain;
    private final int minQuick;
    private final int maxQuick;
    private final long[] miscLows;

    /** Creates the mapping for these parameters. */
    public SizeClasses(QuickFitOptions options) {
        grain = options.grain();
        minQuick = options.minQuick();
        maxQuick = options.maxQuick();
        miscLows = options.miscLows().stream().mapToLong(Long::longValue).toArray();
    }

    /** The number of lists. */
    public int count() {
        return quickLists() + miscLows.length;
    }

    private int quickLists() {
        return maxQuick - minQuick + 1;
    }

    /** The number of the last misc list, l_n. */
    int last() {
        return count() - 1;
    }

    /** low_n, the smallest size on the last list. Larger requests search only that list. */
    long lastLow() {
        return miscLows[miscLows.length - 1];
    }

    /** Whether all blocks of this list have one size. */
    boolean isQuick(int list) {
        return list < quickLists();
    }

    /**
     * The list for blocks of a size.
     *
     * @param size in bytes, a multiple of the grain, at least minQL * g
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

    /** The size of the smallest block that may be on a list, in bytes. */
    long low(int list) {
        return isQuick(list) ? (long) (minQuick + list) * grain : miscLows[list - quickLists()];
    }

    /**
     * The first list on which all blocks have at least this size; {@link #count()} if there is none. For the smallest
     * size on a list, it is that list: the paper's condition s &lt;= low_n includes low_n, for which only l_n remains.
     */
    int firstAllAtLeast(long size) {
        int list = of(size);
        return low(list) >= size ? list : list + 1;
    }
}
