package dev.fallow.freespace.ordered;

import dev.fallow.freespace.SectionVisitor;
import java.util.Arrays;

/**
 * Every section in the order of addresses: a B+-tree in a few arrays of primitives, with a cursor.
 *
 * <pre>
 *   leaf, 128 longs  0..62 addresses, ascending, then Long.MAX_VALUE      64..126 their sizes    127 how many
 *   node, 64 keys    1..63 the lowest address that may lie in that child, then Long.MAX_VALUE    (0 is not used)
 *                    0..63 child: a node of the level below, at level 0 a leaf
 *                    one mark word a marked size: bit i is set if a section of that size lies below child i
 *   home             of each leaf and node, in one int: the node above, and which of its children this is
 * </pre>
 *
 * <p>Because unused places hold a key above every address, a search looks at no count: it is a fixed number of steps
 * without a branch: seven keys a cache line apart, then seven side by side, each seven looked at in parallel. The marks make the tree answer "the lowest section of this size" for a
 * few crowded sizes in one word a level, with no entry a section; they are kept by the tree itself whenever a section
 * comes, goes or changes its size, and a split or a merge shifts them as it shifts the children.
 *
 * <p>Cost: a search looks at the leaf that {@link LeafHints} names, and mostly at no more; if that is not the one, at
 * one node a level and one leaf. Leaves and nodes are merged with a neighbour when both fill three quarters of one, so n
 * sections have at most about log(n / 24) / log(24) levels below the root, whatever the addresses; on aged layouts, two
 * thirds full, it is one level up to two thousand sections, two up to a hundred thousand, three up to five million. A
 * change that splits or merges touches at most two nodes a level, and all their mark words.
 *
 * <p>The cursor is a leaf and a place in it. A search sets it; the calls that change a
 * section act on it. After {@link #insert} it is at the new section; after {@link #remove} it is nowhere.
 */
final class AddressTree {
    private static final int LEAF_LOG = 7;
    private static final int LEAF_CAPACITY = 63;
    private static final int SIZES = 64;
    private static final int COUNT = 127;
    private static final int LEAF_MERGED = 54;
    private static final int LEAVES_ASKED = 8;

    private static final int FANOUT_LOG = 6;
    private static final int FANOUT = 1 << FANOUT_LOG;
    private static final int NODE_MERGED = 48;

    private static final int MOST_LEVELS = 16;
    private static final int NONE = -1;

    private final SizeIndex index;
    private final LeafHints hints = new LeafHints();

    private long[] leaves = new long[0];
    private int[] nextLeaf = new int[0];
    private int[] previousLeaf = new int[0];
    private int[] homeOfLeaf = new int[0];
    private int leafEnd;
    private int leavesInUse;
    private int freeLeaf;
    private boolean sparse;

    private long[] keys = new long[0];
    private int[] children = new int[0];
    private int[] childCounts = new int[0];
    private int[] homeOfNode = new int[0];
    private int nodeEnd;
    private int nodesInUse;
    private int freeNode;

    /** Mark words: those of node k are k * markStride and behind, one a slot. */
    private long[] marks = new long[0];

    private int markStride;

    private int root;
    private int levels;
    private int firstLeaf;
    private int lastLeaf;
    private long count;
    private long visited;
    private long asked;

    private final int[] pathNode = new int[MOST_LEVELS];
    private final int[] pathChild = new int[MOST_LEVELS];
    private int leaf;
    private int place;

    /** @param index knows which sizes are marked, and in which slot */
    AddressTree(SizeIndex index) {
        this.index = index;
        clear();
    }

    /** Forgets every section and every mark. */
    void clear() {
        leaves = new long[0];
        nextLeaf = new int[0];
        previousLeaf = new int[0];
        homeOfLeaf = new int[0];
        leafEnd = 0;
        leavesInUse = 0;
        sparse = false;
        freeLeaf = NONE;
        keys = new long[0];
        children = new int[0];
        childCounts = new int[0];
        homeOfNode = new int[0];
        nodeEnd = 0;
        nodesInUse = 0;
        freeNode = NONE;
        marks = new long[0];
        markStride = 0;
        levels = 0;
        firstLeaf = NONE;
        lastLeaf = NONE;
        leaf = NONE;
        count = 0;
        hints.clear();
    }

