package dev.fallow.format.layout;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.Dataspace;
import java.util.Arrays;

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
 * The last dimension is the size of an element in bytes. The length of the message does not depend on the address, and
 * not on the size of the single chunk: a change is written over the old message.
 *
 * @param dimensions of a chunk in elements, each more than 0, then the element size in bytes; not copied
 * @param parameters of the index, as stored: see {@link Index}; not copied
 * @param singleChunkSize length of a single chunk with filters, in bytes; -1 for other layouts
 * @param singleChunkMask the filters that were skipped for the single chunk; 0 for other layouts
 */
public record ChunkedLayout(
        int version,
        int flags,
        int width,
        long[] dimensions,
        Index index,
        long[] parameters,
        long singleChunkSize,
        int singleChunkMask,
        long address)
        implements DataLayout {
    /** Flag: partial edge chunks are stored without filters. */
    public static final int PARTIAL_UNFILTERED = 1;
    /** Flag: the single chunk is filtered; its length and filter mask are stored here. */
    public static final int SINGLE_FILTERED = 2;
    /** The maximum number of dimensions of a dataspace, plus one for the element size. */
    private static final int MOST_DIMENSIONS = Dataspace.MAX_RANK + 1;

    private static final long[] NO_PARAMETERS = {};

    /** The kinds of chunk indexes. The ordinal is the number in versions 4 and 5. */
    public enum Index {
        /** B-tree of version 1: the only index in layout versions 1 to 3, and not used in later ones. */
        B_TREE_V1,
        /** No index: the address is that of the only chunk. */
        SINGLE_CHUNK,
        /** No index: all chunks are in one block, in order. */
        IMPLICIT,
        /** Fixed array. Parameter: log2 of the number of elements in a page. */
        FIXED_ARRAY(1),
        /**
         * Extensible array. Parameters: bits of an element number, elements in the index block, minimum number of data
         * block pointers in a super block, minimum number of elements in a data block, log2 of the number of elements
         * in a page.
         */
        EXTENSIBLE_ARRAY(1, 1, 1, 1, 1),
        /** B-tree of version 2. Parameters: bytes of a node, split percentage, merge percentage. */
        B_TREE_V2(4, 1, 1);

        private final int[] widths;

        /** @param widths of the parameters in bytes */
        Index(int... widths) {
            this.widths = widths;
        }

        private int parameterBytes() {
            return Arrays.stream(widths).sum();
        }
    }

    public ChunkedLayout {
        boolean old = version < 4;
        if (version < 1
                || version > 5
                || old != (index == Index.B_TREE_V1)
                || (flags & ~(PARTIAL_UNFILTERED | SINGLE_FILTERED)) != 0
                || old && (flags != 0 || width != 4)
                || width < 1
                || width > 8
                || dimensions.length < 2
                || dimensions.length > MOST_DIMENSIONS
                || parameters.length != index.widths.length
                || address < Addresses.UNDEFINED) {
            throw new IllegalArgumentException(
                    "chunked layout of version %d, flags %d, %d dimensions of %d bytes, index %s, address %d"
                            .formatted(version, flags, dimensions.length, width, index, address));
        }
    }

    /** The layout message of a new dataset, whose index does not exist yet. */
    public static ChunkedLayout create(int version, int flags, long[] dimensions, Index index, long... parameters) {
        int width = 4;
        if (version > 3) {
            width = 1;
            for (long dimension : dimensions) {
                width = Math.max(width, (64 - Long.numberOfLeadingZeros(dimension) + 7) / 8);
            }
        }
        return new ChunkedLayout(
                version,
                flags,
                width,
                dimensions,
                index,
                parameters,
                (flags & SINGLE_FILTERED) == 0 ? -1 : 0,
                0,
                Addresses.UNDEFINED);
    }

    /** Reads a data layout message of class 2. */
    public static ChunkedLayout decode(FieldReader in) {
        int version = in.version(1, 5);
        if (version < 3) {
            int count = dimensionCount(in);
            requireClass(in);
            in.skip(5);
            long address = in.offset();
            return old(version, dimensions(in, count, 4), address);
        }
        requireClass(in);
        if (version == 3) {
            int count = dimensionCount(in);
            long address = in.offset();
            return old(version, dimensions(in, count, 4), address);
        }
        int flags = in.flags(PARTIAL_UNFILTERED | SINGLE_FILTERED);
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
        int mask = 0;
        if (index == Index.SINGLE_CHUNK && (flags & SINGLE_FILTERED) != 0) {
            single = in.length();
            mask = in.i32();
        }
        long[] parameters = new long[index.widths.length];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = in.unsigned(index.widths[i]);
            if (parameters[i] == 0) {
                throw in.fail("expected a parameter of the chunk index that is not 0", index.widths[i]);
            }
        }
        return new ChunkedLayout(version, flags, width, dimensions, index, parameters, single, mask, in.offset());
    }

    private static ChunkedLayout old(int version, long[] dimensions, long address) {
        return new ChunkedLayout(version, 0, 4, dimensions, Index.B_TREE_V1, NO_PARAMETERS, -1, 0, address);
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

    @Override
    public void encode(FieldWriter out) {
        if (version < 3) {
            out.u8(version).u8(dimensions.length).u8(CHUNKED).zeros(5).offset(address);
        } else if (version == 3) {
            out.u8(version).u8(CHUNKED).u8(dimensions.length).offset(address);
        } else {
            out.u8(version).u8(CHUNKED).u8(flags).u8(dimensions.length).u8(width);
        }
        for (long dimension : dimensions) {
            out.unsigned(dimension, width);
        }
        if (version < 4) {
            return;
        }
        out.u8(index.ordinal());
        if (singleChunkSize >= 0) {
            out.length(singleChunkSize).i32(singleChunkMask);
        }
        for (int i = 0; i < parameters.length; i++) {
            out.unsigned(parameters[i], index.widths[i]);
        }
        out.offset(address);
    }

    @Override
    public int addressAt(FieldSizes sizes) {
        if (version < 4) {
            return version < 3 ? 8 : 3;
        }
        int single = singleChunkSize >= 0 ? sizes.lengths() + 4 : 0;
        return 6 + width * dimensions.length + single + index.parameterBytes();
    }

    @Override
    public int layoutClass() {
        return CHUNKED;
    }

    /** The same layout with another address of the index. */
    public ChunkedLayout at(long newAddress) {
        return withSingleChunk(newAddress, singleChunkSize, singleChunkMask);
    }

    /**
     * The same layout with another single chunk.
     *
     * @param size its length in bytes; ignored if the layout has no filters
     */
    public ChunkedLayout withSingleChunk(long newAddress, long size, int mask) {
        boolean filtered = (flags & SINGLE_FILTERED) != 0;
        return new ChunkedLayout(
                version,
                flags,
                width,
                dimensions,
                index,
                parameters,
                filtered ? size : -1,
                filtered ? mask : 0,
                newAddress);
    }

    /** Whether partial edge chunks are stored without filters. */
    public boolean partialUnfiltered() {
        return (flags & PARTIAL_UNFILTERED) != 0;
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

    @Override
    public boolean equals(Object other) {
        return other instanceof ChunkedLayout that
                && version == that.version
                && flags == that.flags
                && width == that.width
                && Arrays.equals(dimensions, that.dimensions)
                && index == that.index
                && Arrays.equals(parameters, that.parameters)
                && singleChunkSize == that.singleChunkSize
                && singleChunkMask == that.singleChunkMask
                && address == that.address;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(dimensions) + Long.hashCode(address);
    }
}
