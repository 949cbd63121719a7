package dev.fallow.research.page;

import dev.fallow.research.search.RunSearch;

/**
 * {@link PrintedSearch} without shortcuts, unrolled by round for fixed gaps of 4, 8, 16 and 32 bits: each result word is
 * a local variable, each shift a constant, and the suffix takes no branch. These are the gaps of requests for so many
 * blocks, and of all requests for at least a word, which need gaps of half a word (section 4.3.2). All others are left
 * to {@link HoistedSearch}.
 *
 * <p>The loop over the words is written out for each gap, because the shifts are constants only in a method of their own.
 */
public final class UnrolledSearch implements RunSearch {
    private final int width;
    private final long ones;
    private final RunSearch others;

    /**
     * Creates a search.
     *
     * @param width of the words: 8, 16, 32 or 64 bits
     */
    public UnrolledSearch(int width) {
        this.width = width;
        ones = -1L >>> 64 - width;
        others = new HoistedSearch(width);
    }

    @Override
    public int wordBits() {
        return width;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        switch (length < width ? (int) length : width / 2) {
            case 4:
                return fours(map, words, from, length, width, ones);
            case 8:
                return eights(map, words, from, length, width, ones);
            case 16:
                return sixteens(map, words, from, length, width, ones);
            case 32:
                return thirtyTwos(map, words, from, length, width, ones);
            default:
                return others.search(map, words, from, length);
        }
    }

    /** Where the run of a result starts in the map: {@code behind} bits of its long follow the word. */
    private static long found(long result, int i, int behind, int wide, long length) {
        return ((long) i << 6) + 64 - behind - PrintedSearch.highest(result, wide) - length;
    }

    private static long fours(long[] map, int words, long from, long length, int wide, long all) {
        final boolean within = length < wide;
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long w0 = part >>> behind & all;
                long missing = length - suffix;
                if (missing > wide) {
                    if (w0 == all) {
                        suffix += wide;
                        continue;
                    }
                } else if ((all >>> 1 >>> missing - 1 | w0) == all) {
                    return ((long) i << 6) + 64 - wide - behind - suffix;
                }
                long w1 = w0 & w0 >>> 1;
                long w2 = w1 & w1 >>> 2;
                if (within && w2 != 0) {
                    return found(w2, i, behind, wide, length);
                }
                suffix = (w2 & 1) << 2;
                suffix += (w1 >>> suffix & 1) << 1;
                suffix += w0 >>> suffix & 1;
            }
        }
        return NONE;
    }

    private static long eights(long[] map, int words, long from, long length, int wide, long all) {
        final boolean within = length < wide;
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long w0 = part >>> behind & all;
                long missing = length - suffix;
                if (missing > wide) {
                    if (w0 == all) {
                        suffix += wide;
                        continue;
                    }
                } else if ((all >>> 1 >>> missing - 1 | w0) == all) {
                    return ((long) i << 6) + 64 - wide - behind - suffix;
                }
                long w1 = w0 & w0 >>> 1;
                long w2 = w1 & w1 >>> 2;
                long w3 = w2 & w2 >>> 4;
                if (within && w3 != 0) {
                    return found(w3, i, behind, wide, length);
                }
                suffix = (w3 & 1) << 3;
                suffix += (w2 >>> suffix & 1) << 2;
                suffix += (w1 >>> suffix & 1) << 1;
                suffix += w0 >>> suffix & 1;
            }
        }
        return NONE;
    }

    private static long sixteens(long[] map, int words, long from, long length, int wide, long all) {
        final boolean within = length < wide;
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long w0 = part >>> behind & all;
                long missing = length - suffix;
                if (missing > wide) {
                    if (w0 == all) {
                        suffix += wide;
                        continue;
                    }
                } else if ((all >>> 1 >>> missing - 1 | w0) == all) {
                    return ((long) i << 6) + 64 - wide - behind - suffix;
                }
                long w1 = w0 & w0 >>> 1;
                long w2 = w1 & w1 >>> 2;
                long w3 = w2 & w2 >>> 4;
                long w4 = w3 & w3 >>> 8;
                if (within && w4 != 0) {
                    return found(w4, i, behind, wide, length);
                }
                suffix = (w4 & 1) << 4;
                suffix += (w3 >>> suffix & 1) << 3;
                suffix += (w2 >>> suffix & 1) << 2;
                suffix += (w1 >>> suffix & 1) << 1;
                suffix += w0 >>> suffix & 1;
            }
        }
        return NONE;
    }

    private static long thirtyTwos(long[] map, int words, long from, long length, int wide, long all) {
        final boolean within = length < wide;
        long suffix = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long w0 = part >>> behind & all;
                long missing = length - suffix;
                if (missing > wide) {
                    if (w0 == all) {
                        suffix += wide;
                        continue;
                    }
                } else if ((all >>> 1 >>> missing - 1 | w0) == all) {
                    return ((long) i << 6) + 64 - wide - behind - suffix;
                }
                long w1 = w0 & w0 >>> 1;
                long w2 = w1 & w1 >>> 2;
                long w3 = w2 & w2 >>> 4;
                long w4 = w3 & w3 >>> 8;
                long w5 = w4 & w4 >>> 16;
                if (within && w5 != 0) {
                    return found(w5, i, behind, wide, length);
                }
                suffix = (w5 & 1) << 5;
                suffix += (w4 >>> suffix & 1) << 4;
                suffix += (w3 >>> suffix & 1) << 3;
                suffix += (w2 >>> suffix & 1) << 2;
                suffix += (w1 >>> suffix & 1) << 1;
                suffix += w0 >>> suffix & 1;
            }
        }
        return NONE;
    }
}
