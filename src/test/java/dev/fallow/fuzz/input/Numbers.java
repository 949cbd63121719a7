package dev.fallow.fuzz.input;

import java.util.random.RandomGenerator;

/** Little-endian numbers of any width that may exceed the end of the array, and boundary values for them. */
final class Numbers {
    private Numbers() {}

    /** Returns an unsigned number of up to eight bytes. */
    static long get(byte[] bytes, int at, int width) {
        long number = 0;
        for (int i = Math.min(width, bytes.length - at) - 1; i >= 0; i--) {
            number = number << Byte.SIZE | bytes[at + i] & 0xFF;
        }
        return number;
    }

    /** Stores the low {@code width} bytes of a number, as far as they are inside the array. */
    static void put(byte[] bytes, int at, int width, long number) {
        for (int i = 0; i < width && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (number >>> Byte.SIZE * i);
        }
    }

    /** Returns a random number near a boundary value; {@code size} is the length of the file. */
    static long boundary(RandomGenerator random, int size, int width, long old) {
        long largest = width == Long.BYTES ? -1 : (1L << Byte.SIZE * width) - 1;
        return switch (random.nextInt(18)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> largest;
            case 3 -> largest >>> 1;
            case 4 -> (largest >>> 1) + 1;
            case 5 -> largest - 1;
            case 6 -> size;
            case 7 -> size + 1L;
            case 8 -> size - 1L;
            case 9 -> random.nextInt(size);
            case 10 -> 1L << random.nextInt(Byte.SIZE * width);
            case 11 -> (1L << random.nextInt(Byte.SIZE * width)) - 1;
            case 12 -> random.nextInt(64);
            case 13 -> old + 1;
            case 14 -> old - 1;
            case 15 -> old * 2;
            case 16 -> old >>> 1;
            default -> old + random.nextInt(33) - 16;
        };
    }
}
