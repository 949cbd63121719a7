package dev.fallow.benchmarks.shrink;

/** Elements that all contenders can compute: the upper bits of a hash of their position. */
final class Noise {
    private static final int WORD = 32;

    private Noise() {}

    /**
     * One element.
     *
     * @param bits how many of its bits are random, from 1; the others are zero
     */
    static int at(long position, int bits, int seed) {
        int x = ((int) position + seed) * 0x9E3779B1;
        x ^= x >>> 15;
        x *= 0x85EBCA77;
        x ^= x >>> 13;
        return x >>> WORD - bits;
    }

    /** The first elements. */
    static int[] ints(int count, int bits, int seed) {
        int[] values = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = at(i, bits, seed);
        }
        return values;
    }
}
