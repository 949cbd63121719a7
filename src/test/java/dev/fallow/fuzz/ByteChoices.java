package dev.fallow.fuzz;

import java.util.random.RandomGenerator;

/**
 * Random numbers that are the bytes of an array, and zeros behind its end. A choice among few takes one byte, so that whoever
 * changes a byte of the array changes one choice.
 */
final class ByteChoices implements RandomGenerator {
    private final byte[] bytes;
    private int at;

    ByteChoices(byte[] bytes) {
        this.bytes = bytes;
    }

    private long take(int width) {
        long number = at < bytes.length ? Numbers.get(bytes, at, width) : 0;
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
        return (int) (take(width) % bound);
    }
}
