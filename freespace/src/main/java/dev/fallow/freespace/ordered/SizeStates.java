package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * A state word for each existing size from 1 to {@link SizeBitmap#LARGEST}; the word of any other size is 0. The words
 * are in pages of 64 sizes with the same remainder modulo 8, so that multiples of 8 are adjacent. A page exists while
 * one of its sizes is in use. A removed page is reused, so that a manager which alternates between no section and one
 * allocates no memory. The array is truncated when three quarters of it are unused.
 */
final class SizeStates {
    private static final int PAGE_LOG = 6;
    private static final int PAGE = 1 << PAGE_LOG;
    private static final int PAGES = SizeBitmap.LARGEST >>> PAGE_LOG;
    private static final int NONE = 0;

    /** An array of up to this many pages, 16 KiB, is never truncated. */
    private static final int FEWEST_PAGES_CUT = 32;

    /** Page 0 stays zero; {@link #pages} refers to it for absent pages. */
    private long[] words;

    /** The page of each group of 64 sizes, or {@link #NONE}. Allocated at first use. */
    private int[] pages;

    /** For a page in use, its index in {@link #pages}; for a removed page, the page removed before it. */
    private int[] owners;

    /** The number of sizes in use, by page. */
    private byte[] used;

    private int end;
    private int inUse;
    private int freePage;

    SizeStates() {
        clear();
    }

    /** Removes all sizes. */
    void clear() {
        words = new long[PAGE];
        pages = new int[0];
        owners = new int[1];
        used = new byte[1];
        end = 1;
        inUse = 0;
        freePage = NONE;
    }

    /** The position of a size's word; one in page 0 if the size is not in use. */
    int find(long size) {
        int ordinal = ordinalOf(size);
        return pages.length == 0 ? NONE : pages[ordinal >>> PAGE_LOG] << PAGE_LOG | ordinal & PAGE - 1;
    }

    private static int ordinalOf(long size) {
        int bit = (int) size - 1;
        return (bit & 7) << 13 | bit >>> 3;
    }

    /**
     * As {@link #find}, but creates the page if necessary. Before setting the word for the first time, the caller must
     * mark it as in use.
     */
    int make(long size) {
        int at = find(size);
        return at >>> PAGE_LOG != NONE ? at : makePage(size);
    }

    private int makePage(long size) {
        if (pages.length == 0) {
            pages = new int[PAGES];
        }
        int page = freePage;
        if (page != NONE) {
            freePage = owners[page];
        } else {
            if (end == used.length) {
                resize(AddressRuns.grown(end, 1, 3));
            }
            page = end++;
        }
        int owner = ordinalOf(size) >>> PAGE_LOG;
        pages[owner] = page;
        owners[page] = owner;
        inUse++;
        return find(size);
    }

    private void resize(int room) {
        words = Arrays.copyOf(words, room << PAGE_LOG);
        owners = Arrays.copyOf(owners, room);
        used = Arrays.copyOf(used, room);
    }

    /** The word at a position; 0 if the size is not in use. */
    long get(int at) {
        return words[at];
    }

    /** Replaces the word of a size that is in use by one that is not 0. */
    void set(int at, long word) {
        words[at] = word;
    }

    /** Sets the word of a size that was not in use. */
    void use(int at, long word) {
        words[at] = word;
        used[at >>> PAGE_LOG]++;
    }

    /** Marks a size as not in use. */
    void drop(int at) {
        words[at] = 0;
        int page = at >>> PAGE_LOG;
        if (--used[page] == 0) {
            pages[owners[page]] = NONE;
            owners[page] = freePage;
            freePage = page;
            if (--inUse < end >>> 2 && end >= FEWEST_PAGES_CUT) {
                cut();
            }
        }
    }

    /** Compacts the pages in use. */
    private void cut() {
        int filled = 1;
        for (int page = 1; page < end; page++) {
            if (used[page] != 0) {
                System.arraycopy(words, page << PAGE_LOG, words, filled << PAGE_LOG, PAGE);
                owners[filled] = owners[page];
                used[filled] = used[page];
                pages[owners[filled]] = filled;
                filled++;
            }
        }
        int room = Math.max(FEWEST_PAGES_CUT, AddressRuns.grown(filled, 0, 2));
        if (room < used.length) {
            resize(room);
        }
        Arrays.fill(words, filled << PAGE_LOG, Math.min(end, used.length) << PAGE_LOG, 0);
        Arrays.fill(used, filled, Math.min(end, used.length), (byte) 0);
        end = filled;
        freePage = NONE;
    }

    /** The position after the last possible word; the first is {@link #first()}. */
    int limit() {
        return end << PAGE_LOG;
    }

    /** The position of the first possible word. */
    static int first() {
        return PAGE;
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        return 8L * words.length + 4L * (pages.length + owners.length) + used.length;
    }
}
