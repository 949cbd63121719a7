package dev.fallow;

import java.util.Arrays;

/**
 * An irregular hyperslab selection: a list of blocks, each given by its lowest and highest element.
 *
 * @param rank 1 to 32
 * @param corners for each block, {@code rank} coordinates of its first element and {@code rank} of its last one; not
 *     copied
 */
public record Blocks(int rank, long[] corners) implements Selection {
    /** @throws IllegalArgumentException if a block has not two corners, or its last corner is less than its first */
    public Blocks {
        Points.require(rank, corners, 2 * rank);
        if (firstReversed(rank, corners) >= 0) {
            throw new IllegalArgumentException("block " + firstReversed(rank, corners) + " ends before it begins");
        }
    }

    /** The number of the first block that ends before it begins; -1 if there is none. */
    public static int firstReversed(int rank, long[] corners) {
        for (int i = 0; i < corners.length; i++) {
            if (i / rank % 2 == 0 && corners[i] > corners[i + rank]) {
                return i / (2 * rank);
            }
        }
        return -1;
    }

    /** The number of blocks. */
    public int count() {
        return corners.length / (2 * rank);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blocks that && rank == that.rank && Arrays.equals(corners, that.corners);
    }

    @Override
    public int hashCode() {
        return 31 * rank + Arrays.hashCode(corners);
    }

    @Override
    public String toString() {
        return "Blocks[rank=" + rank + ", " + Arrays.toString(corners) + "]";
    }
}