    /** How many sections there are. */
    long count() {
        return count;
    }

    /** Nodes and leaves that were looked at since this tree was made. */
    long visited() {
        return visited;
    }

    /** Whether most of what was allocated for leaves lies idle, so that building the tree anew would shrink it. */
    boolean sparse() {
        return sparse;
    }

    /** Bytes in the arrays. */
    long bytes() {
        return 8L * (leaves.length + keys.length + marks.length)
                + 4L * (nextLeaf.length + previousLeaf.length + homeOfLeaf.length)
                + 4L * (children.length + childCounts.length + homeOfNode.length)
                + hints.bytes();
    }

    // ---- finding ---------------------------------------------------------------------------------------------

    /**
     * Sets the cursor to the last section at or below {@code address} in the leaf that this address belongs to, or
     * before the first of that leaf.
     *
     * @param address from 0 to 2^63-2
     */
    void seek(long address) {
        int hinted = hints.leafOf(address);
        if (hinted >= 0) {
            long[] l = leaves;
            int base = hinted << LEAF_LOG;
            int at = search(l, base, address + 1);
            visited++;
            if (at > base && l[at] != Long.MAX_VALUE) { // between two sections of this leaf: it is the one
                leaf = hinted;
                place = at - base - 1;
                return;
            }
        }
        descend(address);
    }

    /** As {@link #seek}, from the root. */
    private void descend(long address) {
        if (levels == 0) {
            leaf = NONE;
            return;
        }
        long above = address + 1;
        long[] k = keys;
        int node = root;
        for (int level = levels; level > 0; level--) {
            int base = node << FANOUT_LOG;
            int at = base + (below(k, base, 8, above) << 3);
            at += below(k, at, 1, above);
            node = children[at];
        }
        visited += levels + 1;
        leaf = node;
        int base = node << LEAF_LOG;
        place = search(leaves, base, above) - base - 1;
        hints.set(address, node);
    }

    /** Where in a leaf that begins at {@code base} the first key lies that is not below a bound. */
    private static int search(long[] l, int base, long bound) {
        // (key - bound) is negative exactly if the key is below: neither is negative, so that it cannot overflow
        int at = base + (below(l, base - 1, 8, bound) << 3);
        return at + below(l, at - 1, 1, bound);
    }

    /** How many of the seven keys at {@code base + step}, {@code base + 2 * step}, ... are below a bound. */
    private static int below(long[] keys, int base, int step, long bound) {
        // added in pairs, so that no sum waits for more than two others
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
        return leaves[(leaf << LEAF_LOG) + place];
    }

    /** The size of the section at the cursor. */
    long size() {
        return leaves[(leaf << LEAF_LOG) + SIZES + place];
    }

    /** Whether the section behind the cursor lies in the same leaf. */
    boolean hasNextInLeaf() {
        return leaf != NONE && place + 1 < leafCount(leaf);
    }

    /** Where the section behind the cursor lies, for {@link #addressOf} and {@link #sizeOf}; -1 if there is none. */
    int next() {
        if (leaf == NONE) {
            return NONE;
        }
        if (place + 1 < leafCount(leaf)) {
            return (leaf << LEAF_LOG) + place + 1;
        }
        int behind = nextLeaf[leaf];
        if (behind == NONE) {
            return NONE;
        }
        visited++;
        return behind << LEAF_LOG;
    }

    /**
     * Where the section at the cursor lies, or if the cursor is before a leaf, the last one of the leaf before; -1 if
     * there is none.
     */
    int current() {
        if (leaf == NONE) {
            return NONE;
        }
        if (place >= 0) {
            return (leaf << LEAF_LOG) + place;
        }
        int before = previousLeaf[leaf];
        if (before == NONE) {
            return NONE;
        }
        visited++;
        return (before << LEAF_LOG) + leafCount(before) - 1;
    }

