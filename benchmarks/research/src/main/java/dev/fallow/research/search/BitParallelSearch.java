package dev.fallow.research.search;

/**
 * The algorithm of Burns and Hineman, sections 3 and 4, with words of 8, 16, 32 or 64 bits. Each word is examined in up
 * to three steps: whether its prefix completes the run at the end of the previous words; otherwise, whether it contains
 * a run; otherwise, the length of its suffix of set bits, for the next word. Θ(n lg W / W) for n bits and words of W
 * bits.
 *
 * <p>Words narrower than 64 bits are extracted from the longs of the map by shifting.
 */
public final class BitParallelSearch implements RunSearch {
    private final int wordBits;
    private final long ones;
    private final GapRounds rounds = new GapRounds();

    /**
     * @param wordBits 8, 16, 32 or 64
     * @throws IllegalArgumentException if it is none of these
     */
    public BitParallelSearch(int wordBits) {
        if (wordBits != 8 && wordBits != 16 && wordBits != 32 && wordBits != 64) {
            throw new IllegalArgumentException("wordBits=" + wordBits + ", must be 8, 16, 32 or 64");
        }
        this.wordBits = wordBits;
        ones = -1L >>> 64 - wordBits;
    }

    @Override
    public int wordBits() {
        return wordBits;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        return wordBits == 64 ? searchLongs(map, words, from, length) : searchParts(map, words, from, length);
    }

    /** Searches words of 64 bits, those of the map. */
    private long searchLongs(long[] map, int words, long from, long length) {
        int i = (int) (from >>> 6);
        if (i >= words) {
            return NONE;
        }
        long word = map[i] & -1L >>> from;
        long suffix = 0;
        while (true) {
            long missing = length - suffix;
            if (missing > 64 && word == -1L) {
                suffix += 64;
            } else if (missing <= 64 && GapRounds.hasPrefix(word, -1L, (int) missing)) {
                return ((long) i << 6) - suffix;
            } else {
                long ends = gaps(word, length, 64);
                if (ends != 0) {
                    return ((long) i << 6) + Long.numberOfLeadingZeros(ends) + 1 - length;
                }
                suffix = rounds.suffix();
            }
            i++;
            if (suffix == 0) {
                i = firstNotZero(map, i, words);
            }
            if (i >= words) {
                return NONE;
            }
            word = map[i];
        }
    }

    /**
     * The index of the first word that is not 0. After a suffix of 0, words without a set bit need none of the steps.
     * This is a separate, minimal loop so that the compiler unrolls it.
     */
    static int firstNotZero(long[] map, int from, int words) {
        for (int i = from; i < words; i++) {
            if (map[i] != 0) {
                return i;
            }
        }
        return words;
    }

    /** Searches words narrower than 64 bits. */
    private long searchParts(long[] map, int words, long from, long length) {
        int width = wordBits;
        long all = ones;
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - width; behind >= 0; behind -= width) {
                long word = part >>> behind & all;
                if (word == 0) {
                    suffix = 0;
                    continue;
                }
                long missing = length - suffix;
                if (missing > width) {
                    if (word == all) {
                        suffix += width;
                        continue;
                    }
                } else if (GapRounds.hasPrefix(word, all, (int) missing)) {
                    return ((long) i << 6) + 64 - width - behind - suffix;
                }
                long ends = gaps(word, length, width);
                if (ends != 0) {
                    return ((long) i << 6) + Long.numberOfLeadingZeros(ends << behind) + 1 - length;
                }
                suffix = rounds.suffix();
            }
        }
        return NONE;
    }

    /**
     * Step 2: the ends of the runs in a word. A word cannot contain a run longer than itself, but the suffix needs the
     * results of the rounds up to a gap of half the word (4.3.2).
     */
    private long gaps(long word, long length, int width) {
        if (length <= width) {
            return rounds.search(word, (int) length);
        }
        rounds.search(word, width / 2);
        return 0;
    }
}
