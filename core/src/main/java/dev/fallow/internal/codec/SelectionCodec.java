package dev.fallow.internal.codec;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

/**
 * A serialized selection: the elements of a dataset to which a region reference refers.
 *
 * <pre>
 *   bytes  field
 *     4    type: 0 none, 1 points, 2 hyperslab, 3 all
 *     4    version
 *    ...   none and all, version 1: reserved (4), length (4), both 0; otherwise see below
 *
 *   points, version 1                       points, version 2
 *   bytes  field                            bytes  field
 *     4    reserved                           1    width of a coordinate, w: 2, 4 or 8
 *     4    length of the rest                 4    rank, r
 *     4    rank, r                            w    number of points
 *     4    number of points                  w*r   for each point: coordinates
 *    4*r   for each point: coordinates
 *
 *   hyperslab, version 1: blocks            hyperslab, version 3, irregular
 *   bytes  field                            bytes  field
 *     4    reserved                           1    flags: 1 regular
 *     4    length of the rest                 1    width of a coordinate, w: 2, 4 or 8
 *     4    rank, r                            4    rank, r
 *     4    number of blocks                   w    number of blocks
 *   2*4*r  for each block: coordinates of   2*w*r  for each block: the same
 *          its first and its last element
 *
 *   hyperslab, version 2                    hyperslab, version 3, regular
 *   bytes  field                            bytes  field
 *     1    flags: 1 regular                   1    flags: 1 regular
 *     4    length of the rest                 1    width of a coordinate, w: 2, 4 or 8
 *     4    rank, r                            4    rank, r
 *    4*8   for each dimension: start,        4*w   for each dimension: the same
 *          stride, count, block; a count
 *          or block of all ones is
 *          {@link Selection#UNLIMITED}
 * </pre>
 *
 * A selection is written in the lowest version that can represent it, so the encoding of a selection that was read may
 * change, but not its meaning. A single block of a hyperslab is written as {@link Blocks} in version 1, which every reader
 * supports, if its coordinates fit.
 */
public final class SelectionCodec {
    /** The specification's name, for messages. */
    public static final String STRUCTURE = "dataspace selection";

    private static final int NONE = 0;
    private static final int POINTS = 1;
    private static final int HYPERSLAB = 2;
    private static final int ALL = 3;

    /** The maximum coordinate that fits into four bytes without being all ones, which means "unlimited". */
    private static final long MAX_NARROW = 0xFFFF_FFFEL;

    private SelectionCodec() {}

    /**
     * Reads a selection.
     *
     * @param rank of the dataset, if it is stored elsewhere, or {@link Selection#UNKNOWN_RANK}
     */
    public static Selection decode(FieldReader in, int rank) {
        long type = in.u32();
        long version = in.u32();
        if (type == NONE || type == ALL) {
            requireVersion(in, version, 1);
            in.skip(8);
            return type == NONE ? new Selection.None(rank) : new Selection.All(rank);
        } else if (type == POINTS) {
            requireVersion(in, version, 2);
            return points(in, (int) version);
        } else if (type == HYPERSLAB) {
            requireVersion(in, version, 3);
            return version == 1 ? blocks(in) : hyperslab(in, (int) version);
        }
        throw in.fail("expected selection type 0 to 3, found " + type, 8);
    }

    private static void requireVersion(FieldReader in, long version, int highest) {
        if (version < 1 || version > highest) {
            throw in.fail("expected selection version 1 to " + highest + ", found " + version, 4);
        }
    }

    private static int rank(FieldReader in) {
        long rank = in.u32();
        if (rank < 1 || rank > Dataspace.MAX_RANK) {
            throw in.fail("expected a rank of 1 to " + Dataspace.MAX_RANK + ", found " + rank, 4);
        }
        return (int) rank;
    }

    private static int width(FieldReader in) {
        int width = in.u8();
        if (width != 2 && width != 4 && width != 8) {
            throw in.fail("expected coordinates of 2, 4 or 8 bytes, found " + width, 1);
        }
        return width;
    }

