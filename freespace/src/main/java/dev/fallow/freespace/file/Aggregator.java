package dev.fallow.freespace.file;

/**
 * A block from whose front small requests of one kind (metadata or raw data) are served, so that they are adjacent.
 * Follows HDF5's rules; a block of 0 bytes with an address still grows and absorbs at that address.
 */
final class Aggregator {
    /** The type for which its bytes are allocated and released. */
    final AllocationType type;

    /** Bytes allocated at a time; 0: this aggregator is never used. */
    final long blockSize;

    private long address;
    private long left;
    private long total;

    Aggregator(AllocationType type, long blockSize) {
        this.type = type;
        this.blockSize = blockSize;
    }

    /** The address of the next request; 0 without a block. */
    long address() {
        return address;
    }

    /** The number of unused bytes. */
    long left() {
        return left;
    }

    /** The first byte after it. */
    long end() {
        return address + left;
    }

    /** Whether it has an address in the file, even with 0 bytes. */
    boolean placed() {
        return address > 0;
    }

    /** Whether enough of it has been used that its rest should be released if it is in another aggregator's way. */
    boolean wellUsed() {
        return left > 0 && total > left && total - left >= blockSize;
    }

    /** Replaces the block by another one. */
    void moveTo(long newAddress, long size) {
        address = newAddress;
        left = size;
        total = size;
    }

    /** Removes the block. */
    void reset() {
        address = 0;
        left = 0;
        total = 0;
    }

    /** Removes bytes from its front. */
    void consume(long size) {
        address += size;
        left -= size;
    }

    /** Adds bytes of the file after it. */
    void growBehind(long size) {
        left += size;
        total += size;
    }

    boolean adjoins(long sectionAddress, long size) {
        return blockSize > 0 && placed() && (sectionAddress + size == address || end() == sectionAddress);
    }

    /** Adds an adjacent released section. */
    void absorb(long sectionAddress, long size) {
        left += size;
        if (sectionAddress < address) {
            address = sectionAddress;
            total -= Math.min(total, size); // bytes served from the front were released
        }
    }
}
