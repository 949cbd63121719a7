package dev.fallow.freespace.ordered;

import dev.fallow.freespace.SectionVisitor;

/**
 * All sections in address order: a B+-tree in a few primitive arrays, with a cursor. {@link Leaves} and
 * {@link TreeNodes} contain the arrays, {@link TreeShape} the splits and merges; this class finds, inserts, changes and
 * removes sections.
 *
 * <p>Unused positions contain a key above every address, so a search in a node does not need the number of keys. It
 * consists of a fixed number of steps without branches: it compares seven keys that are a cache line apart, then seven
 * adjacent ones, each seven in parallel.
 *
 * <p>Marks locate the lowest section of a crowded size with one word per level, without an entry per section. The tree
 * updates them when a section is inserted, removed or resized, and moves them together with the children in splits and
 * merges.
 *
 * <p>A slot is that in which a size is marked; -1 if it is not marked.
 *
 * <p>Cost: a search examines the leaf guessed by {@link LeafHints}, which is usually the right one; otherwise one node
 * per level and one leaf. Leaves and nodes are merged with a sibling if both together fill at most three quarters of
 * one. So n sections have at most about log(n / 24) / log(24) levels below the root, for any addresses; on aged
 * layouts, two thirds full, one level for up to two thousand sections, two for up to a hundred thousand, three for up
 * to five million. A change with splits or merges affects at most two nodes per level, and all their mark words.
 *
 * <p>The cursor is a leaf and a position in it. A search sets it; calls that change a section act on it. After
 * {@link #insert} it is at the new section; after {@link #remove} it is undefined.
 */
final class AddressTree {
    private static final int NONE = -1;

    private final Leaves leaves = new Leaves();
    private final TreeNodes nodes = new TreeNodes();
    private final LeafHints hints = new LeafHints();
    private final TreeShape shape;

    private long count;
    private long visited;
    private int leaf;
    private int place;

    /** @param index determines which sizes are marked, and in which slot */
    AddressTree(SizeIndex index) {
        shape = new TreeShape(index, leaves, nodes);
        clear();
    }

    /** Removes all sections and marks. */
    void clear() {
        leaves.clear();
        nodes.clear();
        hints.clear();
        leaf = NONE;
        count = 0;
    }

    /** The number of sections. */
    long count() {
        return count;
    }

    /** The number of nodes and leaves visited since this tree was created. */
    long visited() {
        return visited + shape.visited();
    }

    /** Whether most of the memory allocated for leaves is unused, so that rebuilding the tree would shrink it. */
    boolean sparse() {
        return leaves.sparse();
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        return leaves.bytes() + nodes.bytes() + hints.bytes();
    }

    // ---- finding ---------------------------------------------------------------------------------------------

    /**
     * Sets the cursor to the last section at or below {@code address} in the leaf to which this address belongs, or
     * before the first section of that leaf.
     *
     * @param address from 0 to 2^63-2
     */
    void seek(long address) {
        int hinted = hints.leafOf(address);
        if (hinted >= 0) {
            long[] l = leaves.page(hinted);
            int base = Leaves.base(hinted);
            int at = search(l, base, address + 1);
            visited++;
            if (at > base && l[at] != Long.MAX_VALUE) { // the address is between two sections of this leaf
                leaf = hinted;
                place = at - base - 1;
                return;
            }
        }
        descend(address);
    }

    /** As {@link #seek}, from the root. */
    private void descend(long address) {
        if (nodes.levels == 0) {
            leaf = NONE;
            return;
        }
        long above = address + 1;
        long[] k = nodes.keys;
        int node = nodes.root;
        for (int level = nodes.levels; level > 0; level--) {
            int base = node << TreeNodes.LOG;
            int at = base + (below(k, base, 8, above) << 3);
            at += below(k, at, 1, above);
            node = nodes.children[at];
        }
        visited += nodes.levels + 1;
        leaf = node;
        int base = Leaves.base(node);
        place = search(leaves.page(node), base, above) - base - 1;
        hints.set(address, node);
    }

