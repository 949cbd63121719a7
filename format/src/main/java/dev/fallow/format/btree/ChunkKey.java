package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * Key of a version 1 B-tree of chunks.
 *
 * <pre>
 *   bytes  field
 *     4    size of the chunk in the file, in bytes
 *     4    filter mask: bit i set if filter i of the pipeline was skipped
 *    8*n   offset of the chunk in each dimension of the dataset, in elements, then 0 for the bytes of an element
 * </pre>
 *
 * The key after the last child of a node belongs to no chunk: its size is 0, and its last offset is the size of an
 * element.
 *
 * @param offsets in elements, one for each dimension and one for the element; not copied
 */
public record ChunkKey(long chunkSize, int filterMask, long[] offsets) {
    public ChunkKey {
        if (chunkSize < 0 || chunkSize > 0xFFFF_FFFFL) {
            throw new IllegalArgumentException("chunk size: expected 0 to 4294967295, found " + chunkSize);
        }
        for (long offset : offsets) {
            if (offset < 0) {
                throw new IllegalArgumentException("chunk offset: expected 0 or more, found " + offset);
            }
        }
    }

    /** The fields of a key with offsets in this many dimensions. */
    public static Layout layout(int dimensions) {
        return Layout.of("chunk key", "", "chunkSize:4 filterMask:4" + " offset:8".repeat(dimensions));
    }

    /** The length of a key in bytes, with offsets in this many dimensions. */
    public static int length(int dimensions) {
        return 8 + 8 * dimensions;
    }

    static ChunkKey decode(FieldReader in, long[] chunkDimensions) {
        long size = in.u32();
        int mask = in.i32();
        long[] offsets = new long[chunkDimensions.length];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = in.unsigned(8);
            if (offsets[i] % chunkDimensions[i] != 0) {
                throw in.fail(
                        "expected a chunk offset that is a multiple of " + chunkDimensions[i] + ", found " + offsets[i],
                        8);
            }
        }
        return new ChunkKey(size, mask, offsets);
    }

    void encode(FieldWriter out) {
        out.u32(chunkSize).i32(filterMask);
        for (long offset : offsets) {
            out.unsigned(offset, 8);
        }
    }
}
