package dev.fallow.fuzz.input;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A generator that returns the bytes of an array, and after its end numbers that depend on all of them. A choice among
 * few alternatives consumes one byte, so that a change of a byte changes a single choice, and the numbers after the
 * end.
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
