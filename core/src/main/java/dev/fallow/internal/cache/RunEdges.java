package dev.fallow.internal.cache;

import dev.fallow.freespace.SectionVisitor;
import java.util.Arrays;

/**
 * A set of bytes, stored as the edges of its runs in ascending order: the address of the first byte of each run, and that of
 * the first byte behind it. So a byte is inside if the number of edges up to its address is odd. Edges are stored in leaves of
 * at most 512, as differences of 4 bytes from the first address of the leaf: 8 to 16 bytes for each run that is not at the end.
 * O(log n) for a search; a change also moves up to 512 differences, and leaves if it adds or removes one.
 */
public final class RunEdges {
    private static final int MOST = 512;
    private static final int FIRST = 8;
    /** From this length on, a leaf grows by this number of edges. */
    private static final int STEP = 64;
    /** A leaf has no edges that are farther from its first address. */
    private static final long REACH = 1L << Integer.SIZE;

    /** By the first address; those of the first is 0. All edges of a leaf are in front of the next one. */
    private final LeafOrder<Leaf> order = new LeafOrder<>(0, new Leaf(false, FIRST));

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
    public void add(long from, long to, SectionVisitor added, SectionVisitor twice) {
        if (to <= from) {
            return;
        }
        int first = order.find(from);
        int begin = order.leaf(first).before(from - order.start(first));
        boolean before = order.leaf(first).isInsideAfter(begin);
        boolean inside = before;
        long at = from;
        int last = first;
        int end = begin;
        while (true) { // over the edges from "from" to "to"
            if (end == order.leaf(last).size) {
                if (last + 1 == order.count() || order.start(last + 1) > to) {
                    break;
                }
                last++;
                end = 0;
                continue;
            }
            long edge = order.start(last) + order.leaf(last).edge(end);
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
        if (order.leaf(changed).size > MOST) {
            split(changed, index);
        } else if (order.leaf(first).size == 0 && first > 0) {
            order.remove(first, first + 1);
        }
    }

    public boolean isInside(long address) {
        int leaf = order.find(address);
        return order.leaf(leaf).isInsideAfter(order.leaf(leaf).before(address + 1 - order.start(leaf)));
    }

    /** Visits the runs before an address that are not inside, in ascending order. */
    public void forEachGap(long limit, SectionVisitor gap) {
        boolean inside = false;
        long at = 0;
        for (int i = 0; i < order.count(); i++) {
            for (int j = 0; j < order.leaf(i).size; j++) {
                long edge = order.start(i) + order.leaf(i).edge(j);
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

    /**
     * Removes edges: from the {@code begin}-th of leaf {@code first} up to those before the {@code end}-th of leaf
     * {@code last}, which are all those that are not above {@code to}.
     *
     * @param inside whether the byte at {@code to} is inside
     */
    private void remove(int first, int begin, int last, int end, long to, boolean inside) {
        Leaf head = order.leaf(first);
        if (first == last) {
            System.arraycopy(head.edges, end, head.edges, begin, head.size - end);
            head.size -= end - begin;
            head.trim();
            return;
        }
        head.size = begin;
        head.trim();
        Leaf tail = order.leaf(last);
        int kept = last;
        if (end == tail.size) {
            kept = last + 1;
        } else {
            long start = to + 1; // the byte in front of it is found in the first leaf
            int moved = (int) (start - order.start(last));
            for (int i = end; i < tail.size; i++) {
                tail.edges[i - end] = tail.edges[i] - moved;
            }
            tail.size -= end;
            tail.trim();
            tail.inside = inside;
            order.restart(last, start);
        }
        order.remove(first + 1, kept);
    }

    /** Inserts an edge as the {@code index}-th one of a leaf; returns the leaf, which is a new one if the edge is far from it. */
    private int insert(int number, int index, long edge, boolean inside) {
        Leaf leaf = order.leaf(number);
        if (edge - order.start(number) >= REACH) { // so no edge of the leaf is behind it
            order.insert(number + 1, edge, new Leaf(inside, FIRST));
            order.leaf(number + 1).size = 1; // the difference is 0
            return number + 1;
        }
        if (leaf.size == leaf.edges.length) {
            leaf.edges = Arrays.copyOf(leaf.edges, Math.min(MOST + 2, leaf.size + Math.min(leaf.size, STEP)));
        }
        System.arraycopy(leaf.edges, index, leaf.edges, index + 1, leaf.size - index);
        leaf.edges[index] = (int) (edge - order.start(number));
        leaf.size++;
        return number;
    }

    /** Splits a leaf in two halves; in the end, where edges are often added in ascending order, the first stays nearly full. */
    private void split(int number, int index) {
        Leaf leaf = order.leaf(number);
        boolean ascending = number + 1 == order.count() && index >= MOST - 2;
        int from = ascending ? MOST - 2 : MOST / 2;
        long start = order.start(number) + leaf.edge(from);
        Leaf second = new Leaf(leaf.isInsideAfter(from), ascending ? FIRST : MOST / 2 + STEP);
        int moved = (int) (start - order.start(number));
        for (int i = from; i < leaf.size; i++) {
            second.edges[i - from] = leaf.edges[i] - moved;
        }
        second.size = leaf.size - from;
        leaf.size = from;
        leaf.edges = Arrays.copyOf(leaf.edges, from + (ascending ? 0 : STEP));
        order.insert(number + 1, start, second);
    }
}
