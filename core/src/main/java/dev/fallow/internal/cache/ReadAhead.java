package dev.fallow.internal.cache;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The bytes behind the short structure that was read last. Structures are mostly used in the order in which they were created, so the
 * next one is in these bytes, and needs no read of its own. They are used until the next write.
 */
final class ReadAhead {
    /** As many as the system reads at a time at least. */
    private static final int BYTES = 4_096;

    private static final long NOWHERE = -2 * BYTES;

    private final LongSupplier writes;
    private byte[] bytes = {};
    private long from;
    /** The number of writes when the bytes were read. */
    private long readAfter;
    /** The address that was asked for last. */
    private long last = NOWHERE;

    /** @param writes the number of writes so far, those that failed included */
    ReadAhead(LongSupplier writes) {
        this.writes = writes;
    }

    /** A copy of bytes at an address; null if not all of them were read since the last write. */
    byte[] find(long address, int length) {
        if (readAfter != writes.getAsLong()) {
            return null;
        }
        int at = (int) Math.max(-1, Math.min(address - from, bytes.length));
        if (at < 0 || length > bytes.length - at) {
            return null;
        }
        last = address;
        return Arrays.copyOfRange(bytes, at, at + length);
    }

    /** How many bytes are to be read at an address instead: more than those asked for if it is close behind the last one. */
    int worth(long address, int length) {
        boolean close = address >= last && address - last < BYTES;
        last = address;
        return close ? Math.max(length, BYTES) : length;
    }

    /** Keeps bytes that were read. */
    void keep(long address, byte[] read) {
        from = address;
        bytes = read;
        readAfter = writes.getAsLong();
    }
}
