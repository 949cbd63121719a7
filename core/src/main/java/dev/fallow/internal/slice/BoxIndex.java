package dev.fallow.internal.slice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Finds which of many hyperslabs may have elements in common with another one: a tree of bounding boxes, packed in the order
 * of the lowest coordinates. A search costs O(log n) for each hyperslab found, if they are tiles of an array.
 */
public final class BoxIndex {
    private static final int FANOUT = 16;

    private final int rank;
    /** The numbers of the hyperslabs, in the order of the leaves. */
    private final int[] numbers;
    /** For each level, the leaves first: for each box its lowest coordinates, and behind them the highest ones. */
    private final long[][] levels;

    /**
     * An index.
     *
     * @param slabs of this rank; empty ones are never found
     */
    public BoxIndex(int rank, List<Regular> slabs) {
        this.rank = rank;
        Integer[] order = new Integer[slabs.size()];
        int used = 0;
        for (int i = 0; i < order.length; i++) {
            if (slabs.get(i).count() > 0) {
                order[used++] = i;
            }
        }
        Arrays.sort(order, 0, used, Comparator.comparing(number -> slabs.get(number).start, Arrays::compare));
        numbers = new int[used];
        long[] leaves = new long[2 * rank * used];
        for (int i = 0; i < used; i++) {
            numbers[i] = order[i];
            Regular slab = slabs.get(numbers[i]);
            for (int d = 0; d < rank; d++) {
                leaves[2 * rank * i + d] = slab.low(d);
                leaves[2 * rank * i + rank + d] = slab.high(d);
            }
        }
        levels = levels(leaves);
    }

    private long[][] levels(long[] leaves) {
        List<long[]> all = new ArrayList<>(List.of(leaves));
        for (long[] top = leaves; top.length / (2 * rank) > FANOUT; all.add(top)) {
            top = above(top);
        }
        return all.toArray(long[][]::new);
    }

    private long[] above(long[] below) {
        int boxes = below.length / (2 * rank);
        long[] above = new long[2 * rank * (int) Grid.chunks(boxes, FANOUT)];
        for (int i = 0; i < boxes; i++) {
            int parent = 2 * rank * (i / FANOUT);
            for (int d = 0; d < rank; d++) {
                long low = below[2 * rank * i + d];
                long high = below[2 * rank * i + rank + d];
                boolean first = i % FANOUT == 0;
                above[parent + d] = first ? low : Math.min(above[parent + d], low);
                above[parent + rank + d] = first ? high : Math.max(above[parent + rank + d], high);
            }
        }
        return above;
    }

    /**
     * Visits the hyperslabs whose bounding boxes overlap that of another one, which is not empty.
     *
     * @param visitor receives their numbers in the list, in no particular order
     */
    public void search(Regular with, IntConsumer visitor) {
        int top = levels.length - 1;
        search(with, top, 0, levels[top].length / (2 * rank), visitor);
    }

    private void search(Regular with, int level, int from, int to, IntConsumer visitor) {
        for (int i = from; i < to; i++) {
            if (!overlaps(with, levels[level], i)) {
                continue;
            }
            if (level == 0) {
                visitor.accept(numbers[i]);
            } else {
                int below = levels[level - 1].length / (2 * rank);
                search(with, level - 1, i * FANOUT, Math.min(below, (i + 1) * FANOUT), visitor);
            }
        }
    }

    private boolean overlaps(Regular with, long[] boxes, int number) {
        int at = 2 * rank * number;
        for (int d = 0; d < rank; d++) {
            if (with.high(d) < boxes[at + d] || with.low(d) > boxes[at + rank + d]) {
                return false;
            }
        }
        return true;
    }
}
