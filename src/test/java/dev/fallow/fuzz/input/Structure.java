package dev.fallow.fuzz.input;

import dev.fallow.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A structure in a file.
 *
 * @param signature its first four bytes, or a name if it has no signature
 * @param from offset of its first byte
 * @param to offset after the last byte that its checksum covers; without a checksum, after its last byte
 * @param checksumAt offset of its checksum, {@code to} or inside the structure; -1 if it has none
 * @param fields its fields
 */
record Structure(String signature, int from, int to, int checksumAt, Field[] fields) {
    static final int NO_CHECKSUM = -1;

    /** A field: a number, an address or flags. */
    record Field(int at, int width) {}

    boolean sealed() {
        return checksumAt != NO_CHECKSUM;
    }

    /** Returns the offset after its last byte, including the checksum. */
    int end() {
        return sealed() ? Math.max(to, checksumAt + Integer.BYTES) : to;
    }

    int length() {
        return end() - from;
    }

    Structure withFields(Field[] found) {
        return new Structure(signature, from, to, checksumAt, found);
    }

    /** Returns whether the stored checksum matches the bytes that it covers. */
    boolean intact(byte[] bytes) {
        return stored(bytes, checksumAt) == checksum(bytes);
    }

    /** Recomputes and stores the checksum, if the structure is completely inside the file. */
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
