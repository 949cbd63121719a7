package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * The nodes above the leaves of an {@link AddressTree}: their layout in arrays, their allocation, and changes of a
 * node, in which its marks move with its children.
 *
 * <pre>
 *   node, 64 keys    1..63 the lowest address that may be in that child, then Long.MAX_VALUE    (0 is not used)
 *                    0..63 child: a node of the level below; at level 0, a leaf
 *                    one mark word per marked size: bit i is set if a section of that size is below child i
 * </pre>
 *
 * <p>The tree accesses the arrays directly, because calls would dominate the cost of a search.
 */
final class TreeNodes {
    /** log2 of the number of children of a full node. */
    static final int LOG = 6;
    /** The number of children of a full node. */
    static final int FANOUT = 1 << LOG;

    private static final int NONE = -1;

    long[] keys;
    int[] children;
    int[] counts;
    /** For each node, its parent node and its position there, packed into an int; -1 for the root. */
    int[] parentLink;
    /** The mark words, one per slot; those of node k start at k * stride. */
    long[] marks;

    int stride;
    int root;
    /** The number of levels of nodes; 0 if there is no root. */
    int levels;

    private int end;
    private int free;

    TreeNodes() {
        clear();
    }

    /** Removes all nodes. */
    void clear() {
        keys = new long[0];
        children = new int[0];
        counts = new int[0];
        parentLink = new int[0];
        marks = new long[0];
        stride = 0;
        root = NONE;
        levels = 0;
        end = 0;
        free = NONE;
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        return 8L * (keys.length + marks.length) + 4L * (children.length + counts.length + parentLink.length);
    }

    /** Creates a node without children, marks or parent. */
    int make() {
        int made = free;
        if (made != NONE) {
            free = children[made << LOG];
        } else {
            made = end++;
            if (made == counts.length) {
                int room = AddressRuns.grown(made, 1, 1);
                keys = Arrays.copyOf(keys, Math.multiplyExact(room, FANOUT));
                children = Arrays.copyOf(children, room * FANOUT);
                counts = Arrays.copyOf(counts, room);
                parentLink = Arrays.copyOf(parentLink, room);
                marks = Arrays.copyOf(marks, Math.multiplyExact(room, stride));
            }
        }
        int base = made << LOG;
        Arrays.fill(keys, base, base + FANOUT, Long.MAX_VALUE);
        Arrays.fill(marks, made * stride, (made + 1) * stride, 0);
        counts[made] = 0;
        parentLink[made] = NONE;
        return made;
    }

    /** Removes a node. */
    void release(int node) {
        children[node << LOG] = free;
        free = node;
    }

    /** Allocates memory for the mark words of slots 0 to {@code slots - 1}. */
    void reserveSlots(int slots) {
        if (slots <= stride) {
            return;
        }
        int wanted = Math.max(4, Integer.highestOneBit(slots - 1) << 1);
        long[] wider = new long[counts.length * wanted];
        for (int node = 0; node < end; node++) {
            System.arraycopy(marks, node * stride, wider, node * wanted, stride);
        }
        marks = wider;
        stride = wanted;
    }

    /** Inserts a child without marks at a position above 0 of a node that is not full. */
    void insertChild(int node, int at, long separator, int child) {
        int base = node << LOG;
        int behind = counts[node] - at;
        System.arraycopy(keys, base + at, keys, base + at + 1, behind);
        System.arraycopy(children, base + at, children, base + at + 1, behind);
        keys[base + at] = separator;
        children[base + at] = child;
        counts[node]++;
        long below = (1L << at) - 1; // at is at most 63
        for (int word = node * stride, limit = word + stride; word < limit; word++) {
            long old = marks[word];
            marks[word] = old & below | (old & ~below) << 1;
        }
    }

    /** Removes a child and its marks; returns the number of remaining children. */
    int removeChild(int node, int child) {
        int base = node << LOG;
        int left = counts[node] - 1;
        System.arraycopy(keys, base + child + 1, keys, base + child, left - child);
        System.arraycopy(children, base + child + 1, children, base + child, left - child);
        keys[base + left] = Long.MAX_VALUE;
        counts[node] = left;
        long below = (1L << child) - 1;
        for (int word = node * stride, limit = word + stride; word < limit; word++) {
            long old = marks[word];
            marks[word] = old & below | old >>> 1 & ~below;
        }
        return left;
    }

    /** Moves the children from {@code cut} on to a new node, without their marks; returns the new node. */
    int split(int lower, int cut) {
        int upper = make();
        int from = (lower << LOG) + cut;
        int to = upper << LOG;
        int moved = FANOUT - cut;
        System.arraycopy(keys, from, keys, to, moved);
        System.arraycopy(children, from, children, to, moved);
        Arrays.fill(keys, from, from + moved, Long.MAX_VALUE);
        counts[lower] = cut;
        counts[upper] = moved;
        return upper;
    }

    /** Moves the marks of the children that {@link #split} has moved, and updates the marks of the parent. */
    void splitMarks(int lower, int upper, int cut, int parent, int child) {
        long lowerBit = 1L << child;
        for (int slot = 0; slot < stride; slot++) {
            long old = marks[lower * stride + slot];
            long low = old & (1L << cut) - 1;
            long high = old >>> cut;
            marks[lower * stride + slot] = low;
            marks[upper * stride + slot] = high;
            if (high != 0) {
                marks[parent * stride + slot] |= lowerBit << 1;
                if (low == 0) {
                    marks[parent * stride + slot] &= ~lowerBit;
                }
            }
        }
    }

    /** Moves all children of a node, with their marks, to the end of the previous one, and removes it. */
    void merge(int lower, int upper, long separator) {
        int had = counts[lower];
        int moved = counts[upper];
        int to = (lower << LOG) + had;
        int from = upper << LOG;
        System.arraycopy(keys, from, keys, to, moved);
        keys[to] = separator; // the first key of a node is stored in its parent
        System.arraycopy(children, from, children, to, moved);
        counts[lower] = had + moved;
        for (int slot = 0; slot < stride; slot++) {
            marks[lower * stride + slot] |= marks[upper * stride + slot] << had;
        }
        release(upper);
    }

    /** Adds the marks of the next child to this child. */
    void joinMarks(int node, int child) {
        for (int word = node * stride, limit = word + stride; word < limit; word++) {
            marks[word] |= marks[word] >>> 1 & 1L << child;
        }
    }

    /** Clears the marks of a child and of the next one; returns whether there were any. */
    boolean clearMarks(int node, int child) {
        long both = 3L << child;
        boolean any = false;
        for (int word = node * stride, limit = word + stride; word < limit; word++) {
            any |= (marks[word] & both) != 0;
            marks[word] &= ~both;
        }
        return any;
    }

    /** Adds a node above the root. */
    void growRoot() {
        int old = root;
        root = make();
        children[root << LOG] = old;
        counts[root] = 1;
        for (int slot = 0; slot < stride; slot++) {
            marks[root * stride + slot] = marks[old * stride + slot] == 0 ? 0 : 1;
        }
        levels++;
    }
}
