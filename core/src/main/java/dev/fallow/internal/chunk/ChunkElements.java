package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.cache.StructureReader;

/**
 * The fields that locate a chunk, read and patched in the image of a block: its address, then, in a dataset with
 * filters, its size and filter mask.
 *
 * @param chunkBytes the size of a chunk without filters
 * @param sizeWidth the width of a chunk's size in bytes; 0 in a dataset without filters
 */
record ChunkElements(StructureReader in, long chunkBytes, int addressWidth, int sizeWidth) {
    static final String CHUNK = "chunk";

    ChunkElements(StructureReader in, long chunkBytes, int sizeWidth) {
        this(in, chunkBytes, in.sizes().offsets(), sizeWidth);
    }

    /** The largest size of a chunk that can be stored, in bytes. */
    long largestSize() {
        return sizeWidth == 0 ? chunkBytes : largest(sizeWidth);
    }

    /** The largest size that fits a field of a width in bytes. */
    static long largest(int width) {
        return width == 8 ? Long.MAX_VALUE : (1L << 8 * width) - 1;
    }

    /** The length of the fields in bytes. */
    int length() {
        return addressWidth + (sizeWidth == 0 ? 0 : sizeWidth + Integer.BYTES);
    }

    /** Whether the address at a position is defined. */
    boolean isStored(byte[] image, int at) {
        return address(image, at, addressWidth) != Addresses.UNDEFINED;
    }

    /** The address at a position; undefined if all its bits are set. */
    static long address(byte[] image, int at, int width) {
        long address = LittleEndian.unsigned(image, at, width);
        return width < 8 && address == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : address;
    }

    /**
     * The chunk; null if its address is undefined.
     *
     * @throws FormatException if it is not inside the allocated space, or its size is 0
     */
    StoredChunk read(byte[] image, int at) {
        long address = address(image, at, addressWidth);
        if (address == Addresses.UNDEFINED) {
            return null;
        }
        if (sizeWidth == 0) {
            return checked(in, new StoredChunk(address, chunkBytes, 0));
        }
        int sizeAt = at + addressWidth;
        return checked(
                in,
                new StoredChunk(
                        address,
                        LittleEndian.unsigned(image, sizeAt, sizeWidth),
                        LittleEndian.i32(image, sizeAt + sizeWidth)));
    }

    /** Writes the fields of a chunk; null for one that is not stored. */
    void write(byte[] image, int at, StoredChunk chunk) {
        LittleEndian.put(image, at, addressWidth, chunk == null ? Addresses.UNDEFINED : chunk.address());
        if (sizeWidth > 0) {
            int sizeAt = at + addressWidth;
            LittleEndian.put(image, sizeAt, sizeWidth, chunk == null ? 0 : chunk.size());
            int mask = chunk == null ? 0 : chunk.filterMask();
            LittleEndian.put(image, sizeAt + sizeWidth, Integer.BYTES, mask & 0xFFFF_FFFFL);
        }
    }

    /** @throws FormatException if the chunk is not inside the allocated space, or its size is 0 */
    static StoredChunk checked(StructureReader in, StoredChunk chunk) {
        if (chunk.size() <= 0) {
            throw new FormatException(CHUNK, chunk.address(), "expected a size of at least 1, found " + chunk.size());
        }
        in.requireInside(chunk.address(), chunk.size(), CHUNK);
        return chunk;
    }
}
