package dev.fallow.research.search;

import dev.fallow.freespace.bitmap.BitMap;

/**
 * The fastest search in plain words: {@link BitParallelSearch} with 64 bits, except that most words are skipped in
 * blocks of eight, with one branch per block.
 *
 * <p>A run of {@code length} bits, wherever it begins, covers one whole aligned unit of u bits if {@code length >= 2u -
 * 1}; u is the largest power of two for which that holds. The well-known test for a zero byte in a word, generalised to
 * units, determines in four operations whether a word has a unit of ones. A block without such a unit contains no whole
 * unit of any sufficiently long run and is skipped. Only the other blocks are searched bit-parallel; prefix and suffix
 * of their words are counted with the processor's leading-zeros and trailing-zeros instructions instead of the rounds.
 *
 * <p>Θ(n / 64) for n bits if blocks are skipped, Θ(n lg(length) / 64) in the worst case.
 */
public final class FilteredSearch implements RunSearch {
    private static final int BLOCK = 8; // words
    /** The lowest bit of every aligned unit of 2^i bits, by i. */
    private static final long[] UNIT_LOWS = {
        -1L, 0x5555555555555555L, 0x1111111111111111L, 0x0101010101010101L, 0x0001000100010001L, 0x0000000100000001L, 1L
    };

    /** Creates a search, which has no state. */
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
                long starts = length < 64 ? BitMap.starts(word, (int) length) : 0;
                if (starts != 0) {
                    return ((long) i << 6) + Long.numberOfLeadingZeros(starts);
                }
                suffix = Long.numberOfTrailingZeros(~word);
            }
            if (++i >= words) {
                return NONE;
            }
            // the current run may end in this word, without a whole unit in this block
            if ((i & BLOCK - 1) == 0 && suffix + Long.numberOfLeadingZeros(~map[i]) < length) {
                int next = skip(map, i, words, lows, highs);
                if (next != i) {
                    // a run may start in the last word skipped and have its unit in the next block
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

    /** The first block at or after {@code i} that is incomplete or has a unit of ones. */
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

    /** Non-zero if any of the eight words has a set bit. */
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

    /** Has a set bit among the highest bits of the units if a unit is all ones. */
    private static long units(long word, long lows) {
        return ~word - lows & word;
    }
}
