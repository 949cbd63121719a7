package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterException;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The client data values of szip.
 *
 * <pre>
 *   value  meaning
 *     0    4 entropy coding or 32 nearest neighbour; 8 little- or 16 big-endian; 1 and 128 are always set
 *     1    pixels (numbers) of a block: even, at most 32
 *     2    bits of a pixel: at most 24, 32 or 64
 *     3    pixels of a scanline
 * </pre>
 *
 * <p>More values mean nothing.
 *
 * @param differences nearest neighbour: pixels are stored as differences
 */
record SzipValues(boolean differences, boolean bigEndian, int block, int bits, int scanline) {
    private static final int COUNT = 4;
    private static final int ALLOW_13 = 1;
    private static final int ENTROPY = 4;
    private static final int LITTLE_ENDIAN = 8;
    private static final int BIG_ENDIAN = 16;
    private static final int NEAREST_NEIGHBOUR = 32;
    private static final int RAW = 128;

    private static final int MAX_BLOCK = 32;
    private static final int MAX_BLOCKS_OF_SCANLINE = 128;
    private static final int MAX_SCANLINE = 4096;
    /** More bits are rounded up to 32 or 64. */
    private static final int MAX_BITS = 24;

    /** @param requested {@value #ENTROPY} or {@value #NEAREST_NEIGHBOUR}, and the pixels of a block */
    static SzipValues of(int[] requested, ElementTraits traits) {
        if (requested.length != 2
                || requested[0] != ENTROPY && requested[0] != NEAREST_NEIGHBOUR
                || !isBlock(requested[1])) {
            throw new IllegalArgumentException("szip: expected the coding 4 or 32 and an even number of at most "
                    + MAX_BLOCK + " pixels of a block, found " + Arrays.toString(requested));
        }
        Datatype type = traits.type();
        int bits;
        boolean bigEndian;
        if (type instanceof FixedPoint integer) {
            bits = integer.bitOffset() == 0 ? integer.precision() : (int) (8 * integer.size());
            bigEndian = integer.order() == ByteOrder.BIG_ENDIAN;
        } else if (type instanceof FloatingPoint number && number.order() != FloatingPoint.Order.VAX) {
            bits = number.bitOffset() == 0 ? number.precision() : (int) (8 * number.size());
            bigEndian = number.order() == FloatingPoint.Order.BIG_ENDIAN;
        } else {
            throw new IllegalArgumentException("szip: expected integers or floating-point numbers, found " + type);
        }
        bits = bits <= MAX_BITS ? bits : bits <= 32 ? 32 : 64;
        if (pixelBytes(bits) != type.size()) {
            throw new IllegalArgumentException(
                    "szip: expected numbers of 1, 2, 4 or 8 bytes that are no longer than needed," + " found " + type);
        }
        int block = requested[1];
        return new SzipValues(requested[0] == NEAREST_NEIGHBOUR, bigEndian, block, bits, scanline(block, traits));
    }

    private static boolean isBlock(int pixels) {
        return pixels >= 2 && pixels <= MAX_BLOCK && pixels % 2 == 0;
    }

    private static int scanline(int block, ElementTraits traits) {
        long row = traits.chunk().get(traits.chunk().size() - 1);
        int most = block * MAX_BLOCKS_OF_SCANLINE;
        if (row >= block) {
            return row <= MAX_SCANLINE ? (int) Math.min(most, row) : most;
        }
        if (traits.elements() < block) {
            throw new IllegalArgumentException("szip: expected at least " + block
                    + " elements in a chunk, as many as in a" + " block, found " + traits.elements());
        }
        return Math.min(most, traits.elements());
    }

    /** The bytes of a pixel, from its number of bits. */
    private static int pixelBytes(int bits) {
        return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    }

    int[] stored() {
        int mask =
                ALLOW_13 | RAW | (differences ? NEAREST_NEIGHBOUR : ENTROPY) | (bigEndian ? BIG_ENDIAN : LITTLE_ENDIAN);
        return new int[] {mask, block, bits, scanline};
    }

    static SzipValues parse(int[] values) throws FilterException {
        if (values.length < COUNT
                || !isBlock(values[1])
                || values[2] < 1
                || values[2] > MAX_BITS && values[2] != 32 && values[2] != 64
                || values[3] < 1
                || values[3] > MAX_BLOCK * MAX_SCANLINE) {
            throw new FilterException("expected a mask, an even number of at most " + MAX_BLOCK
                    + " pixels of a block, at most"
                    + " 24, 32 or 64 bits, and at most " + MAX_BLOCK * MAX_SCANLINE + " pixels of a scanline, found "
                    + Arrays.toString(values));
        }
        return new SzipValues(
                (values[0] & NEAREST_NEIGHBOUR) != 0, (values[0] & BIG_ENDIAN) != 0, values[1], values[2], values[3]);
    }

    /** Whether the pixels are stored as planes, of the bytes at the same position in each. Then samples are bytes. */
    boolean planes() {
        return bits > MAX_BITS;
    }

    int pixelBytes() {
        return pixelBytes(bits);
    }

    /** The samples, which are pixels or bytes of them. */
    Numbers samples() {
        return new Numbers(planes() ? 1 : pixelBytes(), false, bigEndian);
    }

    int sampleBits() {
        return planes() ? 8 : bits;
    }

    /** The maximum number of blocks that belong together: those of a scanline, which is padded to whole blocks. */
    int blocksOfScanline() {
        return (scanline - 1) / block + 1;
    }
}