    /** The position of the first key not below a bound, in the leaf at {@code base}. */
    private static int search(long[] l, int base, long bound) {
        // key and bound are not negative, so key - bound cannot overflow, and is negative exactly if the key is below
        int at = base + (below(l, base - 1, 8, bound) << 3);
        return at + below(l, at - 1, 1, bound);
    }

    /**
     * The number of keys, of the seven at {@code base + step}, {@code base + 2 * step}, ..., that are below a bound.
     */
    private static int below(long[] keys, int base, int step, long bound) {
        // added in pairs, to shorten the dependency chain
        long low = ((keys[base + step] - bound) >>> 63) + ((keys[base + 2 * step] - bound) >>> 63);
        long middle = ((keys[base + 3 * step] - bound) >>> 63) + ((keys[base + 4 * step] - bound) >>> 63);
        long high = ((keys[base + 5 * step] - bound) >>> 63) + ((keys[base + 6 * step] - bound) >>> 63);
        return (int) ((low + middle) + (high + ((keys[base + 7 * step] - bound) >>> 63)));
    }

    /** Whether the cursor is at a section; if not, it is before the first one of a leaf, or the tree is empty. */
    boolean atSection() {
        return leaf != NONE && place >= 0;
    }

    /** The address of the section at the cursor. */
    long address() {
        return leaves.page(leaf)[Leaves.base(leaf) + place];
    }

    /** The size of the section at the cursor. */
    long size() {
        return leaves.page(leaf)[Leaves.base(leaf) + Leaves.SIZES + place];
    }

    /** Whether the section after the cursor is in the same leaf. */
    boolean hasNextInLeaf() {
        return leaf != NONE && place + 1 < leaves.count(leaf);
    }

    /**
     * The location of the section after the cursor, for {@link #addressOf} and {@link #sizeOf}; -1 if there is none.
     */
    int next() {
        if (leaf == NONE) {
            return NONE;
        }
        if (place + 1 < leaves.count(leaf)) {
            return (leaf << Leaves.LOG) + place + 1;
        }
        int after = leaves.next[leaf];
        if (after == NONE) {
            return NONE;
        }
        visited++;
        return after << Leaves.LOG;
    }

    /**
     * The location of the section at the cursor or, if the cursor is before a leaf, of the last one in the previous
     * leaf; -1 if there is none.
     */
    int current() {
        if (leaf == NONE) {
            return NONE;
        }
        if (place >= 0) {
            return (leaf << Leaves.LOG) + place;
        }
        int before = leaves.previous[leaf];
        if (before == NONE) {
            return NONE;
        }
        visited++;
        return (before << Leaves.LOG) + leaves.count(before) - 1;
    }

    /** The address of the section at a location. */
    long addressOf(int location) {
        return leaves.at(location);
    }

    /** The size of the section at a location. */
    long sizeOf(int location) {
        return leaves.at(location + Leaves.SIZES);
    }

    /** The location of the last section, or -1. */
    int last() {
        return count == 0 ? NONE : (leaves.last << Leaves.LOG) + leaves.count(leaves.last) - 1;
    }

    /** Visits every section in address order. */
    void forEach(SectionVisitor visitor) {
        for (int each = leaves.first; each != NONE; each = leaves.next[each]) {
            long[] l = leaves.page(each);
            int base = Leaves.base(each);
            int end = base + leaves.count(each);
            for (int at = base; at < end; at++) {
                visitor.visit(l[at], l[at + Leaves.SIZES]);
            }
        }
    }

    // ---- marks -----------------------------------------------------------------------------------------------

    /** Allocates memory for the marks of slots 0 to {@code slots - 1}. */
    void reserveSlots(int slots) {
        nodes.reserveSlots(slots);
    }