    /** The address of the section at a location. */
    long addressOf(int location) {
        return leaves[location];
    }

    /** The size of the section at a location. */
    long sizeOf(int location) {
        return leaves[location + SIZES];
    }

    /** Where the last section of all lies, or -1. */
    int last() {
        return lastLeaf == NONE ? NONE : (lastLeaf << LEAF_LOG) + leafCount(lastLeaf) - 1;
    }

    /** Visits every section in the order of addresses. */
    void forEach(SectionVisitor visitor) {
        long[] l = leaves;
        int each = firstLeaf;
        while (each != NONE) {
            int behind = askFor(each);
            for (; each != behind; each = nextLeaf[each]) {
                int base = each << LEAF_LOG;
                int end = base + leafCount(each);
                for (int at = base; at < end; at++) {
                    visitor.visit(l[at], l[at + SIZES]);
                }
            }
        }
    }

    /**
     * Reads a word of each cache line in the lower half of the next few leaves, one after the other, so that they come from memory at the
     * same time: aged leaves lie in no order. Returns the leaf behind these, or -1.
     */
    private int askFor(int from) {
        long[] l = leaves;
        int each = from;
        long sum = 0;
        for (int i = 0; i < LEAVES_ASKED && each != NONE; i++) {
            int base = each << LEAF_LOG;
            for (int at = base; at < base + SIZES / 2; at += 8) {
                sum += l[at] + l[at + SIZES];
            }
            sum += l[base + COUNT];
            each = nextLeaf[each];
        }
        asked = sum; // or the reads would be dropped as useless
        return each;
    }

    private int leafCount(int which) {
        return (int) leaves[(which << LEAF_LOG) + COUNT];
    }

    // ---- marks -----------------------------------------------------------------------------------------------

    /** Makes room for the mark words of slots 0 to {@code slots - 1}. */
    void reserveSlots(int slots) {
        if (slots <= markStride) {
            return;
        }
        int stride = Math.max(4, Integer.highestOneBit(slots - 1) << 1);
        long[] wider = new long[childCounts.length * stride];
        for (int node = 0; node < nodeEnd; node++) {
            System.arraycopy(marks, node * markStride, wider, node * stride, markStride);
        }
        marks = wider;
        markStride = stride;
    }

    /** Sets the mark of a slot for the leaf at the cursor, in every node of the way to it. */
    void mark(int slot) {
        int home = homeOfLeaf[leaf];
        while (home != NONE) {
            int node = home >>> FANOUT_LOG;
            int word = node * markStride + slot;
            long before = marks[word];
            marks[word] = before | 1L << home;
            visited++;
            if (before != 0) {
                return; // then the nodes above have their marks
            }
            home = homeOfNode[node];
        }
    }

    /** Clears the mark of a slot for the leaf at the cursor, and above where nothing is left below. */
    void unmark(int slot) {
        int home = homeOfLeaf[leaf];
        while (home != NONE) {
            int node = home >>> FANOUT_LOG;
            visited++;
            if ((marks[node * markStride + slot] &= ~(1L << home)) != 0) {
                return;
            }
            home = homeOfNode[node];
        }
    }

    /** Sets the cursor to the lowest section of a marked size, of which there is at least one. */
    void seekLowest(int slot, long size) {
        descendMarks(slot, levels - 1, root);
        place = NONE;
        nextOfSize(size);
    }

    /** Follows the lowest marks from a node down to a leaf. */
    private void descendMarks(int slot, int from, int start) {
        int node = start;
        for (int level = from; level >= 0; level--) {
            int child = Long.numberOfTrailingZeros(marks[node * markStride + slot]);
            node = children[(node << FANOUT_LOG) + child];
        }
        visited += from + 2;
        leaf = node;
    }

