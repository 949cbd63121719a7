package dev.fallow.freespace.trace;

import java.util.zip.CRC32C;

/**
 * Writes the numbers of a trace to a sink, through a buffer.
 *
 * <p>A <em>varint</em> has 7 bits per byte, the lowest first; the highest bit of a byte is set if another byte follows.
 * A signed number is mapped to an unsigned one first: 0, -1, 1, -2 become 0, 1, 2, 3.
 */
final class TraceEncoder {
    private static final int PART = 8192;
    private static final int LONGEST_VARINT = 10;

    private final TraceSink sink;
    private final byte[] part = new byte[PART];
    private final CRC32C checksum = new CRC32C();
    private int used;

    TraceEncoder(TraceSink sink) {
        this.sink = sink;
    }

    void bytes(byte[] bytes) {
        for (byte value : bytes) {
            octet(value);
        }
    }

    void octet(int value) {
        if (used == PART) {
            pass();
        }
        part[used++] = (byte) value;
    }

    void varint(long value) {
        if (PART - used < LONGEST_VARINT) {
            pass();
        }
        long rest = value;
        while ((rest & -0x80L) != 0) {
            part[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        part[used++] = (byte) rest;
    }

    void signed(long value) {
        varint(value << 1 ^ value >> 63);
    }

    /** Writes the checksum of all previous bytes, in 4 bytes, the lowest first, and empties the buffer. */
    void finish() {
        checksum.update(part, 0, used);
        long sum = checksum.getValue();
        deliver();
        for (int i = 0; i < Integer.BYTES; i++) {
            part[used++] = (byte) (sum >>> Byte.SIZE * i);
        }
        deliver();
    }

    private void pass() {
        checksum.update(part, 0, used);
        deliver();
    }

    private void deliver() {
        int length = used;
        used = 0;
        sink.write(part, 0, length);
    }
}
