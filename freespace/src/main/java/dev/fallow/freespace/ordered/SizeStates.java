package dev.fallow.freespace.ordered;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * A state word for each existing size from 1 to {@link SizeBitmap#LARGEST}; the word of any other size is 0. The words
 * are in pages of 64 sizes with the same remainder modulo 8, so that multiples of 8 are adjacent. A page exists while
 * one of its sizes is in use. The page that was removed last is reused, so that a manager which alternates between no
 * section and one allocates no memory.
 */
final class SizeStates {
    private static final int PAGE_LOG = 6;
    private static final int PAGE = 1 << PAGE_LOG;
    private static final int PAGES = SizeBitmap.LARGEST >>> PAGE_LOG;
    private static final long[][] NO_PAGES = new long[PAGES][];

    /** {@link #NO_PAGES} until the first use. */
    private long[][] pages;

    /** The number of sizes in use, by page. */
    private byte[] used;

    private long[] spare;
    private int pagesHeld;

    SizeStates() {
        clear();
    }

    /** Removes all sizes. */
    void clear() {
        pages = NO_PAGES;
        used = new byte[0];
        spare = null;
        pagesHeld = 0;
    }

    /** The position of a size's word. */
    static int find(long size) {
        int bit = (int) size - 1;
        return (bit & 7) << 13 | bit >>> 3;
    }

    /** The word at a position; 0 if the size is not in use. */
    long get(int at) {
        long[] page = pages[at >>> PAGE_LOG];
        return page == null ? 0 : page[at & PAGE - 1];
    }

    /** Replaces the word at a position; 0 if the size is no longer in use. */
    void set(int at, long word) {
        int page = at >>> PAGE_LOG;
        long[] words = pages[page];
        if (words == null) {
            words = makePage(page);
        }
        long before = words[at & PAGE - 1];
        words[at & PAGE - 1] = word;
        if (before == 0) {
            used[page]++;
        } else if (word == 0 && --used[page] == 0) {
            pagesHeld -= spare == null ? 0 : 1;
            spare = words;
            pages[page] = null;
        }
    }

    private long[] makePage(int page) {
        if (pages == NO_PAGES) {
            pages = new long[PAGES][];
            used = new byte[PAGES];
        }
        pagesHeld += spare == null ? 1 : 0;
        pages[page] = spare == null ? new long[PAGE] : spare;
        spare = null;
        return pages[page];
    }

    /** Replaces the word of each size in use by another one that is not 0. */
    void replaceAll(LongUnaryOperator change) {
        for (long[] page : pages) {
            if (page != null) {
                Arrays.setAll(page, i -> page[i] == 0 ? 0 : change.applyAsLong(page[i]));
            }
        }
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        return (long) Long.BYTES * PAGE * pagesHeld
                + (pages == NO_PAGES ? 0 : (long) Integer.BYTES * PAGES)
                + used.length;
    }
}