    /** Moves the cursor to the next section of this size in its leaf; false if there is none. */
    private boolean nextOfSize(long size) {
        int base = (leaf << LEAF_LOG) + SIZES;
        int end = base + leafCount(leaf);
        for (int at = base + place + 1; at < end; at++) {
            if (leaves[at] == size) {
                place = at - base;
                return true;
            }
        }
        return false;
    }

    /** Moves the cursor to the next section of a marked size, in this leaf or behind; false if there is none. */
    boolean seekNext(int slot, long size) {
        if (nextOfSize(size)) {
            return true;
        }
        int home = homeOfLeaf[leaf];
        for (int level = 0; level < levels; level++) {
            int node = home >>> FANOUT_LOG;
            long behind = marks[node * markStride + slot] & -2L << home;
            if (behind != 0) {
                descendMarks(slot, level - 1, children[(node << FANOUT_LOG) + Long.numberOfTrailingZeros(behind)]);
                place = NONE;
                return nextOfSize(size);
            }
            home = homeOfNode[node];
        }
        return false;
    }

    /** After a section of a marked size went from the leaf at the cursor: clears the mark if it was the last there. */
    private void went(int slot, long size) {
        int base = (leaf << LEAF_LOG) + SIZES;
        int end = base + leafCount(leaf);
        for (int at = base; at < end; at++) {
            if (leaves[at] == size) {
                return;
            }
        }
        unmark(slot);
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /**
     * Gives the section at the cursor another size.
     *
     * @param oldSlot the slot in which its size until now is marked, or -1
     * @param newSlot the slot in which the other size is marked, or -1
     */
    void resize(long size, int oldSlot, int newSlot) {
        int at = (leaf << LEAF_LOG) + SIZES + place;
        long old = leaves[at];
        leaves[at] = size;
        if (oldSlot >= 0) {
            went(oldSlot, old);
        }
        if (newSlot >= 0) {
            mark(newSlot);
        }
    }

    /**
     * Gives the section at the cursor another address and size, as {@link #resize}; the cursor is then nowhere. Nothing
     * may lie between the old address and the new one.
     */
    void move(long address, long size, int oldSlot, int newSlot) {
        if (!belongsHere(address)) {
            remove(oldSlot);
            seek(address);
            insert(address, size, newSlot);
            return;
        }
        leaves[(leaf << LEAF_LOG) + place] = address;
        resize(size, oldSlot, newSlot);
    }

    /** Gives the section behind the cursor, in the same leaf, an address that belongs to this leaf, and a size. */
    void moveNext(long address, long size, int oldSlot, int newSlot) {
        place++;
        leaves[(leaf << LEAF_LOG) + place] = address;
        resize(size, oldSlot, newSlot);
    }

    /** Whether an address above that of the section at the cursor, and below the next section, belongs to its leaf. */
    private boolean belongsHere(long address) {
        if (place + 1 < leafCount(leaf)) {
            return true;
        }
        int home = homeOfLeaf[leaf];
        while (home != NONE) {
            int node = home >>> FANOUT_LOG;
            int child = (home & FANOUT - 1) + 1;
            if (child < childCounts[node]) {
                return address < keys[(node << FANOUT_LOG) + child];
            }
            home = homeOfNode[node];
        }
        return true;
    }

    /** Writes down the way from the cursor's leaf to the root, for a change of the tree's shape. */
    private void findWay() {
        int home = homeOfLeaf[leaf];
        for (int level = 0; level < levels; level++) {
            int node = home >>> FANOUT_LOG;
            pathNode[level] = node;
            pathChild[level] = home & FANOUT - 1;
            home = homeOfNode[node];
        }
    }

    /** Tells the children {@code from} to {@code to - 1} of a node where they are. */
    private void settleChildren(int level, int node, int from, int to) {
        int[] homes = level == 0 ? homeOfLeaf : homeOfNode;
        int base = node << FANOUT_LOG;
        for (int home = base + from; home < base + to; home++) {
            homes[children[home]] = home;
        }
    }

    /**
     * Inserts a section behind the cursor, which {@link #seek} has set to the section's address.
     *
     * @param slot the slot in which its size is marked, or -1
     */
    void insert(long address, long size, int slot) {
        if (levels == 0) {
            plant();
        }
        int filled = leafCount(leaf);
        if (filled == LEAF_CAPACITY) {
            splitLeaf(address);
            filled = leafCount(leaf);
        }
        long[] l = leaves;
        int base = leaf << LEAF_LOG;
        int at = base + ++place;
        int behind = base + filled - at;
        System.arraycopy(l, at, l, at + 1, behind);
        System.arraycopy(l, at + SIZES, l, at + SIZES + 1, behind);
        l[at] = address;
        l[at + SIZES] = size;
        l[base + COUNT] = filled + 1;
        count++;
        if (slot >= 0) {
            mark(slot);
        }
    }

    /**
     * Removes the section at the cursor.
     *
     * @param slot the slot in which its size is marked, or -1
     */
    void remove(int slot) {
        long[] l = leaves;
        int base = leaf << LEAF_LOG;
        int at = base + place;
        long size = l[at + SIZES];
        int left = (int) l[base + COUNT] - 1;
        int behind = base + left - at;
        System.arraycopy(l, at + 1, l, at, behind);
        System.arraycopy(l, at + SIZES + 1, l, at + SIZES, behind);
        l[base + left] = Long.MAX_VALUE;
        l[base + COUNT] = left;
        count--;
        if (slot >= 0) {
            went(slot, size);
        }
        if (left <= (LEAF_CAPACITY + 1) >>> 1 && (left & 3) == 0) {
            mergeLeaf(left);
        }
        leaf = NONE;
    }

    /** Removes the section behind the cursor, in the same leaf. */
    void removeNext(int slot) {
        place++;
        remove(slot);
    }

    /** The first leaf and the node over it. */
    private void plant() {
        leaf = newLeaf();
        place = -1;
        firstLeaf = leaf;
        lastLeaf = leaf;
        root = newNode();
        children[root << FANOUT_LOG] = leaf;
        childCounts[root] = 1;
        levels = 1;
        settleChildren(0, root, 0, 1);
    }

    /**
     * Moves the upper half of the full leaf at the cursor to a new one, and the cursor to where this address belongs.
     * At either end of all leaves nothing is moved apart: sections that come in order of addresses, up or down, leave
     * full leaves behind them.
     */
    private void splitLeaf(long address) {
        findWay();
        visited += 2; // and its node, with all that is kept in it
        int lower = leaf;
        int upper = newLeaf();
        int cut = LEAF_CAPACITY / 2;
        if (lower == lastLeaf && place == LEAF_CAPACITY - 1) {
            cut = LEAF_CAPACITY;
        } else if (lower == firstLeaf && place < 0) {
            cut = 0;
        }
        long[] l = leaves;
        int from = lower << LEAF_LOG;
        int to = upper << LEAF_LOG;
        int moved = LEAF_CAPACITY - cut;
        long separator = cut == LEAF_CAPACITY ? address : l[from + cut];
        System.arraycopy(l, from + cut, l, to, moved);
        System.arraycopy(l, from + SIZES + cut, l, to + SIZES, moved);
        Arrays.fill(l, from + cut, from + LEAF_CAPACITY, Long.MAX_VALUE);
        l[from + COUNT] = cut;
        l[to + COUNT] = moved;

        int behind = nextLeaf[lower];
        nextLeaf[lower] = upper;
        previousLeaf[upper] = lower;
        nextLeaf[upper] = behind;
        if (behind == NONE) {
            lastLeaf = upper;
        } else {
            previousLeaf[behind] = upper;
        }

        insertChild(0, separator, upper);
        remark(pathNode[0], pathChild[0], lower, upper);
        if (address >= separator) {
            leaf = upper;
            place -= cut;
        }
        hints.splitIn(leavesInUse, leaves[firstLeaf << LEAF_LOG], Math.max(address, leaves[lastLeaf << LEAF_LOG]));
    }

    /** Sets the marks of two leaves that were one, side by side in their node. */
    private void remark(int node, int child, int lower, int upper) {
        long both = 3L << child;
        boolean any = false;
        int base = node * markStride;
        for (int word = base; word < base + markStride; word++) {
            any |= (marks[word] & both) != 0;
            marks[word] &= ~both;
        }
        if (any) {
            remark(base, 1L << child, lower);
            remark(base, 2L << child, upper);
        }
    }

    private void remark(int base, long bit, int which) {
        int from = (which << LEAF_LOG) + SIZES;
        int end = from + leafCount(which);
        for (int at = from; at < end; at++) {
            int slot = index.slotOf(leaves[at]);
            if (slot >= 0) {
                marks[base + slot] |= bit;
            }
        }
    }

    /**
     * Inserts a child behind the one on the cursor's way, at a level, without marks. The way is kept up to date: it
     * still leads to the old child.
     */
    private void insertChild(int level, long separator, int newChild) {
        if (childCounts[pathNode[level]] == FANOUT) {
            splitNode(level);
        }
        int node = pathNode[level];
        int base = node << FANOUT_LOG;
        int at = pathChild[level] + 1;
        int behind = childCounts[node] - at;
        System.arraycopy(keys, base + at, keys, base + at + 1, behind);
        System.arraycopy(children, base + at, children, base + at + 1, behind);
        keys[base + at] = separator;
        children[base + at] = newChild;
        childCounts[node]++;
        settleChildren(level, node, at, childCounts[node]);
        long below = (1L << at) - 1; // at is at most 63
        for (int word = node * markStride, end = word + markStride; word < end; word++) {
            long old = marks[word];
            marks[word] = old & below | (old & ~below) << 1;
        }
    }

    /** Moves the upper half of a full node on the cursor's way to a new one, and the way to the half of its child. */
    private void splitNode(int level) {
        int lower = pathNode[level];
        int upper = newNode();
        visited += 2;
        if (level + 1 == levels) {
            growRoot();
        }
        int child = pathChild[level];
        int cut = child == FANOUT - 1 && isLast(level) ? FANOUT - 1 : FANOUT / 2;
        int from = (lower << FANOUT_LOG) + cut;
        int to = upper << FANOUT_LOG;
        int moved = FANOUT - cut;
        long separator = keys[from];
        System.arraycopy(keys, from, keys, to, moved);
        System.arraycopy(children, from, children, to, moved);
        Arrays.fill(keys, from, from + moved, Long.MAX_VALUE);
        childCounts[lower] = cut;
        childCounts[upper] = moved;
        settleChildren(level, upper, 0, moved);

        insertChild(level + 1, separator, upper);
        int parent = pathNode[level + 1] * markStride;
        long lowerBit = 1L << pathChild[level + 1];
        for (int slot = 0; slot < markStride; slot++) {
            long old = marks[lower * markStride + slot];
            long low = old & (1L << cut) - 1;
            long high = old >>> cut;
            marks[lower * markStride + slot] = low;
            marks[upper * markStride + slot] = high;
            if (high != 0) {
                marks[parent + slot] |= lowerBit << 1;
                if (low == 0) {
                    marks[parent + slot] &= ~lowerBit;
                }
            }
        }
        if (child >= cut) {
            pathNode[level] = upper;
            pathChild[level] = child - cut;
            pathChild[level + 1]++;
        }
    }

    /** Whether the node on the cursor's way is the last one of its level. */
    private boolean isLast(int level) {
        for (int above = levels - 1; above > level; above--) {
            if (pathChild[above] != childCounts[pathNode[above]] - 1) {
                return false;
            }
        }
        return true;
    }

    /** Puts a node over the root. */
    private void growRoot() {
        int old = root;
        root = newNode();
        children[root << FANOUT_LOG] = old;
        childCounts[root] = 1;
        for (int slot = 0; slot < markStride; slot++) {
            marks[root * markStride + slot] = marks[old * markStride + slot] == 0 ? 0 : 1;
        }
        pathNode[levels] = root;
        pathChild[levels] = 0;
        settleChildren(levels, root, 0, 1);
        levels++;
    }

    /** Merges the leaf at the cursor with a neighbour below the same node, if both fit well in one; drops it if empty. */
    private void mergeLeaf(int left) {
        findWay();
        int node = pathNode[0];
        int child = pathChild[0];
        int base = node << FANOUT_LOG;
        if (left == 0) {
            unlinkLeaf(leaf);
            removeChild(0, child);
        } else if (child + 1 < childCounts[node] && left + leafCount(children[base + child + 1]) <= LEAF_MERGED) {
            mergeLeaves(child);
        } else if (child > 0 && left + leafCount(children[base + child - 1]) <= LEAF_MERGED) {
            mergeLeaves(child - 1);
        }
    }

    /** Moves all of the leaf behind this child into it. */
    private void mergeLeaves(int child) {
        int node = pathNode[0];
        int lower = children[(node << FANOUT_LOG) + child];
        int upper = children[(node << FANOUT_LOG) + child + 1];
        int moved = leafCount(upper);
        visited += 2;
        int to = (lower << LEAF_LOG) + leafCount(lower);
        int from = upper << LEAF_LOG;
        System.arraycopy(leaves, from, leaves, to, moved);
        System.arraycopy(leaves, from + SIZES, leaves, to + SIZES, moved);
        leaves[(lower << LEAF_LOG) + COUNT] += moved;
        joinMarks(node, child);
        unlinkLeaf(upper);
        removeChild(0, child + 1);
    }

    /** What is marked for the child behind this one is marked for this one too. */
    private void joinMarks(int node, int child) {
        for (int word = node * markStride, end = word + markStride; word < end; word++) {
            marks[word] |= marks[word] >>> 1 & 1L << child;
        }
    }

    private void unlinkLeaf(int which) {
        int before = previousLeaf[which];
        int behind = nextLeaf[which];
        if (before == NONE) {
            firstLeaf = behind;
        } else {
            nextLeaf[before] = behind;
        }
        if (behind == NONE) {
            lastLeaf = before;
        } else {
            previousLeaf[behind] = before;
        }
        int base = which << LEAF_LOG;
        Arrays.fill(leaves, base, base + SIZES, Long.MAX_VALUE); // a hint that still leads here finds nothing
        nextLeaf[which] = freeLeaf;
        freeLeaf = which;
        leavesInUse--;
        sparse = leafEnd > 16 && leavesInUse < leafEnd >>> 2;
    }

    /** Removes a child of the node on the cursor's way at a level; merges or drops that node if few are left. */
    private void removeChild(int level, int child) {
        int node = pathNode[level];
        int base = node << FANOUT_LOG;
        int left = childCounts[node] - 1;
        System.arraycopy(keys, base + child + 1, keys, base + child, left - child);
        System.arraycopy(children, base + child + 1, children, base + child, left - child);
        keys[base + left] = Long.MAX_VALUE;
        childCounts[node] = left;
        settleChildren(level, node, child, left);
        long below = (1L << child) - 1;
        for (int word = node * markStride, end = word + markStride; word < end; word++) {
            long old = marks[word];
            marks[word] = old & below | old >>> 1 & ~below;
        }
        if (level + 1 == levels) {
            shrinkRoot();
        } else if (left == 0) {
            releaseNode(node);
            removeChild(level + 1, pathChild[level + 1]);
        } else if (left <= NODE_MERGED >>> 1 && (left & 3) == 0) {
            mergeNode(level);
        }
    }

    /** Merges the node on the cursor's way with a neighbour below the same node, if both fit well in one. */
    private void mergeNode(int level) {
        int parent = pathNode[level + 1];
        int base = parent << FANOUT_LOG;
        int child = pathChild[level + 1];
        int left = childCounts[pathNode[level]];
        if (child + 1 < childCounts[parent] && left + childCounts[children[base + child + 1]] <= NODE_MERGED) {
            mergeNodes(level, child);
        } else if (child > 0 && left + childCounts[children[base + child - 1]] <= NODE_MERGED) {
            mergeNodes(level, child - 1);
        }
    }

    /** Moves all children of the node behind this child into it. */
    private void mergeNodes(int level, int child) {
        int parent = pathNode[level + 1];
        int base = parent << FANOUT_LOG;
        int lower = children[base + child];
        int upper = children[base + child + 1];
        int had = childCounts[lower];
        visited += 2;
        int moved = childCounts[upper];
        int to = (lower << FANOUT_LOG) + had;
        int from = upper << FANOUT_LOG;
        System.arraycopy(keys, from, keys, to, moved);
        keys[to] = keys[base + child + 1]; // the first key of a node is kept above it
        System.arraycopy(children, from, children, to, moved);
        childCounts[lower] = had + moved;
        settleChildren(level, lower, had, had + moved);
        for (int slot = 0; slot < markStride; slot++) {
            marks[lower * markStride + slot] |= marks[upper * markStride + slot] << had;
        }
        joinMarks(parent, child);
        releaseNode(upper);
        removeChild(level + 1, child + 1);
    }

    /** Drops a root with one child that is a node; an empty tree keeps nothing. */
    private void shrinkRoot() {
        while (levels > 1 && childCounts[root] == 1) {
            int old = root;
            root = children[old << FANOUT_LOG];
            homeOfNode[root] = NONE;
            releaseNode(old);
            levels--;
        }
        if (childCounts[root] == 0) {
            releaseNode(root);
            levels = 0;
        }
    }

    // ---- room ------------------------------------------------------------------------------------------------

    private int newLeaf() {
        int made = freeLeaf;
        if (made != NONE) {
            freeLeaf = nextLeaf[made];
        } else {
            made = leafEnd++;
            if (made == nextLeaf.length) {
                int room = AddressRuns.grown(made, 1, 2);
                leaves = Arrays.copyOf(leaves, Math.multiplyExact(room, 1 << LEAF_LOG));
                nextLeaf = Arrays.copyOf(nextLeaf, room);
                previousLeaf = Arrays.copyOf(previousLeaf, room);
                homeOfLeaf = Arrays.copyOf(homeOfLeaf, room);
            }
        }
        leavesInUse++;
        int base = made << LEAF_LOG;
        Arrays.fill(leaves, base, base + SIZES, Long.MAX_VALUE);
        leaves[base + COUNT] = 0;
        nextLeaf[made] = NONE;
        previousLeaf[made] = NONE;
        return made;
    }

    private int newNode() {
        int made = freeNode;
        if (made != NONE) {
            freeNode = children[made << FANOUT_LOG];
        } else {
            made = nodeEnd++;
            if (made == childCounts.length) {
                int room = AddressRuns.grown(made, 1, 1);
                keys = Arrays.copyOf(keys, Math.multiplyExact(room, FANOUT));
                children = Arrays.copyOf(children, room * FANOUT);
                childCounts = Arrays.copyOf(childCounts, room);
                homeOfNode = Arrays.copyOf(homeOfNode, room);
                marks = Arrays.copyOf(marks, Math.multiplyExact(room, markStride));
            }
        }
        nodesInUse++;
        int base = made << FANOUT_LOG;
        Arrays.fill(keys, base, base + FANOUT, Long.MAX_VALUE);
        Arrays.fill(marks, made * markStride, (made + 1) * markStride, 0);
        childCounts[made] = 0;
        homeOfNode[made] = NONE;
        return made;
    }

    private void releaseNode(int node) {
        children[node << FANOUT_LOG] = freeNode;
        freeNode = node;
        nodesInUse--;
    }
}
