package dev.fallow.research.policy.quickfit;

import java.util.List;

/**
 * The parameters of PMFLF; section 2.4 of the paper.
 *
 * @param grain the grain size g in bytes, of which block sizes are multiples
 * @param minQuick minQL: the smallest block has minQL * g bytes
 * @param maxQuick maxQL: blocks of up to maxQL * g bytes are small and have one quick list per size
 * @param miscLows the smallest size on each misc list, in bytes, ascending. The first is (maxQL + 1) * g. Each list
 *     contains sizes up to one grain below the next list's (high_i + g = low_{i+1}); the last has no upper bound
 * @param wastage the acceptable wastage w in bytes: a block of up to s + w bytes is not split for a request of s bytes
 * @param ownList whether a request of a misc list first searches that list for a block of up to s + w bytes. As printed,
 *     it does not: step 1 of section 2.4.1 is for quick lists, and step 3 begins "with the list storing blocks belonging
 *     to the next larger block class"
 */
public record QuickFitOptions(
        int grain, int minQuick, int maxQuick, List<Long> miscLows, long wastage, boolean ownList) {
    private static final int DEFAULT_GRAIN = 64;
    private static final int DEFAULT_MAX_QUICK = 64;

    /**
     * @throws IllegalArgumentException if a number is out of range, or the misc lists violate the paper's conditions
     */
    public QuickFitOptions {
        if (grain <= 0) {
            throw new IllegalArgumentException("grain: " + grain + ", must be positive");
        }
        if (minQuick <= 0 || maxQuick < minQuick) {
            throw new IllegalArgumentException("minQL: " + minQuick + ", maxQL: " + maxQuick + "; 0 < minQL <= maxQL");
        }
        if (maxQuick > 1 << 20) {
            throw new IllegalArgumentException("maxQL: " + maxQuick + " quick lists, at most " + (1 << 20));
        }
        if (wastage < 0) {
            throw new IllegalArgumentException("wastage: " + wastage + ", must not be negative");
        }
        miscLows = List.copyOf(miscLows);
        long expectedFirst = (maxQuick + 1L) * grain;
        if (miscLows.isEmpty() || miscLows.get(0) != expectedFirst) {
            throw new IllegalArgumentException("misc lists begin at " + miscLows + ", the first must begin at "
                    + expectedFirst + ", after the largest quick list");
        }
        for (int i = 1; i < miscLows.size(); i++) {
            if (miscLows.get(i) <= miscLows.get(i - 1) || miscLows.get(i) % grain != 0) {
                throw new IllegalArgumentException("misc list " + (i + 1) + " begins at " + miscLows.get(i)
                        + ", must be a multiple of " + grain + " above " + miscLows.get(i - 1));
            }
        }
    }

    /** Creates options for the strategy as printed. */
    public QuickFitOptions(int grain, int minQuick, int maxQuick, List<Long> miscLows, long wastage) {
        this(grain, minQuick, maxQuick, miscLows, wastage, false);
    }

    /**
     * A grain of 64 bytes, quick lists up to 4 KiB, four misc lists per power of two up to 16 MiB, and a wastage of 256
     * bytes.
     */
    public static QuickFitOptions defaults() {
        return of(DEFAULT_GRAIN, DEFAULT_MAX_QUICK, 4L * DEFAULT_GRAIN);
    }

    /**
     * Options with misc lists in a geometric sequence, four per power of two, up to at least 16 MiB.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public static QuickFitOptions of(int grain, int maxQuick, long wastage) {
        return of(grain, maxQuick, MiscRanges.FOUR_A_DOUBLING, wastage);
    }

    /**
     * Options with these misc lists.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public static QuickFitOptions of(int grain, int maxQuick, MiscRanges ranges, long wastage) {
        if (grain <= 0 || maxQuick <= 0) {
            throw new IllegalArgumentException("grain: " + grain + ", maxQL: " + maxQuick + "; must be positive");
        }
        return new QuickFitOptions(grain, 1, maxQuick, ranges.lows(grain, maxQuick), wastage);
    }

    /** Returns a copy with another acceptable wastage in bytes. */
    public QuickFitOptions withWastage(long newWastage) {
        return new QuickFitOptions(grain, minQuick, maxQuick, miscLows, newWastage, ownList);
    }

    /** Returns a copy whose requests of a misc list first search that list. */
    public QuickFitOptions withOwnList() {
        return new QuickFitOptions(grain, minQuick, maxQuick, miscLows, wastage, true);
    }

    /** The size of the smallest block in bytes. */
    public long smallestBlock() {
        return (long) minQuick * grain;
    }

    /** The number of quick and misc lists. */
    public int lists() {
        return maxQuick - minQuick + 1 + miscLows.size();
    }
}
