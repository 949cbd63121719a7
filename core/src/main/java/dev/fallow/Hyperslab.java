package dev.fallow;

import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

/**
 * A regular hyperslab: blocks of equal size at equal distances.
 *
 * @param start the first element; not copied
 * @param stride distance between the starts of adjacent blocks
 * @param count number of blocks, or {@link Selection#UNLIMITED}
 * @param block number of elements in a block, or {@link Selection#UNLIMITED}
 */
public record Hyperslab(long[] start, long[] stride, long[] count, long[] block) implements Selection {
    /** @throws IllegalArgumentException if the lengths of the arrays differ, or a number is out of range */
    public Hyperslab {
        int rank = start.length;
        if (rank < 1
                || rank > Dataspace.MAX_RANK
                || stride.length != rank
                || count.length != rank
                || block.length != rank) {
            throw new IllegalArgumentException(
                    "hyperslab of rank " + rank + ", " + stride.length + ", " + count.length + ", " + block.length);
        }
        for (int i = 0; i < rank; i++) {
            if (start[i] < 0 || stride[i] < 1 || count[i] < UNLIMITED || block[i] < UNLIMITED) {
                throw new IllegalArgumentException("hyperslab from %d by %d, %d blocks of %d in dimension %d"
                        .formatted(start[i], stride[i], count[i], block[i], i));
            }
        }
    }

    static Hyperslab block(long[] start, long[] count) {
        long[] one = new long[start.length];
        Arrays.fill(one, 1);
        return new Hyperslab(start.clone(), one, one.clone(), count.clone());
    }

    @Override
    public int rank() {
        return start.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hyperslab that
                && Arrays.equals(start, that.start)
                && Arrays.equals(stride, that.stride)
                && Arrays.equals(count, that.count)
                && Arrays.equals(block, that.block);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(start) + Arrays.hashCode(count);
    }

    @Override
    public String toString() {
        return "Hyperslab[start=%s, stride=%s, count=%s, block=%s]"
                .formatted(
                        Arrays.toString(start),
                        Arrays.toString(stride),
                        Arrays.toString(count),
                        Arrays.toString(block));
    }
}
