package dev.fallow.internal.link;

import java.nio.ByteBuffer;

/** Numbers of at least 0 in 7 bits of each byte, the lowest first; the highest bit of a byte says that another one follows. */
final class VarInts {
    /** The most bytes of a number below 2^35. */
    static final int LONGEST = 5;

    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private VarInts() {}

    static void put(ByteBuffer out, long number) {
        long rest = number;
        for (; rest >= MORE; rest >>>= BITS) {
            out.put((byte) (rest | MORE));
        }
        out.put((byte) rest);
    }

    static long get(ByteBuffer in) {
        long number = get(in.array(), in.position());
        in.position(in.position() + width(number));
        return number;
    }

    static long get(byte[] in, int at) {
        long number = 0;
        for (int i = 0; ; i++) {
            byte next = in[at + i];
            number |= (next & MORE - 1L) << BITS * i;
            if (next >= 0) {
                return number;
            }
        }
    }

    /** The bytes of a number. */
    static int width(long number) {
        return number < MORE ? 1 : (Long.SIZE - Long.numberOfLeadingZeros(number) + BITS - 1) / BITS;
    }
}