    /** Reads {@code items * each} coordinates. Checks that the reader has enough bytes before allocating. */
    private static long[] coordinates(FieldReader in, long items, int each, int width) {
        if (items > in.remaining() / ((long) each * width)) {
            throw in.fail("expected %d items of %d coordinates of %d bytes, found %d bytes"
                    .formatted(items, each, width, in.remaining()));
        }
        long[] coordinates = new long[(int) items * each];
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] = in.unsigned(width);
        }
        return coordinates;
    }

    private static Points points(FieldReader in, int version) {
        int width = 4;
        if (version == 1) {
            in.skip(8);
        } else {
            width = width(in);
        }
        int rank = rank(in);
        return new Points(rank, coordinates(in, in.unsigned(width), rank, width));
    }

    private static Blocks blocks(FieldReader in) {
        in.skip(8);
        return blocks(in, rank(in), 4);
    }

    private static Blocks blocks(FieldReader in, int rank, int width) {
        long[] corners = coordinates(in, in.unsigned(width), 2 * rank, width);
        int reversed = Blocks.firstReversed(rank, corners);
        if (reversed >= 0) {
            throw in.fail("expected each block to end after it begins, which block " + reversed + " does not");
        }
        return new Blocks(rank, corners);
    }

    /** Reads version 2 or 3. In version 3 the selection may be irregular. */
    private static Selection hyperslab(FieldReader in, int version) {
        int flags = in.flags(1);
        int width = 8;
        if (version == 2) {
            in.skip(4);
        } else {
            width = width(in);
        }
        int rank = rank(in);
        if (flags == 0) {
            if (version == 2) {
                throw in.fail("expected a regular hyperslab, found flags 0");
            }
            return blocks(in, rank, width);
        }
        long[] start = new long[rank];
        long[] stride = new long[rank];
        long[] count = new long[rank];
        long[] block = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = in.unsigned(width);
            stride[i] = in.unsigned(width);
            count[i] = in.unsignedOrAllOnes(width);
            block[i] = in.unsignedOrAllOnes(width);
            if (stride[i] < 1) {
                throw in.fail("expected a stride of at least 1, found " + stride[i], 3 * width);
            }
        }
        return new Hyperslab(start, stride, count, block);
    }

    /** Writes a selection. */
    public static void encode(Selection selection, FieldWriter out) {
        if (selection instanceof Points points) {
            boolean narrow = isNarrow(points.coordinates());
            out.u32(POINTS).u32(narrow ? 1 : 2);
            encode(out, narrow, points.rank(), points.count(), points.coordinates());
        } else if (selection instanceof Blocks blocks) {
            encode(blocks, out);
        } else if (selection instanceof Hyperslab hyperslab) {
            Blocks single = single(hyperslab);
            if (single == null) {
                encode(hyperslab, out);
            } else {
                encode(single, out);
            }
        } else {
            out.u32(selection instanceof Selection.None ? NONE : ALL).u32(1).zeros(8);
        }
    }

    private static void encode(Blocks blocks, FieldWriter out) {
        boolean narrow = isNarrow(blocks.corners());
        out.u32(HYPERSLAB).u32(narrow ? 1 : 3);
        if (!narrow) {
            out.u8(0);
        }
        encode(out, narrow, blocks.rank(), blocks.count(), blocks.corners());
    }

    private static void encode(FieldWriter out, boolean narrow, int rank, int count, long[] coordinates) {
        if (narrow) {
            out.zeros(4).u32(8 + 4L * coordinates.length).u32(rank).u32(count);
        } else {
            out.u8(8).u32(rank).i64(count);
        }
        for (long coordinate : coordinates) {
            out.unsigned(coordinate, narrow ? 4 : 8);
        }
    }

    private static void encode(Hyperslab hyperslab, FieldWriter out) {
        int rank = hyperslab.rank();
        out.u32(HYPERSLAB).u32(2).u8(1).u32(4 + 32L * rank).u32(rank);
        for (int i = 0; i < rank; i++) {
            out.i64(hyperslab.start()[i])
                    .i64(hyperslab.stride()[i])
                    .i64(hyperslab.count()[i])
                    .i64(hyperslab.block()[i]);
        }
    }

    /** The single block, if there is only one, it is bounded, and not empty; otherwise null. */
    private static Blocks single(Hyperslab hyperslab) {
        int rank = hyperslab.rank();
        long[] corners = Arrays.copyOf(hyperslab.start(), 2 * rank);
        for (int i = 0; i < rank; i++) {
            long block = hyperslab.block()[i];
            if (hyperslab.count()[i] != 1 || block < 1 || corners[i] > MAX_NARROW - block) {
                return null;
            }
            corners[rank + i] = corners[i] + block - 1;
        }
        return new Blocks(rank, corners);
    }

    private static boolean isNarrow(long[] coordinates) {
        for (long coordinate : coordinates) {
            if (coordinate > MAX_NARROW) {
                return false;
            }
        }
        return true;
    }
}
