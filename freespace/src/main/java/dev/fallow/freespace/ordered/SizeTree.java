package dev.fallow.freespace.ordered;

import java.util.Arrays;

/**
 * Sections in the order of (size, address): a B+-tree in four primitive arrays, with a cursor. It handles any size and
 * any number of sections of a size with one node per level. Up to 64 KiB, faster structures are used where possible.
 *
 * <pre>
 *   entry i of node k is at k * 32 + i: size, address and, above the leaves, child
 *   above the leaves, an entry has the least (size, address) that its child may contain; that of entry 0 is not used
 * </pre>
 *
 * <p>Cost: a search examines one node per level. All nodes except those on the edges are at least about a third full,
 * so n sections have at most about log(n) / log(10) levels. An empty tree has no arrays.
 */
final class SizeTree {
    private static final int LOG = 5;
    private static final int CAPACITY = 1 << LOG;
    private static final int MERGED = 24;
    private static final int MOST_LEVELS = 16;
    private static final int NONE = -1;

    private long[] sizes;
    private long[] addresses;
    private int[] children;
    private int[] counts;
    private int end;
    private int inUse;
    private int freeNode;
    private boolean sparse;

    private int root;
    private int levels;
    private long visited;

    private final int[] pathNode = new int[MOST_LEVELS];
    private final int[] pathEntry = new int[MOST_LEVELS];

    SizeTree() {
        clear();
    }

    /** Removes all sections. */
    void clear() {
        sizes = new long[0];
        addresses = new long[0];
        children = new int[0];
        counts = new int[0];
        end = 0;
        inUse = 0;
        sparse = false;
        freeNode = NONE;
        root = NONE;
        levels = 0;
    }

    /** The number of nodes visited since this tree was created. */
    long visited() {
        return visited;
    }

    /** Whether most of the memory allocated for nodes is unused, so that rebuilding the tree would shrink it. */
    boolean sparse() {
        return sparse;
    }

    /** The size of the arrays in bytes. */
    long bytes() {
        return 8L * (sizes.length + addresses.length) + 4L * (children.length + counts.length);
    }

    // ---- finding ---------------------------------------------------------------------------------------------

    /** Sets the cursor to the first section not below (size, address); returns false if there is none. */
    boolean seekCeiling(long size, long address) {
        if (levels == 0) {
            return false;
        }
        descend(size, address);
        int entry = pathEntry[0];
        if (entry >= 0) {
            int at = (pathNode[0] << LOG) + entry;
            if (sizes[at] == size && addresses[at] == address) {
                return true;
            }
        }
        return seekNext();
    }

    /** Moves the cursor to the next section; returns false if there is none, and the cursor is then undefined. */
    boolean seekNext() {
        for (int level = 0; level < levels; level++) {
            int entry = pathEntry[level] + 1;
            if (entry < counts[pathNode[level]]) {
                pathEntry[level] = entry;
                for (int below = level - 1; below >= 0; below--) {
                    pathNode[below] = children[(pathNode[below + 1] << LOG) + pathEntry[below + 1]];
                    pathEntry[below] = 0;
                    visited++;
                }
                return true;
            }
        }
        return false;
    }

    /** The size of the section at the cursor. */
    long size() {
        return sizes[(pathNode[0] << LOG) + pathEntry[0]];
    }

    /** The address of the section at the cursor. */
    long address() {
        return addresses[(pathNode[0] << LOG) + pathEntry[0]];
    }

    /**
     * Sets the cursor to the last section at or below (size, address) in the leaf to which it belongs, or before that
     * leaf's first section.
     */
    private void descend(long size, long address) {
        int node = root;
        for (int level = levels - 1; level > 0; level--) {
            int entry = Math.max(0, floor(node, size, address));
            pathNode[level] = node;
            pathEntry[level] = entry;
            node = children[(node << LOG) + entry];
        }
        pathNode[0] = node;
        pathEntry[0] = floor(node, size, address);
        visited += levels;
    }

