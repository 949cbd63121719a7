package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * The leaves of an {@link AddressTree}: their layout in arrays, their links in address order, and their allocation.
 *
 * <pre>
 *   leaf, 128 longs  0..62 addresses, ascending, then Long.MAX_VALUE      64..126 their sizes    127 count
 * </pre>
 *
 * <p>The tree accesses the arrays directly, because calls would dominate the cost of a search.
 */
final class Leaves {
    /** log2 of the number of longs in a leaf. */
    static final int LOG = 7;
    /** The number of sections in a full leaf. */
    static final int CAPACITY = 63;
    /** The distance from an address to its size. */
    static final int SIZES = 64;

    private static final int COUNT = 127;
    private static final int NONE = -1;

    long[] words;
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
        words = new long[0];
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
        return 8L * words.length + 4L * (next.length + previous.length + parentLink.length);
    }

    /** The number of sections in a leaf. */
    int count(int leaf) {
        return (int) words[(leaf << LOG) + COUNT];
    }

    void setCount(int leaf, int count) {
        words[(leaf << LOG) + COUNT] = count;
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
                words = Arrays.copyOf(words, Math.multiplyExact(room, 1 << LOG));
                next = Arrays.copyOf(next, room);
                previous = Arrays.copyOf(previous, room);
                parentLink = Arrays.copyOf(parentLink, room);
            }
        }
        inUse++;
        int base = made << LOG;
        Arrays.fill(words, base, base + SIZES, Long.MAX_VALUE);
        words[base + COUNT] = 0;
        next[made] = NONE;
        previous[made] = NONE;
        return made;
    }

    /** Moves the sections of a full leaf from position {@code cut} on to a new leaf after it, which is returned. */
    int split(int lower, int cut) {
        int upper = make();
        int moved = CAPACITY - cut;
        long[] l = words;
        int from = lower << LOG;
        int to = upper << LOG;
        System.arraycopy(l, from + cut, l, to, moved);
        System.arraycopy(l, from + SIZES + cut, l, to + SIZES, moved);
        Arrays.fill(l, from + cut, from + CAPACITY, Long.MAX_VALUE);
        l[from + COUNT] = cut;
        l[to + COUNT] = moved;

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
        int to = (lower << LOG) + count(lower);
        int from = upper << LOG;
        System.arraycopy(words, from, words, to, moved);
        System.arraycopy(words, from + SIZES, words, to + SIZES, moved);
        words[(lower << LOG) + COUNT] += moved;
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
        int base = leaf << LOG;
        Arrays.fill(words, base, base + SIZES, Long.MAX_VALUE); // a hint that still refers to it finds nothing
        next[leaf] = free;
        free = leaf;
        inUse--;
        sparse = end > 16 && inUse < end >>> 2;
    }
}
