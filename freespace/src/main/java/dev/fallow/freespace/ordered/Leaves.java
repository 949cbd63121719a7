package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * The leaves of an {@link AddressTree}: their layout in arrays, their links in address order, and their allocation.
 *
 * <pre>
 *   leaf, 128 longs  0..62 addresses, ascending, then Long.MAX_VALUE      64..126 their sizes    127 count
 * </pre>
 *
 * <p>The leaves are in pages, so that a large tree never has to be copied to a larger array. The tree accesses the arrays directly,
 * because calls would dominate the cost of a search.
 */
final class Leaves {
    /** log2 of the number of longs in a leaf. */
    static final int LOG = 7;
    /** The number of sections in a full leaf. */
    static final int CAPACITY = 63;
    /** The distance from an address to its size. */
    static final int SIZES = 64;

    /** log2 of the number of leaves in a page. */
    private static final int PAGE_LOG = 8;

    private static final int PAGE = 1 << PAGE_LOG;

    private static final int COUNT = 127;
    private static final int NONE = -1;

    /** The first one grows, up to the size of the others. */
    private long[][] pages;

    private int pageCount;

    int[] next;
    int[] previous;
    /** For each leaf, its parent node and its position there, packed into an int. */
    int[] parentLink;

    int first;
    int last;
    int inUse;
    private int end;
    private int free;
    private boolean sparse;

    Leaves() {
        clear();
    }

    /** Removes all leaves. */
    void clear() {
        pages = new long[1][0];
        pageCount = 1;
        next = new int[0];
        previous = new int[0];
        parentLink = new int[0];
        first = NONE;
        last = NONE;
        inUse = 0;
        end = 0;
        free = NONE;
        sparse = false;
    }

    /** Whether most of the allocated memory is unused. */
    boolean sparse() {
        return sparse;
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        long longs = (pageCount - 1L << PAGE_LOG + LOG) + pages[0].length;
        return 8L * longs + 4L * (next.length + previous.length + parentLink.length);
    }

    /** The page with a leaf. */
    long[] page(int leaf) {
        return pages[leaf >>> PAGE_LOG];
    }

    /** The position of a leaf in its page. */
    static int base(int leaf) {
        return (leaf & PAGE - 1) << LOG;
    }

    /** The long at a position of all pages. */
    long at(int location) {
        return pages[location >>> PAGE_LOG + LOG][location & (PAGE << LOG) - 1];
    }

    /** The number of sections in a leaf. */
    int count(int leaf) {
        return (int) page(leaf)[base(leaf) + COUNT];
    }

    void setCount(int leaf, int count) {
        page(leaf)[base(leaf) + COUNT] = count;
    }

    /** Creates an empty, unlinked leaf. */
    int make() {
        int made = free;
        if (made != NONE) {
            free = next[made];
        } else {
            made = end++;
            if (made == next.length) {
                int room = AddressRuns.grown(made, 1, 2);
                next = Arrays.copyOf(next, room);
                previous = Arrays.copyOf(previous, room);
                parentLink = Arrays.copyOf(parentLink, room);
            }
            makePage(made);
        }
        inUse++;
        int base = base(made);
        Arrays.fill(page(made), base, base + SIZES, Long.MAX_VALUE);
        setCount(made, 0);
        next[made] = NONE;
        previous[made] = NONE;
        return made;
    }

    private void makePage(int made) {
        if (made < PAGE) {
            int room = Math.min(PAGE, next.length) << LOG;
            pages[0] = pages[0].length < room ? Arrays.copyOf(pages[0], room) : pages[0];
        } else if (made == pageCount << PAGE_LOG) {
            if (pageCount == pages.length) {
                pages = Arrays.copyOf(pages, 2 * pageCount);
            }
            pages[pageCount++] = new long[PAGE << LOG];
        }
    }

    /** Moves the sections of a full leaf from position {@code cut} on to a new leaf after it, which is returned. */
    int split(int lower, int cut) {
        int upper = make();
        int moved = CAPACITY - cut;
        long[] l = page(lower);
        long[] u = page(upper);
        int from = base(lower);
        int to = base(upper);
        System.arraycopy(l, from + cut, u, to, moved);
        System.arraycopy(l, from + SIZES + cut, u, to + SIZES, moved);
        Arrays.fill(l, from + cut, from + CAPACITY, Long.MAX_VALUE);
        setCount(lower, cut);
        setCount(upper, moved);

        int behind = next[lower];
        next[lower] = upper;
        previous[upper] = lower;
        next[upper] = behind;
        if (behind == NONE) {
            last = upper;
        } else {
            previous[behind] = upper;
        }
        return upper;
    }

    /** Moves all sections of a leaf to the end of the previous one, and removes it. */
    void merge(int lower, int upper) {
        int moved = count(upper);
        int to = base(lower) + count(lower);
        int from = base(upper);
        System.arraycopy(page(upper), from, page(lower), to, moved);
        System.arraycopy(page(upper), from + SIZES, page(lower), to + SIZES, moved);
        setCount(lower, count(lower) + moved);
        drop(upper);
    }

    /** Removes a leaf and its sections. */
    void drop(int leaf) {
        int before = previous[leaf];
        int behind = next[leaf];
        if (before == NONE) {
            first = behind;
        } else {
            next[before] = behind;
        }
        if (behind == NONE) {
            last = before;
        } else {
            previous[behind] = before;
        }
        int base = base(leaf);
        Arrays.fill(page(leaf), base, base + SIZES, Long.MAX_VALUE); // a hint that still refers to it finds nothing
        next[leaf] = free;
        free = leaf;
        inUse--;
        sparse = end > 16 && inUse < end >>> 2;
    }
}
