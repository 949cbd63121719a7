package dev.fallow.freespace.bitmap;

/**
 * The fastest search through bare words here: as {@link BitParallelSearch} with 64 bits, but most words are passed over
 * in blocks of eight with one branch a block.
 *
 * <p>A run of {@code length} bits, wherever it begins, covers one whole aligned unit of u bits if
 * {@code length >= 2u - 1}; u is the largest power of two for which that holds. Whether a word has a unit of u ones is
 * the old question whether a word has a zero byte, four operations without a look at the neighbours, so a block without
 * such a unit holds no core of any run long enough. Only the other blocks are searched bit-parallel; prefix and suffix
 * of their words are counted with the processor's leading-zeros and trailing-zeros instructions in place of the rounds.
 *
 * <p>Time in Θ(n / 64) where blocks are passed over, Θ(n lg(length) / 64) at worst.
 */
public final class FilteredSearch implements RunSearch {
    private static final int BLOCK = 8; // words
    /** Of every aligned unit of 2^i bits, the lowest bit. */
    private static final long[] UNIT_LOWS = {
        -1L, 0x5555555555555555L, 0x1111111111111111L, 0x0101010101010101L, 0x0001000100010001L, 0x0000000100000001L, 1L
    };

    /** A search; it keeps nothing between calls. */
    public FilteredSearch() {}

    @Override
    public int wordBits() {
        return 64;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        int unit = Math.min(6, 63 - Long.numberOfLeadingZeros((length >>> 1) + (length & 1))); // lg u
        long lows = UNIT_LOWS[unit];
        long highs = lows << (1 << unit) - 1;
        int i = (int) (from >>> 6);
        if (i >= words) {
            return NONE;
        }
        long word = map[i] & -1L >>> from;
        long suffix = 0;
        while (true) {
            long prefix = Long.numberOfLeadingZeros(~word);
            if (suffix + prefix >= length) {
                return ((long) i << 6) - suffix;
            }
            if (prefix == 64) {
                suffix += 64;
            } else {
                long starts = length < 64 ? WordRuns.starts(word, (int) length) : 0;
                if (starts != 0) {
                    return ((long) i << 6) + Long.numberOfLeadingZeros(starts);
                }
                suffix = Long.numberOfTrailingZeros(~word);
            }
            if (++i >= words) {
                return NONE;
            }
            // the run that is open may end in this word, and not have a whole unit here
            if ((i & BLOCK - 1) == 0 && suffix + Long.numberOfLeadingZeros(~map[i]) < length) {
                int next = skip(map, i, words, lows, highs);
                if (next != i) {
                    // a run may begin in the last word passed over and have its unit in the block behind
                    suffix = Long.numberOfTrailingZeros(~map[next - 1]);
                    i = next;
                    if (i >= words) {
                        return NONE;
                    }
                }
            }
            word = map[i];
        }
    }

    /** The first block at or behind {@code i} that is not whole or has a unit of ones. */
    private static int skip(long[] map, int i, int words, long lows, long highs) {
        int block = i;
        for (int limit = words - BLOCK + 1; block < limit; block += BLOCK) {
            if (any(map, block) == 0) {
                block = BitParallelSearch.firstNotZero(map, block + BLOCK, words) & -BLOCK;
                if (block >= limit) {
                    break;
                }
            }
            long units = units(map[block], lows)
                    | units(map[block + 1], lows)
                    | units(map[block + 2], lows)
                    | units(map[block + 3], lows)
                    | units(map[block + 4], lows)
                    | units(map[block + 5], lows)
                    | units(map[block + 6], lows)
                    | units(map[block + 7], lows);
            if ((units & highs) != 0) {
                break;
            }
        }
        return block;
    }

    /** Not 0 if one of the eight words has a bit set. */
    private static long any(long[] map, int block) {
        return map[block]
                | map[block + 1]
                | map[block + 2]
                | map[block + 3]
                | map[block + 4]
                | map[block + 5]
                | map[block + 6]
                | map[block + 7];
    }

    /** Not 0 in the highest bits of its units if one of them is all ones. */
    private static long units(long word, long lows) {
        return ~word - lows & word;
    }
}
