package dev.fallow.freespace.trace;

import java.util.zip.CRC32C;

/** Reads the numbers of a trace, whose bytes are not trusted: every error is reported with its position. */
final class TraceDecoder {
    private static final int LAST_SHIFT = 63;

    private final byte[] bytes;
    private int position;

    TraceDecoder(byte[] bytes) {
        this.bytes = bytes;
    }

    int position() {
        return position;
    }

    int remaining() {
        return bytes.length - position;
    }

    TraceFormatException fault(String message) {
        return fault(message, position);
    }

    static TraceFormatException fault(String message, long position) {
        return new TraceFormatException(message, position);
    }

    int octet(String what) {
        if (position == bytes.length) {
            throw fault("the trace ends where " + what + " is expected");
        }
        return bytes[position++] & 0xFF;
    }

    long varint(String what) {
        int start = position;
        long value = 0;
        for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
            int next = octet(what);
            if (shift == LAST_SHIFT && next > 1) {
                break;
            }
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw fault(what + " has more than 64 bits", start);
    }

    /** Reads a number that must be between {@code least} and {@code most}. */
    long varint(String what, long least, long most) {
        int start = position;
        long value = varint(what);
        if (value < least || value > most) {
            throw fault(what + " is " + value + ", not " + least + " to " + most, start);
        }
        return value;
    }

    long signed(String what) {
        long folded = varint(what);
        return folded >>> 1 ^ -(folded & 1);
    }

    /** Reads the checksum of all bytes before it, and checks that no byte follows. */
    void finish() {
        int end = position;
        long stored = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            stored |= (long) octet("the checksum") << Byte.SIZE * i;
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, end);
        if (stored != checksum.getValue()) {
            throw fault("checksum: stored 0x%08x, computed 0x%08x".formatted(stored, checksum.getValue()), end);
        }
        if (remaining() > 0) {
            throw fault(remaining() + " bytes follow the end of the trace");
        }
    }
}
