package dev.fallow;

import java.util.Arrays;

/**
 * A chunk of a dataset, as it is stored.
 *
 * @param offset its first element in each dimension of the dataset; not copied
 * @param address in the file, relative to the base address
 * @param size in bytes, after the filters
 * @param filterMask bit i is set if filter i of the dataset was skipped
 */
public record StoredChunkInfo(long[] offset, long address, long size, int filterMask) {
    @Override
    public boolean equals(Object other) {
        return other instanceof StoredChunkInfo that
                && Arrays.equals(offset, that.offset)
                && address == that.address
                && size == that.size
                && filterMask == that.filterMask;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(offset) + Long.hashCode(address);
    }

    @Override
    public String toString() {
        return "StoredChunkInfo[offset=%s, address=%d, size=%d, filterMask=%d]"
                .formatted(Arrays.toString(offset), address, size, filterMask);
    }
}
