package dev.fallow.format.selection;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

/**
 * A regular hyperslab: blocks of equal size at equal distances.
 *
 * <pre>
 *   version 2                               version 3, regular
 *   bytes  field                            bytes  field
 *     1    flags: 1 regular                   1    flags: 1 regular
 *     4    length of the rest             1    width of a coordinate, w: 2, 4 or 8
 *     4    rank, r                            4    rank, r
 *    4*8   for each dimension: start,        4*w   for each dimension: the same
 *          stride, count, block; a count
 *          or block of all ones is
 *          {@link Selection#UNLIMITED}
 * </pre>
 *
 * A single block is written as {@link Blocks} in version 1, which every reader supports, if its coordinates fit.
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

    /** Reads version 2 or 3. In version 3 the selection may be irregular. */
    static Selection decode(FieldReader in, int version) {
        int flags = in.flags(1);
        int width = 8;
        if (version == 2) {
            in.skip(4);
        } else {
            width = Coordinates.decodeWidth(in);
        }
        int rank = Coordinates.decodeRank(in);
        if (flags == 0) {
            if (version == 2) {
                throw in.fail("expected a regular hyperslab, found flags 0");
            }
            return Blocks.decodeBlocks(in, in.unsigned(width), rank, width);
        }
        long[] start = new long[rank];
        long[] stride = new long[rank];
        long[] count = new long[rank];
        long[] block = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = in.unsigned(width);
            stride[i] = in.unsigned(width);
            count[i] = in.unsignedOrUnlimited(width);
            block[i] = in.unsignedOrUnlimited(width);
            if (stride[i] < 1) {
                throw in.fail("expected a stride of at least 1, found " + stride[i], 3 * width);
            }
        }
        return new Hyperslab(start, stride, count, block);
    }

    /** The single block, if there is only one, it is bounded, and not empty; otherwise null. */
    private Blocks single() {
        int rank = rank();
        long[] corners = Arrays.copyOf(start, 2 * rank);
        for (int i = 0; i < rank; i++) {
            if (count[i] != 1 || block[i] < 1 || start[i] > Coordinates.MAX_NARROW - block[i]) {
                return null;
            }
            corners[rank + i] = start[i] + block[i] - 1;
        }
        return new Blocks(rank, corners);
    }

    @Override
    public void encode(FieldWriter out) {
        Blocks single = single();
        if (single != null) {
            single.encode(out);
            return;
        }
        out.u32(2).u32(2).u8(1).u32(4 + 32L * rank()).u32(rank());
        for (int i = 0; i < rank(); i++) {
            out.i64(start[i]).i64(stride[i]).i64(count[i]).i64(block[i]);
        }
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
