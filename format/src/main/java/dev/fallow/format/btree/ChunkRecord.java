package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;

/**
 * Record of version 2 B-tree types 10 and 11: a chunk of a dataset. O: size of offsets.
 *
 * <pre>
 *   bytes   field
 *     O     address of the chunk
 *   0 or n  type 11: length of the chunk in the file
 *   0 or 4  type 11: filter mask
 *    8*d    scaled offset in each dimension, in chunks
 * </pre>
 *
 * Ordered by the scaled offsets, the first dimension first. The width n depends on the chunk's size and the version of
 * the layout message.
 *
 * @param chunkSize length in the file in bytes; 0 in type 10, where it is not stored
 * @param filterMask the filters that were skipped; 0 in type 10
 * @param scaledOffsets in chunks, one for each dimension; not copied
 */
public record ChunkRecord(long address, long chunkSize, int filterMask, long[] scaledOffsets) {

    /**
     * Reads a record.
     *
     * @param sizeWidth the width of a chunk's size in bytes; 0 in type 10
     */
    public static ChunkRecord decode(FieldReader in, int sizeWidth, int rank) {
        long address = in.offset();
        long size = sizeWidth == 0 ? 0 : in.unsigned(sizeWidth);
        int mask = sizeWidth == 0 ? 0 : in.i32();
        long[] scaled = new long[rank];
        for (int i = 0; i < rank; i++) {
            scaled[i] = in.unsigned(8);
        }
        return new ChunkRecord(address, size, mask, scaled);
    }
}
