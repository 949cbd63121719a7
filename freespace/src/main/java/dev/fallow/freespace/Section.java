package dev.fallow.freespace;

/**
 * A run of free bytes, {@code [address, end)}; never empty.
 *
 * @param address the first byte, at least 0
 * @param size bytes, at least 1
 */
public record Section(long address, long size) {
    /** @throws IllegalArgumentException if the address is negative, the size not positive, or the end past 2^63-1 */
    public Section {
        if (address < 0 || size <= 0 || size > Long.MAX_VALUE - address) {
            throw new IllegalArgumentException("not a section: address=" + address + ", size=" + size);
        }
    }

    /** The number of bytes from an address to the next multiple of an alignment. */
    public static long padding(long address, long alignment) {
        long over = alignment == 1 ? 0 : address % alignment;
        return over == 0 ? 0 : alignment - over;
    }

    /** The first byte after the section. */
    public long end() {
        return address + size;
    }
}
