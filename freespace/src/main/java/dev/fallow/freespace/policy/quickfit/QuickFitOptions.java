package dev.fallow.freespace.policy.quickfit;

import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of PMFLF; section 2.4 of the paper.
 *
 * @param grain the grain size g, bytes: each block's size is a multiple of it
 * @param minQuick minQL: the smallest block has minQL * g bytes
 * @param maxQuick maxQL: blocks of up to maxQL * g bytes are small and have a quick list for each size
 * @param miscLows low of each misc list, bytes, ascending. The first is (maxQL + 1) * g, and each list reaches to one grain
 *     below the next (high_i + g = low_{i+1}); the last has no upper bound
 * @param wastage the acceptable wastage w, bytes: a block of up to s + w bytes is handed out whole for a request of s
 */
public record QuickFitOptions(int grain, int minQuick, int maxQuick, List<Long> miscLows, long wastage) {
    private static final int DEFAULT_GRAIN = 64;
    private static final int DEFAULT_MAX_QUICK = 64;
    private static final int LISTS_A_DOUBLING = 4;
    private static final long LARGEST_DEFAULT_LOW = 16L << 20;

    /** @throws IllegalArgumentException if a number is out of its range, or the misc lists are not as the paper has them */
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
                    + expectedFirst + ", behind the largest quick list");
        }
        for (int i = 1; i < miscLows.size(); i++) {
            if (miscLows.get(i) <= miscLows.get(i - 1) || miscLows.get(i) % grain != 0) {
                throw new IllegalArgumentException("misc list " + (i + 1) + " begins at " + miscLows.get(i)
                        + ", must be a multiple of " + grain + " above " + miscLows.get(i - 1));
            }
        }
    }

    /** Quick lists up to 4 KiB by 64 bytes, four misc lists a doubling up to 16 MiB, wastage 256 bytes. */
    public static QuickFitOptions defaults() {
        return of(DEFAULT_GRAIN, DEFAULT_MAX_QUICK, 4L * DEFAULT_GRAIN);
    }

    /**
     * Misc lists in a geometric sequence, four a doubling, up to at least 16 MiB.
     *
     * @throws IllegalArgumentException as the constructor
     */
    public static QuickFitOptions of(int grain, int maxQuick, long wastage) {
        if (grain <= 0 || maxQuick <= 0) {
            throw new IllegalArgumentException("grain: " + grain + ", maxQL: " + maxQuick + "; must be positive");
        }
        List<Long> lows = new ArrayList<>();
        long first = (maxQuick + 1L) * grain;
        long last = 0;
        for (int i = 0; last < LARGEST_DEFAULT_LOW; i++) {
            long low = Math.round(first * Math.pow(2, (double) i / LISTS_A_DOUBLING) / grain) * grain;
            if (low > last) {
                lows.add(low);
                last = low;
            }
        }
        return new QuickFitOptions(grain, 1, maxQuick, lows, wastage);
    }

    /** The same with another acceptable wastage, bytes. */
    public QuickFitOptions withWastage(long newWastage) {
        return new QuickFitOptions(grain, minQuick, maxQuick, miscLows, newWastage);
    }

    /** The smallest block, bytes. */
    public long smallestBlock() {
        return (long) minQuick * grain;
    }

    /** How many lists there are, quick and misc. */
    public int lists() {
        return maxQuick - minQuick + 1 + miscLows.size();
    }
}
