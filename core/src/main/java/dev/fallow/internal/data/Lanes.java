package dev.fallow.internal.data;

import dev.fallow.format.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A piece of integers of 1, 2, 4 or 8 bytes as lanes of 64-bit words, the first one lowest in the first word. All lanes of a word are
 * checked and made larger or smaller together, in loops over an array of {@code long}: the compiler of Java 17 has no vector
 * instructions for a loop that reads numbers of one size and writes those of another.
 */
final class Lanes {
    /** Fewer numbers are converted one by one. */
    static final int FEW = 16;

    private static final int HALF_WORD = Integer.BYTES;
    /** The bytes of a piece: it is twice in the cache, as bytes and as words. */
    static final int PIECE_BYTES = PrimitiveRows.PIECE_BYTES / 2;

    /** The bytes that a loop takes at a time. */
    private static final int BLOCK = 4 * Long.BYTES;

    private final int most;
    private final ByteBuffer bytes;
    private final long[] words;
    private int size;
    private int count;

    /**
     * Makes room for a piece.
     *
     * @param count the number of all integers
     * @param largest bytes of each, at most
     */
    Lanes(int count, int largest) {
        most = Math.min(count, PIECE_BYTES / largest);
        int blocks = (most * largest + BLOCK - 1) / BLOCK;
        bytes = ByteBuffer.allocate(blocks * BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        words = new long[blocks * BLOCK / Long.BYTES];
    }

    /** The number of integers for which there is room. */
    int most() {
        return most;
    }

    /** Takes integers of an array. */
    void take(Object row, int from, int number) {
        size = PrimitiveRows.bytes(row);
        count = number;
        PrimitiveRows.put(bytes.clear(), row, from, count);
        fill();
    }

    /** Takes integers of this size in the order of a buffer. */
    void take(ByteBuffer in, int bytesOfEach, int number) {
        size = bytesOfEach;
        count = number;
        copy(in, bytes.clear());
        fill();
    }

    /** Puts the integers into an array of their size. */
    void give(Object row, int from) {
        PrimitiveRows.get(bytes.clear(), row, from, count);
    }

    /** Puts the integers into a buffer in its order. */
    void give(ByteBuffer out) {
        copy(bytes.clear(), out);
    }

    private int used() {
        return (count * size + Long.BYTES - 1) / Long.BYTES;
    }

    /** Sets the bytes after the integers, up to the end of a block. */
    private void fill() {
        for (int end = count * size; end % BLOCK != 0; end++) {
            bytes.put(end, (byte) 0);
        }
    }

    private void copy(ByteBuffer from, ByteBuffer to) {
        int length = count * size;
        ByteBuffer part = from.slice(from.position(), length).order(from.order());
        switch (size) {
            case 1 -> to.slice().put(part);
            case 2 -> to.asShortBuffer().put(part.asShortBuffer());
            case 4 -> to.asIntBuffer().put(part.asIntBuffer());
            default -> to.asLongBuffer().put(part.asLongBuffer());
        }
        from.position(from.position() + length);
        to.position(to.position() + length);
    }

    /** Whether all integers as just taken, if they are unsigned, are less than 2^bits. */
    boolean areUnsigned(int bits) {
        byte[] taken = bytes.array();
        long all = 0;
        long others = 0; // a word need not wait for the one before
        for (int at = 0, end = count * size; at < end; at += BLOCK) {
            all |= LittleEndian.i64(taken, at) | LittleEndian.i64(taken, at + Long.BYTES);
            others |= LittleEndian.i64(taken, at + 2 * Long.BYTES) | LittleEndian.i64(taken, at + 3 * Long.BYTES);
        }
        return ((all | others) & from(bits)) == 0;
    }

    /** Whether all integers as just taken, if they are signed, are less than 2^(bits-1), and at least its negative. */
    boolean areSigned(int bits) {
        byte[] taken = bytes.array();
        long all = 0; // where a bit differs from the one below
        long others = 0;
        for (int at = 0, end = count * size; at < end; at += BLOCK / 2) {
            long one = LittleEndian.i64(taken, at);
            long other = LittleEndian.i64(taken, at + Long.BYTES);
            all |= one ^ one << 1;
            others |= other ^ other << 1;
        }
        return ((all | others) & from(bits)) == 0;
    }

    /** Makes the integers, all of which fit, smaller or larger. */
    void resize(int bytesOfEach, boolean signed) {
        if (size == bytesOfEach) {
            return;
        }
        bytes.clear().asLongBuffer().get(words, 0, used() + 1 & -2);
        while (size > bytesOfEach) {
            halve();
        }
        while (size < bytesOfEach) {
            twice(signed);
        }
        bytes.clear().asLongBuffer().put(words, 0, used());
    }

    private void halve() {
        int length = used();
        mask(length, low(size));
        for (int half = size / 2; half < HALF_WORD; half *= 2) {
            int shift = Byte.SIZE * half;
            long low = low(4 * half);
            for (int i = 0; i < length; i++) {
                words[i] = (words[i] | words[i] >>> shift) & low;
            }
        }
        size /= 2;
        for (int i = 0; i < used(); i++) {
            words[i] = words[2 * i] & 0xFFFF_FFFFL | words[2 * i + 1] << Integer.SIZE;
        }
    }

    private void mask(int length, long mask) {
        for (int i = 0; i < length; i++) {
            words[i] &= mask;
        }
    }

    private void twice(boolean signed) {
        for (int i = used() - 1; i >= 0; i--) {
            long word = words[i];
            words[2 * i] = word & 0xFFFF_FFFFL;
            words[2 * i + 1] = word >>> Integer.SIZE;
        }
        size *= 2;
        int length = used();
        for (int half = HALF_WORD / 2; half >= size / 2; half /= 2) {
            int shift = Byte.SIZE * half;
            long low = low(2 * half);
            for (int i = 0; i < length; i++) {
                words[i] = (words[i] | words[i] << shift) & low;
            }
        }
        if (signed) {
            int half = size * Byte.SIZE / 2;
            long signs = each(size, 1L << half - 1);
            for (int i = 0; i < length; i++) {
                long sign = words[i] & signs;
                words[i] |= (sign << half + 1) - (sign << 1);
            }
        }
    }

    /** The lower half of each lane of this size. */
    private static long low(int lane) {
        return each(lane, (1L << Byte.SIZE * lane / 2) - 1);
    }

    /** The same bits in each lane of this size. */
    private static long each(int lane, long bits) {
        long all = bits;
        for (int filled = lane; filled < Long.BYTES; filled *= 2) {
            all |= all << Byte.SIZE * filled;
        }
        return all;
    }

    /** The bits of each lane from this one on. */
    private long from(int bit) {
        int unused = Long.SIZE - size * Byte.SIZE;
        return bit >= size * Byte.SIZE ? 0 : each(size, -1L << bit + unused >>> unused);
    }
}
