package dev.fallow.internal.slice;

import dev.fallow.CorruptFileException;
import dev.fallow.Hyperslab;
import java.io.IOException;
import java.util.Arrays;

/** A bounded regular hyperslab, which need not be inside a dataset. Blocks that touch are one block. */
public final class Regular implements Numbered {
    final long[] start;
    final long[] stride;
    /** The number of blocks in each dimension. */
    final long[] count;
    /** The number of elements of a block in each dimension. */
    final long[] block;

    final long[] shape;
    private final long elements;

    private Regular(Hyperslab slab, int clipped, long positions, String where) {
        int rank = slab.rank();
        start = slab.start();
        stride = slab.stride().clone();
        count = slab.count().clone();
        block = slab.block().clone();
        shape = new long[rank];
        long product = 1;
        for (int i = 0; i < rank; i++) {
            try {
                shape[i] = i == clipped ? positions : Math.multiplyExact(count[i], block[i]);
                product = Math.multiplyExact(product, shape[i]);
                Math.addExact(
                        start[i], Math.addExact(Math.multiplyExact(Math.max(0, count[i] - 1), stride[i]), block[i]));
            } catch (ArithmeticException e) {
                throw new CorruptFileException(
                        "%s: a selection of more than 2^63-1 elements, or behind that element: %s"
                                .formatted(where, slab),
                        e);
            }
            if (count[i] > 1 && stride[i] < block[i]) {
                throw new CorruptFileException("%s: a selection of blocks that overlap: %s".formatted(where, slab));
            }
            if (count[i] <= 1 || stride[i] == block[i]) {
                block[i] = shape[i];
                stride[i] = Math.max(1, shape[i]);
                count[i] = shape[i] == 0 ? 0 : 1;
            }
        }
        elements = product;
    }

    /**
     * The elements of a hyperslab.
     *
     * @param slab bounded
     * @throws CorruptFileException if its blocks overlap, or its numbers are too large
     */
    public static Regular of(Hyperslab slab, String where) {
        return new Regular(slab, -1, 0, where);
    }

    /** The elements of a hyperslab whose last block in a dimension is cut off. */
    static Regular clipped(Hyperslab slab, int dimension, long positions, String where) {
        return new Regular(slab, dimension, positions, where);
    }

    /** A single block. */
    public static Regular block(long[] start, long[] size) {
        long[] one = new long[start.length];
        Arrays.fill(one, 1);
        return of(new Hyperslab(start.clone(), one, one, size.clone()), "block");
    }

    @Override
    public int rank() {
        return start.length;
    }

    @Override
    public long count() {
        return elements;
    }

    /** The number of elements in each dimension; not copied. */
    public long[] shape() {
        return shape;
    }

    /** The first coordinate; only if there are elements. */
    long low(int dimension) {
        return start[dimension];
    }

    /** The last coordinate; only if there are elements. */
    public long high(int dimension) {
        return coordinate(dimension, shape[dimension] - 1);
    }

    /** Whether the bounding boxes of this and another hyperslab of the same rank, which are not empty, overlap. */
    public boolean overlaps(Regular other) {
        for (int i = 0; i < start.length; i++) {
            if (low(i) > other.high(i) || high(i) < other.low(i)) {
                return false;
            }
        }
        return true;
    }

    /** The coordinate of an element in a dimension, given by its number there. */
    long coordinate(int dimension, long number) {
        return start[dimension] + number / block[dimension] * stride[dimension] + number % block[dimension];
    }

    /** How many elements from a number on are adjacent in a dimension. */
    long adjacent(int dimension, long number) {
        return Math.min(block[dimension] - number % block[dimension], shape[dimension] - number);
    }

    @Override
    public void forEachRow(long firstNumber, long many, RowVisitor visitor) throws IOException {
        int last = shape.length - 1;
        long[] number = new long[shape.length];
        long[] from = new long[shape.length];
        long rest = firstNumber;
        for (int i = last; i >= 0; i--) {
            number[i] = rest % shape[i];
            rest /= shape[i];
        }
        for (long done = 0; done < many; ) {
            for (int i = 0; i <= last; i++) {
                from[i] = coordinate(i, number[i]);
            }
            long length = Math.min(many - done, adjacent(last, number[last]));
            visitor.visit(from, firstNumber + done, length);
            done += length;
            number[last] += length;
            for (int i = last; i > 0 && number[i] == shape[i]; i--) {
                number[i] = 0;
                number[i - 1]++;
            }
        }
    }
}
