package dev.fallow.freespace.policy.matball;

/**
 * A run of bytes that belongs to a file.
 *
 * @param address the first byte
 * @param size bytes, a multiple of the size of a block
 */
public record Piece(long address, long size) {
    /** @throws IllegalArgumentException if the address is negative, the size not positive, or the end past 2^63-1 */
    public Piece {
        if (address < 0 || size <= 0 || size > Long.MAX_VALUE - address) {
            throw new IllegalArgumentException("not a piece: address=" + address + ", size=" + size);
        }
    }

    /** The first byte after it. */
    public long end() {
        return address + size;
    }
}
