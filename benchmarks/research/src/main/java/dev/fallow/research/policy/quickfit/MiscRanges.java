package dev.fallow.research.policy.quickfit;

import java.util.ArrayList;
import java.util.List;

/**
 * Misc list ranges in a geometric sequence. The paper requires only that they follow each other (section 2.4): it states
 * neither how many there are nor where they end.
 *
 * @param aDoubling the number of lists for each power of two, at least 1
 * @param most the greatest number of lists, at least 1; no list begins above the first that reaches {@value #LARGEST_LOW}
 */
public record MiscRanges(int aDoubling, int most) {
    /** The size in bytes up to which lists begin, if {@link #most} allows it: 16 MiB. */
    public static final long LARGEST_LOW = 16L << 20;

    /** One list for all large blocks, as in quick fit. */
    public static final MiscRanges ONE = new MiscRanges(1, 1);

    /** Four lists for each power of two, up to 16 MiB. */
    public static final MiscRanges FOUR_A_DOUBLING = upToTheLargest(4);

    /** @throws IllegalArgumentException if a number is not positive */
    public MiscRanges {
        if (aDoubling < 1 || most < 1) {
            throw new IllegalArgumentException(
                    "misc lists: " + aDoubling + " for each power of two, at most " + most + "; must be positive");
        }
    }

    /** As many lists for each power of two, up to 16 MiB. */
    public static MiscRanges upToTheLargest(int aDoubling) {
        return new MiscRanges(aDoubling, Integer.MAX_VALUE);
    }

    /** The smallest size on each list in bytes, ascending, the first (maxQL + 1) * g. */
    List<Long> lows(int grain, int maxQuick) {
        List<Long> lows = new ArrayList<>();
        long first = (maxQuick + 1L) * grain;
        long last = 0;
        for (int i = 0; last < LARGEST_LOW && lows.size() < most; i++) {
            long low = Math.round(first * Math.pow(2, (double) i / aDoubling) / grain) * grain;
            if (low > last) {
                lows.add(low);
                last = low;
            }
        }
        return lows;
    }

    /** In words, for tables: "1 list"; "4 lists, 2 a doubling"; "lists to 16 MiB, 4 a doubling". */
    public String label() {
        if (most == 1) {
            return "1 list";
        }
        return (most == Integer.MAX_VALUE ? "lists to 16 MiB, " : most + " lists, ") + aDoubling + " a doubling";
    }
}
