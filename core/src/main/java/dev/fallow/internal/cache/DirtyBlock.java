package dev.fallow.internal.cache;

/**
 * The location in memory of an image, or a part of one, that differs from the file; valid until the cache is changed.
 *
 * @param address the first byte's address, relative to the base address
 * @param bytes an array that contains the image
 * @param from the start of the image in the array
 * @param length the length of the image in bytes
 * @param live the block if its structure is live and this is its last part; otherwise null
 * @param slot the slot of a parked image; otherwise -1
 */
public record DirtyBlock(long address, byte[] bytes, int from, int length, Block live, int slot) {
    /** The address after the last byte. */
    public long end() {
        return address + length;
    }
}
