package dev.fallow;

import java.util.Arrays;

/**
 * The bytes of a chunk after its filters.
 *
 * @param bytes as stored; not copied
 * @param filterMask bit i is set if filter i of the dataset was skipped
 */
public record RawChunk(byte[] bytes, int filterMask) {
    @Override
    public boolean equals(Object other) {
        return other instanceof RawChunk that && Arrays.equals(bytes, that.bytes) && filterMask == that.filterMask;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bytes) + filterMask;
    }

    @Override
    public String toString() {
        return "RawChunk[%d bytes, filterMask=%d]".formatted(bytes.length, filterMask);
    }
}
