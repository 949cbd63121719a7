package dev.fallow.format.selection;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.Arrays;

/**
 * A hyperslab selection of any form: blocks, each from its lowest to its highest element.
 *
 * <pre>
 *   version 1                               version 3, irregular
 *   bytes  field                            bytes  field
 *     4    reserved                           1    flags: 1 regular
 *     4    length of what follows             1    bytes of a coordinate, w: 2, 4 or 8
 *     4    rank, r                            4    rank, r
 *     4    number of blocks                   w    number of blocks
 *   2*4*r  for each block: coordinates of   2*w*r  for each block: the same
 *          its first and its last element
 * </pre>
 *
 * @param rank 1 to 32
 * @param corners for each block {@code rank} numbers of its first element and as many of its last one; not copied
 */
public record Blocks(int rank, long[] corners) implements Selection {
    /**
     * @throws IllegalArgumentException if there are not two corners for each block, or the last one is less than the
     * first
     */
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
            throw in.fail("expected blocks that end after they begin, found another as number " + reversed);
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