    /** Sets the mark of a slot for the leaf at the cursor, in every node on its path. */
    void mark(int slot) {
        int parentLink = leaves.parentLink[leaf];
        while (parentLink != NONE) {
            int node = parentLink >>> TreeNodes.LOG;
            int word = node * nodes.stride + slot;
            long before = nodes.marks[word];
            nodes.marks[word] = before | 1L << parentLink;
            visited++;
            if (before != 0) {
                return; // the nodes above are then marked already
            }
            parentLink = nodes.parentLink[node];
        }
    }

    /** Clears the mark of a slot for the leaf at the cursor, and in the nodes above for children without marks. */
    void unmark(int slot) {
        int parentLink = leaves.parentLink[leaf];
        while (parentLink != NONE) {
            int node = parentLink >>> TreeNodes.LOG;
            visited++;
            if ((nodes.marks[node * nodes.stride + slot] &= ~(1L << parentLink)) != 0) {
                return;
            }
            parentLink = nodes.parentLink[node];
        }
    }

    /** Sets the cursor to the lowest section of a marked size, of which there is at least one. */
    void seekLowest(int slot, long size) {
        descendMarks(slot, nodes.levels - 1, nodes.root);
        place = NONE;
        nextOfSize(size);
    }

    /** Follows the lowest marks from a node down to a leaf. */
    private void descendMarks(int slot, int from, int start) {
        int node = start;
        for (int level = from; level >= 0; level--) {
            int child = Long.numberOfTrailingZeros(nodes.marks[node * nodes.stride + slot]);
            node = nodes.children[(node << TreeNodes.LOG) + child];
        }
        visited += from + 2;
        leaf = node;
    }

    /** Moves the cursor to the next section of this size in its leaf; false if there is none. */
    private boolean nextOfSize(long size) {
        long[] l = leaves.page(leaf);
        int base = Leaves.base(leaf) + Leaves.SIZES;
        int end = base + leaves.count(leaf);
        for (int at = base + place + 1; at < end; at++) {
            if (l[at] == size) {
                place = at - base;
                return true;
            }
        }
        return false;
    }

    /**
     * Moves the cursor to the next section of a marked size, in this leaf or a later one; returns false if there is
     * none.
     */
    boolean seekNext(int slot, long size) {
        if (nextOfSize(size)) {
            return true;
        }
        int parentLink = leaves.parentLink[leaf];
        for (int level = 0; level < nodes.levels; level++) {
            int node = parentLink >>> TreeNodes.LOG;
            long after = nodes.marks[node * nodes.stride + slot] & -2L << parentLink;
            if (after != 0) {
                descendMarks(
                        slot, level - 1, nodes.children[(node << TreeNodes.LOG) + Long.numberOfTrailingZeros(after)]);
                place = NONE;
                return nextOfSize(size);
            }
            parentLink = nodes.parentLink[node];
        }
        return false;
    }

