package dev.fallow.internal.slice;

import dev.fallow.Hyperslab;
import dev.fallow.Selection;
import java.util.stream.IntStream;

/**
 * The unlimited dimension of a hyperslab, and what is left of it when an extent ends it. As in libhdf5, a block that is cut
 * off by the end counts with the elements that are left of it.
 *
 * @param slab unlimited in one dimension
 * @param dimension that is unlimited
 */
public record Clip(Hyperslab slab, int dimension) {
    /** The unlimited dimensions of a selection. */
    static int[] unlimitedDimensions(Selection selection) {
        return selection instanceof Hyperslab slab
                ? IntStream.range(0, slab.rank())
                        .filter(i -> slab.count()[i] == Selection.UNLIMITED || slab.block()[i] == Selection.UNLIMITED)
                        .toArray()
                : new int[0];
    }

    /** The first unlimited dimension of a selection; -1 if it has none. */
    public static int unlimited(Selection selection) {
        int[] dimensions = unlimitedDimensions(selection);
        return dimensions.length == 0 ? -1 : dimensions[0];
    }

    private long start() {
        return slab.start()[dimension];
    }

    private long stride() {
        return slab.stride()[dimension];
    }

    /** The number of elements of a block in the dimension. */
    public long block() {
        return slab.block()[dimension];
    }

    /** Whether all elements from the start on are selected. */
    private boolean isContiguous() {
        return block() == Selection.UNLIMITED || block() == stride();
    }

    /** The number of selected positions in the dimension below an extent. */
    public long positions(long extent) {
        long length = extent - start();
        if (length <= 0) {
            return 0;
        } else if (isContiguous()) {
            return length;
        }
        long whole = length / stride();
        return whole * block() + Math.min(length % stride(), block());
    }

    /** The extent that ends behind a number of selected positions; 0 if there are none. */
    public long extent(long positions) {
        if (positions == 0) {
            return 0;
        } else if (isContiguous()) {
            return Math.addExact(start(), positions);
        }
        long whole = positions / block();
        long rest = positions % block();
        return rest > 0
                ? Math.addExact(start(), Math.addExact(Math.multiplyExact(whole, stride()), rest))
                : Math.addExact(start(), Math.addExact(Math.multiplyExact(whole - 1, stride()), block()));
    }

    /** The elements at the first positions of the dimension. */
    public Regular first(long positions, String where) {
        return isContiguous()
                ? Regular.of(with(1, positions), where)
                : Regular.clipped(with(Grid.chunks(positions, block()), block()), dimension, positions, where);
    }

    /** One block. */
    public Regular block(long number, String where) {
        long[] start = slab.start().clone();
        start[dimension] = Math.addExact(start[dimension], Math.multiplyExact(number, stride()));
        Hyperslab one = with(1, block());
        return Regular.of(new Hyperslab(start, one.stride(), one.count(), one.block()), where);
    }

    private Hyperslab with(long count, long block) {
        long[] counts = slab.count().clone();
        long[] blocks = slab.block().clone();
        counts[dimension] = count;
        blocks[dimension] = block;
        return new Hyperslab(slab.start(), slab.stride(), counts, blocks);
    }
}
