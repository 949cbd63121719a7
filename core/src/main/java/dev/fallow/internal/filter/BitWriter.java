package dev.fallow.internal.filter;

/** Writes bits, the most significant of each byte first. */
final class BitWriter {
    private final byte[] array;
    private int at;
    /** The last bits written, fewer than 8 of them not yet in the array. */
    private long pending;

    private int count;

    /** @param at index of the first byte */
    BitWriter(byte[] array, int at) {
        this.array = array;
        this.at = at;
    }

    /**
     * Writes the low bits of the value.
     *
     * @param bits 0 to 64
     */
    void write(long value, int bits) {
        if (bits > 32) {
            write(value >>> 32, bits - 32);
            write(value, 32);
            return;
        }
        pending = pending << bits | value & (1L << bits) - 1;
        count += bits;
        while (count >= 8) {
            count -= 8;
            array[at++] = (byte) (pending >>> count);
        }
    }

    /** The index of the byte that is written next. */
    int index() {
        return at;
    }

    /** Fills the last byte with 0 bits. Returns the index after it. */
    int finish() {
        if (count > 0) {
            write(0, 8 - count);
        }
        return at;
    }
}