    /**
     * Called after a section of a marked size was removed from the leaf at the cursor. Clears the mark if it was the
     * last one of its size in the leaf.
     */
    private void unmarkIfLast(int slot, long size) {
        long[] l = leaves.page(leaf);
        int base = Leaves.base(leaf) + Leaves.SIZES;
        int end = base + leaves.count(leaf);
        for (int at = base; at < end; at++) {
            if (l[at] == size) {
                return;
            }
        }
        unmark(slot);
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /**
     * Changes the size of the section at the cursor.
     *
     * @param oldSlot the slot in which the previous size is marked, or -1
     * @param newSlot the slot in which the new size is marked, or -1
     */
    void resize(long size, int oldSlot, int newSlot) {
        long[] l = leaves.page(leaf);
        int at = Leaves.base(leaf) + Leaves.SIZES + place;
        long old = l[at];
        l[at] = size;
        if (oldSlot >= 0) {
            unmarkIfLast(oldSlot, old);
        }
        if (newSlot >= 0) {
            mark(newSlot);
        }
    }

    /**
     * Changes address and size of the section at the cursor, as {@link #resize}; the cursor is then undefined. There
     * must be no section between the old address and the new one.
     */
    void move(long address, long size, int oldSlot, int newSlot) {
        if (!belongsHere(address)) {
            remove(oldSlot);
            seek(address);
            insert(address, size, newSlot);
            return;
        }
        leaves.page(leaf)[Leaves.base(leaf) + place] = address;
        resize(size, oldSlot, newSlot);
    }

    /**
     * Changes address and size of the section after the cursor, in the same leaf; the address must belong to this leaf.
     */
    void moveNext(long address, long size, int oldSlot, int newSlot) {
        place++;
        leaves.page(leaf)[Leaves.base(leaf) + place] = address;
        resize(size, oldSlot, newSlot);
    }

    /** Whether an address above that of the section at the cursor, and below the next section, belongs to its leaf. */
    private boolean belongsHere(long address) {
        if (place + 1 < leaves.count(leaf)) {
            return true;
        }
        int parentLink = leaves.parentLink[leaf];
        while (parentLink != NONE) {
            int node = parentLink >>> TreeNodes.LOG;
            int child = (parentLink & TreeNodes.FANOUT - 1) + 1;
            if (child < nodes.counts[node]) {
                return address < nodes.keys[(node << TreeNodes.LOG) + child];
            }
            parentLink = nodes.parentLink[node];
        }
        return true;
    }

    /** Inserts a section after the cursor, which {@link #seek} has set to the section's address. */
    void insert(long address, long size, int slot) {
        if (nodes.levels == 0) {
            leaf = shape.createFirstLeaf();
            place = -1;
        }
        int filled = leaves.count(leaf);
        if (filled == Leaves.CAPACITY) {
            splitLeaf(address);
            filled = leaves.count(leaf);
        }
        long[] l = leaves.page(leaf);
        int base = Leaves.base(leaf);
        int at = base + ++place;
        int after = base + filled - at;
        System.arraycopy(l, at, l, at + 1, after);
        System.arraycopy(l, at + Leaves.SIZES, l, at + Leaves.SIZES + 1, after);
        l[at] = address;
        l[at + Leaves.SIZES] = size;
        leaves.setCount(leaf, filled + 1);
        count++;
        if (slot >= 0) {
            mark(slot);
        }
    }

    /** Removes the section at the cursor. */
    void remove(int slot) {
        long[] l = leaves.page(leaf);
        int base = Leaves.base(leaf);
        int at = base + place;
        long size = l[at + Leaves.SIZES];
        int left = leaves.count(leaf) - 1;
        int after = base + left - at;
        System.arraycopy(l, at + 1, l, at, after);
        System.arraycopy(l, at + Leaves.SIZES + 1, l, at + Leaves.SIZES, after);
        l[base + left] = Long.MAX_VALUE;
        leaves.setCount(leaf, left);
        count--;
        if (slot >= 0) {
            unmarkIfLast(slot, size);
        }
        if (left <= (Leaves.CAPACITY + 1) >>> 1 && (left & 3) == 0) {
            shape.mergeLeaf(leaf, left);
        }
        leaf = NONE;
    }

    /** Removes the section after the cursor, in the same leaf. */
    void removeNext(int slot) {
        place++;
        remove(slot);
    }

    /**
     * Moves the upper half of the full leaf at the cursor to a new one, and the cursor to the leaf of this address. At
     * either end of the tree nothing is moved, so that sections inserted in ascending or descending order leave full
     * leaves.
     */
    private void splitLeaf(long address) {
        int cut = Leaves.CAPACITY / 2;
        if (leaf == leaves.last && place == Leaves.CAPACITY - 1) {
            cut = Leaves.CAPACITY;
        } else if (leaf == leaves.first && place < 0) {
            cut = 0;
        }
        long separator = cut == Leaves.CAPACITY ? address : leaves.page(leaf)[Leaves.base(leaf) + cut];
        int upper = shape.splitLeaf(leaf, cut, separator);
        if (address >= separator) {
            leaf = upper;
            place -= cut;
        }
        hints.splitIn(
                leaves.inUse,
                leaves.at(leaves.first << Leaves.LOG),
                Math.max(address, leaves.at(leaves.last << Leaves.LOG)));
    }
}
