package dev.fallow.fuzz.input;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Random numbers that are the bytes of an array, and behind its end follow from all of them. A choice among few takes one
 * byte, so that whoever changes a byte of the array changes one choice, and those that are not in it.
 */
public final class ByteChoices implements RandomGenerator {
    private final byte[] bytes;
    private final RandomGenerator behind;
    private int at;

    public ByteChoices(byte[] bytes) {
        this.bytes = bytes;
        behind = new SplittableRandom(Arrays.hashCode(bytes));
    }

    private long take(int width) {
        if (at + width > bytes.length) {
            at = bytes.length;
            return behind.nextLong() >>> Long.SIZE - Byte.SIZE * width;
        }
        long number = Numbers.get(bytes, at, width);
        at += width;
        return number;
    }

    @Override
    public long nextLong() {
        return take(Long.BYTES);
    }

    @Override
    public int nextInt() {
        return (int) take(Integer.BYTES);
    }

    @Override
    public boolean nextBoolean() {
        return (take(1) & 1) != 0;
    }

    @Override
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound: " + bound);
        }
        int width = bound <= 1 << Byte.SIZE ? 1 : bound <= 1 << Short.SIZE ? 2 : Integer.BYTES;
        return (int) Long.remainderUnsigned(take(width), bound);
    }
}
