package dev.fallow.fuzz.input;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A structure that was found in a file.
 *
 * @param signature the four bytes it starts with, or for those that have none a name
 * @param from its first byte
 * @param to the byte behind the last one that its checksum covers; without a checksum, behind its last one
 * @param checksumAt where its checksum is, {@code to} or inside; -1 if it has none
 * @param fields its fields
 */
record Structure(String signature, int from, int to, int checksumAt, Field[] fields) {
    static final int NO_CHECKSUM = -1;

    /** Some bytes that are a number, an address or flags. */
    record Field(int at, int width) {}

    boolean sealed() {
        return checksumAt != NO_CHECKSUM;
    }

    /** The byte behind its last one, the checksum included. */
    int end() {
        return sealed() ? Math.max(to, checksumAt + Integer.BYTES) : to;
    }

    int length() {
        return end() - from;
    }

    Structure withFields(Field[] found) {
        return new Structure(signature, from, to, checksumAt, found);
    }

    /** Whether the checksum in the file is the one of the bytes it covers. */
    boolean intact(byte[] bytes) {
        return stored(bytes, checksumAt) == checksum(bytes);
    }

    /** Stores the checksum of the bytes, as far as they are in the file. */
    void seal(byte[] bytes) {
        if (sealed() && end() <= bytes.length) {
            littleEndian(bytes).putInt(checksumAt, checksum(bytes));
        }
    }

    private int checksum(byte[] bytes) {
        if (checksumAt == to) {
            return Checksum.of(bytes, from, to - from);
        }
        byte[] copy = Arrays.copyOfRange(bytes, from, to);
        littleEndian(copy).putInt(checksumAt - from, 0);
        return Checksum.of(copy, 0, copy.length);
    }

    private static int stored(byte[] bytes, int at) {
        return littleEndian(bytes).getInt(at);
    }

    static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
