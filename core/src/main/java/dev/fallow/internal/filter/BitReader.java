package dev.fallow.internal.filter;

import dev.fallow.filter.FilterData;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads bits, the most significant of each byte first. Bits after the end are arbitrary; {@link #overrun} reports them. */
final class BitReader {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    /** So many bits are in a long that starts with the byte of the first. */
    private static final int MOST_AT_ONCE = 57;

    private final byte[] array;
    private final long end;
    private long position;

    /** @param from index of the first byte in the array of the data */
    BitReader(FilterData in, int from) {
        array = in.array();
        end = 8L * in.end();
        position = 8L * from;
    }

    /** @param bits 0 to 64 */
    long read(int bits) {
        if (bits > MOST_AT_ONCE) {
            long high = read(bits - 32);
            return high << 32 | read(32);
        }
        if (bits == 0) {
            return 0;
        }
        long value = window() >>> 64 - bits;
        position += bits;
        return value;
    }

    /** The number of 0 bits before the next 1 bit, which is read too; if there are more than {@code most}, some of them. */
    int zeros(int most) {
        int zeros = 0;
        while (position < end && zeros <= most) {
            int more = Long.numberOfLeadingZeros(window());
            if (more < MOST_AT_ONCE) {
                position += more + 1;
                return zeros + more;
            }
            position += MOST_AT_ONCE;
            zeros += MOST_AT_ONCE;
        }
        position = Math.max(position, end + 1);
        return most + 1;
    }

    /** The next bits, the first one highest; at least 57 of them. */
    private long window() {
        long at = position >>> 3;
        if (at + Long.BYTES <= array.length) {
            return (long) LONG.get(array, (int) at) << (position & 7);
        }
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | (at + i < array.length ? array[(int) at + i] & 0xFF : 0);
        }
        return value << (position & 7);
    }

    /** Whether bits after the end were read. */
    boolean overrun() {
        return position > end;
    }
}