    /** The last entry of a node that is at or below (size, address), or -1. */
    private int floor(int node, long size, long address) {
        int base = node << LOG;
        int low = base;
        int high = base + counts[node];
        while (low < high) {
            int middle = low + high >>> 1;
            long there = sizes[middle];
            if (there < size || there == size && addresses[middle] <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - base - 1;
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /** Inserts an absent section. */
    void insert(long size, long address) {
        if (levels == 0) {
            root = newNode();
            levels = 1;
        }
        descend(size, address);
        insertEntry(0, size, address, NONE);
    }

    /** Removes an existing section. */
    void remove(long size, long address) {
        descend(size, address);
        removeEntry(0, pathEntry[0]);
    }

    /**
     * Inserts an entry after the one on the cursor's path, which then leads to the position of the new entry or of the
     * old one.
     */
    private void insertEntry(int level, long size, long address, int child) {
        if (counts[pathNode[level]] == CAPACITY) {
            split(level);
        }
        int node = pathNode[level];
        int base = node << LOG;
        int entry = pathEntry[level] + 1;
        shift(base + entry, base + entry + 1, counts[node] - entry);
        sizes[base + entry] = size;
        addresses[base + entry] = address;
        children[base + entry] = child;
        counts[node]++;
    }

    private void shift(int from, int to, int length) {
        System.arraycopy(sizes, from, sizes, to, length);
        System.arraycopy(addresses, from, addresses, to, length);
        System.arraycopy(children, from, children, to, length);
    }

    /**
     * Moves the upper part of a full node to a new one: half of it, or almost none if keys are inserted in ascending
     * order.
     */
    private void split(int level) {
        int lower = pathNode[level];
        int upper = newNode();
        visited += 2;
        if (level + 1 == levels) {
            int top = newNode();
            children[top << LOG] = root;
            counts[top] = 1;
            root = top;
            pathNode[levels] = top;
            pathEntry[levels] = 0;
            levels++;
        }
        int entry = pathEntry[level];
        int cut = entry == CAPACITY - 1 && isLast(level) ? CAPACITY - 1 : CAPACITY / 2;
        int from = (lower << LOG) + cut;
        shift(from, upper << LOG, CAPACITY - cut);
        counts[lower] = cut;
        counts[upper] = CAPACITY - cut;
        insertEntry(level + 1, sizes[from], addresses[from], upper);
        // an entry at the cut belongs to the lower node, because it is below the separator
        if (entry >= cut) {
            pathNode[level] = upper;
            pathEntry[level] = entry - cut;
            pathEntry[level + 1]++;
        }
    }

    /** Whether the node on the cursor's path is the last one of its level. */
    private boolean isLast(int level) {
        for (int above = levels - 1; above > level; above--) {
            if (pathEntry[above] != counts[pathNode[above]] - 1) {
                return false;
            }
        }
        return true;
    }

    /** Removes an entry of the node on the cursor's path; merges or removes that node if few entries are left. */
    private void removeEntry(int level, int entry) {
        int node = pathNode[level];
        int base = node << LOG;
        int left = --counts[node];
        shift(base + entry + 1, base + entry, left - entry);
        if (level + 1 == levels) {
            shrinkRoot();
        } else if (left == 0) {
            release(node);
            removeEntry(level + 1, pathEntry[level + 1]);
        } else if (left <= MERGED >>> 1 && (left & 3) == 0) {
            int parent = pathNode[level + 1] << LOG;
            int at = pathEntry[level + 1];
            if (at + 1 < counts[pathNode[level + 1]] && left + counts[children[parent + at + 1]] <= MERGED) {
                merge(level, at);
            } else if (at > 0 && left + counts[children[parent + at - 1]] <= MERGED) {
                merge(level, at - 1);
            }
        }
    }

    /** Merges the next sibling into this entry's child. */
    private void merge(int level, int entry) {
        visited += 2;
        int parent = (pathNode[level + 1] << LOG) + entry;
        int lower = children[parent];
        int upper = children[parent + 1];
        int to = (lower << LOG) + counts[lower];
        shift(upper << LOG, to, counts[upper]);
        if (level > 0) {
            sizes[to] = sizes[parent + 1]; // the least key of a node is stored in its parent
            addresses[to] = addresses[parent + 1];
        }
        counts[lower] += counts[upper];
        release(upper);
        removeEntry(level + 1, entry + 1);
    }

    private void shrinkRoot() {
        while (levels > 1 && counts[root] == 1) {
            int old = root;
            root = children[old << LOG];
            release(old);
            levels--;
        }
        if (counts[root] == 0) {
            release(root);
            levels = 0;
        }
    }

    // ---- room ------------------------------------------------------------------------------------------------

    private int newNode() {
        int made = freeNode;
        if (made != NONE) {
            freeNode = children[made << LOG];
        } else {
            made = end++;
            if (made == counts.length) {
                int room = AddressRuns.grown(made, 1, 1);
                int entries = Math.multiplyExact(room, CAPACITY);
                sizes = Arrays.copyOf(sizes, entries);
                addresses = Arrays.copyOf(addresses, entries);
                children = Arrays.copyOf(children, entries);
                counts = Arrays.copyOf(counts, room);
            }
        }
        counts[made] = 0;
        inUse++;
        return made;
    }

    private void release(int node) {
        children[node << LOG] = freeNode;
        freeNode = node;
        inUse--;
        sparse = end > 16 && inUse < end >>> 2;
    }
}
