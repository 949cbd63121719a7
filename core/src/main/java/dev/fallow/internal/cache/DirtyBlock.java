package dev.fallow.internal.cache;

/**
 * Where the image of a block lies that differs from the file, until the cache is changed.
 *
 * @param address first byte in the file, relative to the base address
 * @param bytes the image, and perhaps others
 * @param from where the image starts among them
 * @param length bytes of the image
 * @param live the block, if its structure is live; null if it is parked
 * @param slot where it is parked, if it is
 */
public record DirtyBlock(long address, byte[] bytes, int from, int length, Block live, int slot) {
    /** The first address behind it. */
    public long end() {
        return address + length;
    }
}
