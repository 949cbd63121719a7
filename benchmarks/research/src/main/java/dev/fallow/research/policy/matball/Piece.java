package dev.fallow.research.policy.matball;

/**
 * A run of bytes that belongs to a file.
 *
 * @param address the first byte
 * @param size in bytes, a multiple of the block size
 */
public record Piece(long address, long size) {
    /**
     * @throws IllegalArgumentException if the address is negative, the size is not positive, or the end exceeds 2^63-1
     */
    public Piece {
        if (address < 0 || size <= 0 || size > Long.MAX_VALUE - address) {
            throw new IllegalArgumentException("not a piece: address=" + address + ", size=" + size);
        }
    }

    /** The address after the last byte. */
    public long end() {
        return address + size;
    }
}
