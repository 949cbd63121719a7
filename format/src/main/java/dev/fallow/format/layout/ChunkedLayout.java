package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.message.Dataspace;

/**
 * The chunk dimensions and the chunk index of a dataset: a data layout message of class 2, of any version. O, L: sizes
 * of offsets and of lengths.
 *
 * <pre>
 *   versions 1, 2                    version 3                       versions 4, 5
 *     1    version                     1    version                    1    version
 *     1    dimensions n                1    class, 2                   1    class, 2
 *     1    class, 2                    1    dimensions n               1    flags: bit 0 partial edge chunks are not
 *     5    reserved                    O    B-tree                          filtered, bit 1 the single chunk is
 *     O    B-tree                     4*n   chunk dimensions           1    dimensions n
 *    4*n   chunk dimensions                                            1    width of a dimension, e: 1 to 8
 *                                                                     e*n   chunk dimensions
 *                                                                      1    index: 1 single chunk, 2 implicit, 3 fixed
 *                                                                           array, 4 extensible array, 5 B-tree
 *                                                                           version 2
 *                                                                           parameters: 1 with flag bit 1: length of the
 *                                                                           chunk (L), filter mask (4); 3: 1 byte;
 *                                                                           4: 5 bytes; 5: 6 bytes
 *                                                                      O    index
 * </pre>
 *
 * The last dimension is the size of an element in bytes.
 *
 * @param version 1 to 5
 * @param dimensions of a chunk in elements, each more than 0, then the element size in bytes; not copied
 * @param index the kind of index
 * @param singleChunkSize length of a single chunk with filters, in bytes; -1 for other layouts
 * @param address of the index, or {@link dev.fallow.format.Addresses#UNDEFINED}
 */
public record ChunkedLayout(int version, long[] dimensions, Index index, long singleChunkSize, long address) {
    private static final int KNOWN_FLAGS = 3;
    private static final int SINGLE_FILTERED = 2;
    /** The maximum number of dimensions of a dataspace, plus one for the element size. */
    private static final int MOST_DIMENSIONS = Dataspace.MAX_RANK + 1;

    /** The kinds of chunk indexes. The ordinal is the number in versions 4 and 5. */
    public enum Index {
        /** B-tree of version 1: the only index in layout versions 1 to 3, and not used in later ones. */
        B_TREE_V1(0),
        /** No index: the address is that of the only chunk. */
        SINGLE_CHUNK(0),
        /** No index: all chunks are in one block, in order. */
        IMPLICIT(0),
        /** Fixed array. */
        FIXED_ARRAY(1),
        /** Extensible array. */
        EXTENSIBLE_ARRAY(5),
        /** B-tree of version 2. */
        B_TREE_V2(6);

        private final int parameterBytes;

        Index(int parameterBytes) {
            this.parameterBytes = parameterBytes;
        }
    }

    /**
     * Reads a data layout message of class 2.
     *
     * @throws dev.fallow.format.FormatException if it is another message, or invalid
     */
    public static ChunkedLayout decode(FieldReader in) {
        int version = in.version(1, 5);
        if (version < 3) {
            int count = dimensionCount(in);
            requireClass(in);
            in.skip(5);
            long address = in.offset();
            return new ChunkedLayout(version, dimensions(in, count, 4), Index.B_TREE_V1, -1, address);
        }
        requireClass(in);
        if (version == 3) {
            int count = dimensionCount(in);
            long address = in.offset();
            return new ChunkedLayout(version, dimensions(in, count, 4), Index.B_TREE_V1, -1, address);
        }
        int flags = in.flags(KNOWN_FLAGS);
        int count = dimensionCount(in);
        int width = in.u8("bytes of a dimension", 8);
        if (width == 0) {
            throw in.fail("expected dimensions of 1 to 8 bytes, found 0", 1);
        }
        long[] dimensions = dimensions(in, count, width);
        int number = in.u8("chunk index", Index.B_TREE_V2.ordinal());
        if (number == 0) {
            throw in.fail("expected chunk index 1 to 5, found 0", 1);
        }
        Index index = Index.values()[number];
        long single = -1;
        if (index == Index.SINGLE_CHUNK && (flags & SINGLE_FILTERED) != 0) {
            single = in.length();
            in.skip(4);
        }
        in.skip(index.parameterBytes);
        return new ChunkedLayout(version, dimensions, index, single, in.offset());
    }

    private static void requireClass(FieldReader in) {
        int found = in.u8();
        if (found != DataLayout.CHUNKED) {
            throw in.fail("expected layout class 2 (chunked), found " + found, 1);
        }
    }

    private static int dimensionCount(FieldReader in) {
        int count = in.u8("dimensions", MOST_DIMENSIONS);
        if (count < 2) {
            throw in.fail("expected at least 2 dimensions of a chunk, found " + count, 1);
        }
        return count;
    }

    private static long[] dimensions(FieldReader in, int count, int width) {
        long[] dimensions = new long[count];
        for (int i = 0; i < count; i++) {
            dimensions[i] = in.unsigned(width);
            if (dimensions[i] <= 0) {
                throw in.fail("expected a chunk dimension of at least 1, found " + dimensions[i], width);
            }
        }
        return dimensions;
    }

    /** The size of a chunk without filters, in bytes; saturates at 2^63-1. */
    public long chunkBytes() {
        long bytes = 1;
        for (long dimension : dimensions) {
            bytes = bytes > Long.MAX_VALUE / dimension ? Long.MAX_VALUE : bytes * dimension;
        }
        return bytes;
    }

    /** The number of dimensions of the dataset. */
    public int rank() {
        return dimensions.length - 1;
    }

    /** The width of a chunk's size in the index of a dataset with filters, in bytes. */
    public int chunkSizeWidth(FieldSizes sizes) {
        if (version > 4) {
            return sizes.lengths();
        }
        int highestBit = 63 - Long.numberOfLeadingZeros(chunkBytes());
        return Math.min(8, 1 + (highestBit + 8) / 8);
    }
}
