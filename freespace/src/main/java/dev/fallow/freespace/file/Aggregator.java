package dev.fallow.freespace.file;

/**
 * A block at whose front small requests of one kind (metadata, or raw data) are served, so that they lie together.
 * HDF5's rules; a block of 0 bytes that has an address still grows and absorbs at that address.
 */
final class Aggregator {
    /** The type in whose name its bytes are taken and given back. */
    final AllocationType type;

    /** Bytes taken at a time; 0: this aggregator is never used. */
    final long blockSize;

    private long address;
    private long left;
    private long total;

    Aggregator(AllocationType type, long blockSize) {
        this.type = type;
        this.blockSize = blockSize;
    }

    /** Where the next request is served; 0 if it has no block. */
    long address() {
        return address;
    }

    /** Bytes not handed out yet. */
    long left() {
        return left;
    }

    /** The first byte behind it. */
    long end() {
        return address + left;
    }

    /** Whether it has a place in the file, if only of 0 bytes. */
    boolean placed() {
        return address > 0;
    }

    /** Whether so much of it was handed out that its rest is better given back when it is in another's way. */
    boolean wellUsed() {
        return left > 0 && total > left && total - left >= blockSize;
    }

    /** Begins anew at another block. */
    void moveTo(long newAddress, long size) {
        address = newAddress;
        left = size;
        total = size;
    }

    /** Has no block any more. */
    void reset() {
        address = 0;
        left = 0;
        total = 0;
    }

    /** Gives up bytes at its front. */
    void consume(long size) {
        address += size;
        left -= size;
    }

    /** Takes in bytes of the file behind it. */
    void growBehind(long size) {
        left += size;
        total += size;
    }

    boolean adjoins(long sectionAddress, long size) {
        return blockSize > 0 && placed() && (sectionAddress + size == address || end() == sectionAddress);
    }

    /** Takes in a released section that adjoins it. */
    void absorb(long sectionAddress, long size) {
        left += size;
        if (sectionAddress < address) {
            address = sectionAddress;
            total -= Math.min(total, size); // what was handed out has come back
        }
    }
}
