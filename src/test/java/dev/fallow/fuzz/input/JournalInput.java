package dev.fallow.fuzz.input;

import java.util.Arrays;

/**
 * A container and its journal, encoded as one array: the length of the container in four bytes, the container, the
 * journal.
 */
public record JournalInput(byte[] container, byte[] journal) {
    static final int LENGTH_BYTES = 4;

    public static JournalInput unpack(byte[] packed) {
        int length = (int) Math.min(Numbers.get(packed, 0, LENGTH_BYTES), packed.length - LENGTH_BYTES);
        int end = LENGTH_BYTES + Math.max(0, length);
        return new JournalInput(
                Arrays.copyOfRange(packed, LENGTH_BYTES, end), Arrays.copyOfRange(packed, end, packed.length));
    }

    public byte[] pack() {
        byte[] packed = new byte[LENGTH_BYTES + container.length + journal.length];
        Numbers.put(packed, 0, LENGTH_BYTES, container.length);
        System.arraycopy(container, 0, packed, LENGTH_BYTES, container.length);
        System.arraycopy(journal, 0, packed, LENGTH_BYTES + container.length, journal.length);
        return packed;
    }
}
