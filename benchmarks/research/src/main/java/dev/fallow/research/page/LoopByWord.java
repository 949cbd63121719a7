package dev.fallow.research.page;

import dev.fallow.research.search.RunSearch;

/**
 * The loop over the bits, one word after the other, with words of 8 to 64 bits: the linear search in figure 6 of Burns
 * and Hineman, whose rate hardly depends on the width there.
 */
public final class LoopByWord implements RunSearch {
    private final int width;
    private final long ones;

    /**
     * Creates a search.
     *
     * @param width of the words: 8, 16, 32 or 64 bits
     */
    public LoopByWord(int width) {
        this.width = width;
        ones = -1L >>> 64 - width;
    }

    /** {@inheritDoc} It looks at single bits. */
    @Override
    public int wordBits() {
        return 1;
    }

    @Override
    public long search(long[] map, int words, long from, long length) {
        RunSearch.check(map, words, from, length);
        final int wide = width;
        final long all = ones;
        long run = 0;
        long hidden = -1L >>> from;
        for (int i = (int) (from >>> 6); i < words; i++) {
            long part = map[i] & hidden;
            hidden = -1L;
            for (int behind = 64 - wide; behind >= 0; behind -= wide) {
                long word = part >>> behind & all;
                for (int bit = wide - 1; bit >= 0; bit--) {
                    if ((word >>> bit & 1) == 0) {
                        run = 0;
                    } else if (++run == length) {
                        return ((long) i << 6) + 64 - behind - bit - length;
                    }
                }
            }
        }
        return NONE;
    }
}
