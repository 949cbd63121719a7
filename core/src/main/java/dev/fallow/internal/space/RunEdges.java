package dev.fallow.internal.space;

import dev.fallow.freespace.SectionVisitor;
import java.util.Arrays;

/**
 * A set of bytes, stored as the edges of its runs in ascending order: the address of the first byte of each run, and that of
 * the first byte behind it. So a byte is inside if the number of edges up to its address is odd. Edges are stored in leaves of
 * at most 512, as differences of 4 bytes from the first address of the leaf: 8 to 16 bytes for each run that is not at the end.
 * O(log n) for a search; a change also moves up to 512 differences, and leaves if it adds or removes one.
 */
final class RunEdges {
    private static final int MOST = 512;
    private static final int FIRST = 8;
    /** By so many edges a leaf grows, from this on. */
    private static final int STEP = 64;
    /** A leaf has no edges that are farther from its first address. */
    private static final long REACH = 1L << Integer.SIZE;

    /** The first address of each leaf: those of the first is 0. All of its edges are in front of the next leaf's. */
    private long[] starts = new long[1];

    private Leaf[] leaves = {new Leaf(false, FIRST)};
    private int count = 1;

    private static final class Leaf {
        /** Whether the bytes in front of its first edge are inside. */
        private boolean inside;
        /** Differences from the first address, unsigned. */
        private int[] edges;

        private int size;

        Leaf(boolean inside, int capacity) {
            this.inside = inside;
            edges = new int[capacity];
        }

        long edge(int index) {
            return edges[index] & 0xFFFF_FFFFL;
        }

        /** The number of edges before an address. */
        int before(long difference) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = low + high >>> 1;
                if (edge(middle) < difference) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** Frees memory if most of it is not used any more. */
        void trim() {
            if (edges.length > STEP && size < edges.length / 2) {
                edges = Arrays.copyOf(edges, size + STEP / 2);
            }
        }

        /** Whether the bytes behind the first {@code number} edges, and before the next, are inside. */
        boolean isInsideAfter(int number) {
            return inside ^ (number & 1) == 1;
        }
    }

    /**
     * Adds the bytes from {@code from} to {@code to}, which are not added if it is not above {@code from}.
     *
     * @param added receives the runs among them that were not inside, in ascending order
     * @param twice receives those that were
     */
    void add(long from, long to, SectionVisitor added, SectionVisitor twice) {
        if (to <= from) {
            return;
        }
        int first = leafOf(from);
        int begin = leaves[first].before(from - starts[first]);
        boolean before = leaves[first].isInsideAfter(begin);
        boolean inside = before;
        long at = from;
        int last = first;
        int end = begin;
        while (true) { // over the edges from "from" to "to"
            if (end == leaves[last].size) {
                if (last + 1 == count || starts[last + 1] > to) {
                    break;
                }
                last++;
                end = 0;
                continue;
            }
            long edge = starts[last] + leaves[last].edge(end);
            if (edge > to) {
                break;
            }
            if (edge > at) {
                (inside ? twice : added).visit(at, edge - at);
            }
            at = edge;
            inside = !inside;
            end++;
        }
        if (to > at) {
            (inside ? twice : added).visit(at, to - at);
        }
        remove(first, begin, last, end, to, inside);
        int number = first;
        int index = begin;
        if (!before) {
            number = insert(number, index, from, false);
            index = number == first ? index + 1 : 1;
        }
        int changed = number;
        if (!inside) {
            number = insert(number, index, to, true);
        }
        // only now do the leaves agree on what is inside
        if (leaves[changed].size > MOST) {
            split(changed, index);
        } else if (leaves[first].size == 0 && first > 0) {
            removeLeaves(first, first + 1);
        }
    }

    /** Whether a byte is inside. */
    boolean isInside(long address) {
        int leaf = leafOf(address);
        return leaves[leaf].isInsideAfter(leaves[leaf].before(address + 1 - starts[leaf]));
    }

