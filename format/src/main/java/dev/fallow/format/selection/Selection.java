package dev.fallow.format.selection;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * A serialized selection: the elements of a dataset to which a region reference refers.
 *
 * <pre>
 *   bytes  field
 *     4    type: 0 none, 1 points, 2 hyperslab, 3 all
 *     4    version
 *    ...   none and all, version 1: reserved (4), length (4), both 0; otherwise see {@link Points}, {@link Hyperslab}
 * </pre>
 *
 * A selection is written in the lowest version that can represent it, so the encoding of a selection that was read may
 * change, but not its meaning.
 */
public sealed interface Selection permits Selection.None, Selection.All, Points, Blocks, Hyperslab {
    /** An unlimited coordinate: up to the end of the dataset. */
    long UNLIMITED = -1;

    /** The specification's name, for messages. */
    String STRUCTURE = "dataspace selection";

    /** The rank of a selection of unknown rank. */
    int UNKNOWN_RANK = -1;

    /**
     * The empty selection.
     *
     * @param rank of the dataset, which is not stored in the selection, or {@link #UNKNOWN_RANK}
     */
    record None(int rank) implements Selection {}

    /**
     * All elements.
     *
     * @param rank of the dataset, which is not stored in the selection, or {@link #UNKNOWN_RANK}
     */
    record All(int rank) implements Selection {}

    /** The number of dimensions. */
    int rank();

    /** A single block, starting at {@code start}, with {@code count} elements in each dimension. */
    static Selection block(long[] start, long[] count) {
        return Hyperslab.block(start, count);
    }

    /** Single elements, given by one array of coordinates each. */
    static Selection points(long[]... points) {
        return Points.of(points);
    }

    /**
     * Reads a selection.
     *
     * @param rank of the dataset, if it is stored elsewhere, or {@link #UNKNOWN_RANK}
     */
    static Selection decode(FieldReader in, int rank) {
        long type = in.u32();
        long version = in.u32();
        if (type == 0 || type == 3) {
            requireVersion(in, version, 1);
            in.skip(8);
            return type == 0 ? new None(rank) : new All(rank);
        } else if (type == 1) {
            requireVersion(in, version, 2);
            return Points.decode(in, (int) version);
        } else if (type == 2) {
            requireVersion(in, version, 3);
            return version == 1 ? Blocks.decodeVersion1(in) : Hyperslab.decode(in, (int) version);
        }
        throw in.fail("expected selection type 0 to 3, found " + type, 8);
    }

    private static void requireVersion(FieldReader in, long version, int highest) {
        if (version < 1 || version > highest) {
            throw in.fail("expected selection version 1 to " + highest + ", found " + version, 4);
        }
    }

    /** Writes the selection. */
    default void encode(FieldWriter out) {
        out.u32(this instanceof None ? 0 : 3).u32(1).zeros(8);
    }
}
