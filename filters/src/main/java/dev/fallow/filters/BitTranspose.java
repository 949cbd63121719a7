package dev.fallow.filters;

import dev.fallow.filter.ByteShuffle;

/**
 * Groups the bits of elements by their position: rows ordered by byte of the element, and within it by bit, the least
 * significant first; in a row the bits of the elements, the first in the least significant bit of the first byte. For a
 * number of elements that is a multiple of 8.
 *
 * <p>Bytes are grouped by position first. Each eight bytes are then transposed as an 8x8 matrix of bits; of these, the
 * bytes are grouped again.
 */
final class BitTranspose {
    private BitTranspose() {}

    /**
     * Groups the bits of elements.
     *
     * @param elements a multiple of 8
     * @param size of an element in bytes
     * @param scratch as long as the elements, another array than the others
     */
    static void shuffle(byte[] in, int from, byte[] out, int to, int elements, int size, byte[] scratch) {
        int length = elements * size;
        ByteShuffle.shuffle(in, from, scratch, 0, length, size);
        transposeBits(scratch, length);
        for (int at = 0; at < length; at += elements) {
            ByteShuffle.shuffle(scratch, at, out, to + at, elements, 8);
        }
    }

    /** Undoes {@link #shuffle}. */
    static void unshuffle(byte[] in, int from, byte[] out, int to, int elements, int size, byte[] scratch) {
        int length = elements * size;
        for (int at = 0; at < length; at += elements) {
            ByteShuffle.unshuffle(in, from + at, scratch, at, elements, 8);
        }
        transposeBits(scratch, length);
        ByteShuffle.unshuffle(scratch, 0, out, to, length, size);
    }

    private static void transposeBits(byte[] array, int length) {
        for (int at = 0; at < length; at += 8) {
            long x = Bytes.littleLong(array, at);
            long t = (x ^ x >>> 7) & 0x00AA_00AA_00AA_00AAL;
            x ^= t ^ t << 7;
            t = (x ^ x >>> 14) & 0x0000_CCCC_0000_CCCCL;
            x ^= t ^ t << 14;
            t = (x ^ x >>> 28) & 0x0000_0000_F0F0_F0F0L;
            x ^= t ^ t << 28;
            Bytes.putLittleLong(array, at, x);
        }
    }
}