    /** Visits the runs before an address that are not inside, in ascending order. */
    void forEachGap(long limit, SectionVisitor gap) {
        boolean inside = false;
        long at = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < leaves[i].size; j++) {
                long edge = starts[i] + leaves[i].edge(j);
                if (!inside && at < limit && edge > at) {
                    gap.visit(at, Math.min(limit, edge) - at);
                }
                at = edge;
                inside = !inside;
            }
        }
        if (!inside && at < limit) {
            gap.visit(at, limit - at);
        }
    }

    private int leafOf(long address) {
        int found = Arrays.binarySearch(starts, 0, count, address);
        return found >= 0 ? found : -found - 2;
    }

    /**
     * Removes edges: from the {@code begin}-th of leaf {@code first} up to those before the {@code end}-th of leaf
     * {@code last}, which are all those that are not above {@code to}.
     *
     * @param inside whether the byte at {@code to} is inside
     */
    private void remove(int first, int begin, int last, int end, long to, boolean inside) {
        Leaf head = leaves[first];
        if (first == last) {
            System.arraycopy(head.edges, end, head.edges, begin, head.size - end);
            head.size -= end - begin;
            head.trim();
            return;
        }
        head.size = begin;
        head.trim();
        Leaf tail = leaves[last];
        int kept = last;
        if (end == tail.size) {
            kept = last + 1;
        } else {
            long start = to + 1; // the byte in front of it is found in the first leaf
            int moved = (int) (start - starts[last]);
            for (int i = end; i < tail.size; i++) {
                tail.edges[i - end] = tail.edges[i] - moved;
            }
            tail.size -= end;
            tail.trim();
            tail.inside = inside;
            starts[last] = start;
        }
        removeLeaves(first + 1, kept);
    }

    /** Inserts an edge as the {@code index}-th one of a leaf; returns the leaf, which is a new one if the edge is far from it. */
    private int insert(int number, int index, long edge, boolean inside) {
        Leaf leaf = leaves[number];
        if (edge - starts[number] >= REACH) { // so no edge of the leaf is behind it
            insertLeaf(number + 1, edge, new Leaf(inside, FIRST));
            leaves[number + 1].size = 1; // the difference is 0
            return number + 1;
        }
        if (leaf.size == leaf.edges.length) {
            leaf.edges = Arrays.copyOf(leaf.edges, Math.min(MOST + 2, leaf.size + Math.min(leaf.size, STEP)));
        }
        System.arraycopy(leaf.edges, index, leaf.edges, index + 1, leaf.size - index);
        leaf.edges[index] = (int) (edge - starts[number]);
        leaf.size++;
        return number;
    }

    /** Splits a leaf in two halves; in the end, where edges are often added in ascending order, the first stays nearly full. */
    private void split(int number, int index) {
        Leaf leaf = leaves[number];
        boolean ascending = number + 1 == count && index >= MOST - 2;
        int from = ascending ? MOST - 2 : MOST / 2;
        long start = starts[number] + leaf.edge(from);
        Leaf second = new Leaf(leaf.isInsideAfter(from), ascending ? FIRST : MOST / 2 + STEP);
        int moved = (int) (start - starts[number]);
        for (int i = from; i < leaf.size; i++) {
            second.edges[i - from] = leaf.edges[i] - moved;
        }
        second.size = leaf.size - from;
        leaf.size = from;
        leaf.edges = Arrays.copyOf(leaf.edges, from + (ascending ? 0 : STEP));
        insertLeaf(number + 1, start, second);
    }

    private void insertLeaf(int number, long start, Leaf leaf) {
        if (count == leaves.length) {
            int length = Math.max(4, count + (count >> 1));
            leaves = Arrays.copyOf(leaves, length);
            starts = Arrays.copyOf(starts, length);
        }
        System.arraycopy(leaves, number, leaves, number + 1, count - number);
        System.arraycopy(starts, number, starts, number + 1, count - number);
        leaves[number] = leaf;
        starts[number] = start;
        count++;
    }

    private void removeLeaves(int from, int to) {
        System.arraycopy(leaves, to, leaves, from, count - to);
        System.arraycopy(starts, to, starts, from, count - to);
        Arrays.fill(leaves, count - (to - from), count, null);
        count -= to - from;
    }
}
