package dev.fallow.format.selection;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.Arrays;

/**
 * An irregular hyperslab selection: a list of blocks, each given by its lowest and highest element.
 *
 * <pre>
 *   version 1                               version 3, irregular
 *   bytes  field                            bytes  field
 *     4    reserved                           1    flags: 1 regular
 *     4    length of the rest             1    width of a coordinate, w: 2, 4 or 8
 *     4    rank, r                            4    rank, r
 *     4    number of blocks                   w    number of blocks
 *   2*4*r  for each block: coordinates of   2*w*r  for each block: the same
 *          its first and its last element
 * </pre>
 *
 * @param rank 1 to 32
 * @param corners for each block, {@code rank} coordinates of its first element and {@code rank} of its last one; not
 *     copied
 */
public record Blocks(int rank, long[] corners) implements Selection {
    /** @throws IllegalArgumentException if a block has not two corners, or its last corner is less than its first */
    public Blocks {
        Coordinates.require(rank, corners, 2 * rank);
        if (firstReversed(rank, corners) >= 0) {
            throw new IllegalArgumentException("block " + firstReversed(rank, corners) + " ends before it begins");
        }
    }

    private static int firstReversed(int rank, long[] corners) {
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

    static Blocks decodeVersion1(FieldReader in) {
        in.skip(8);
        int rank = Coordinates.decodeRank(in);
        return decodeBlocks(in, in.u32(), rank, 4);
    }

    static Blocks decodeBlocks(FieldReader in, long count, int rank, int width) {
        long[] corners = Coordinates.decode(in, count, 2 * rank, width);
        int reversed = firstReversed(rank, corners);
        if (reversed >= 0) {
            throw in.fail("expected each block to end after it begins, which block " + reversed + " does not");
        }
        return new Blocks(rank, corners);
    }

    @Override
    public void encode(FieldWriter out) {
        boolean narrow = Coordinates.narrow(corners);
        out.u32(2).u32(narrow ? 1 : 3);
        if (narrow) {
            out.zeros(4).u32(8 + 4L * corners.length).u32(rank).u32(count());
        } else {
            out.u8(0).u8(8).u32(rank).i64(count());
        }
        Coordinates.encode(out, corners, narrow ? 4 : 8);
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
