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
                long starts = length < 64 ? starts(word, (int) length) : 0;
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
                    // the run may begin in the last word passed over, and its core be in the block that stopped the
                    // skip
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
        for (; block + BLOCK <= words; block += BLOCK) {
            long a = map[block];
            long b = map[block + 1];
            long c = map[block + 2];
            long d = map[block + 3];
            long e = map[block + 4];
            long f = map[block + 5];
            long g = map[block + 6];
            long h = map[block + 7];
            if ((a | b | c | d | e | f | g | h) == 0) {
                continue;
            }
            long units = (~a - lows & a)
                    | (~b - lows & b)
                    | (~c - lows & c)
                    | (~d - lows & d)
                    | (~e - lows & e)
                    | (~f - lows & f)
                    | (~g - lows & g)
                    | (~h - lows & h);
            if ((units & highs) != 0) {
                break;
            }
        }
        return block;
    }

    /** The bits at which runs of {@code length} bits inside the word start. */
    static long starts(long word, int length) {
        long result = word;
        int gap = 1;
        for (; gap << 1 <= length; gap <<= 1) {
            result &= result << gap;
        }
        return result & result << length - gap;
    }
}
