package dev.fallow.internal.data;

import dev.fallow.type.FixedPoint;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Integers of more than 8 bytes; and elements as one wide unsigned number. */
final class WideIntegerCodec extends ObjectCodec {
    private final FixedPoint type;
    private final BigInteger mask;
    private final BigInteger padding;

    WideIntegerCodec(FixedPoint type) {
        super(BigInteger.class, (int) type.size());
        this.type = type;
        mask = ones(type.precision());
        int end = type.bitOffset() + type.precision();
        padding = padding(type.lowPadding(), type.highPadding(), type.bitOffset(), end, size());
    }

    static BigInteger ones(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    /**
     * The padding bits of an element.
     *
     * @param low whether those below the number are ones
     * @param high whether those above it are ones
     * @param from the lowest bit of the number
     * @param end the bit above it
     */
    static BigInteger padding(boolean low, boolean high, int from, int end, int size) {
        BigInteger below = low ? ones(from) : BigInteger.ZERO;
        return high ? below.or(ones(8 * size).andNot(ones(end))) : below;
    }

    static byte[] bytes(ByteBuffer in, int size) {
        byte[] bytes = new byte[size];
        in.get(bytes);
        return bytes;
    }

    /** The number that bytes encode. The bytes are reversed in place. */
    static BigInteger bits(byte[] bytes, ByteOrder order) {
        return new BigInteger(1, order == ByteOrder.LITTLE_ENDIAN ? reversed(bytes) : bytes);
    }

    /** @param bits non-negative, of at most {@code size} bytes */
    static byte[] bytes(BigInteger bits, int size, ByteOrder order) {
        byte[] shortest = bits.toByteArray();
        byte[] bytes = new byte[size];
        int length = Math.min(size, shortest.length); // it may have an additional zero byte
        System.arraycopy(shortest, shortest.length - length, bytes, size - length, length);
        return order == ByteOrder.LITTLE_ENDIAN ? reversed(bytes) : bytes;
    }

    private static byte[] reversed(byte[] bytes) {
        for (int a = 0, b = bytes.length - 1; a < b; a++, b--) {
            byte swapped = bytes[a];
            bytes[a] = bytes[b];
            bytes[b] = swapped;
        }
        return bytes;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return Numbers.areIn(componentType);
    }

    @Override
    protected boolean fits(Object element) {
        BigInteger number = Numbers.integer(element);
        return number != null
                && (type.signed()
                        ? number.bitLength() < type.precision()
                        : number.signum() >= 0 && number.bitLength() <= type.precision());
    }

    /** The number of the datatype that is nearest to another one. */
    BigInteger limited(BigInteger number) {
        BigInteger highest = type.signed() ? mask.shiftRight(1) : mask;
        return number.min(highest).max(type.signed() ? highest.not() : BigInteger.ZERO);
    }

    @Override
    protected Object get(ByteBuffer in) {
        BigInteger number = bits(bytes(in, size()), type.order())
                .shiftRight(type.bitOffset())
                .and(mask);
        return type.signed() && number.testBit(type.precision() - 1)
                ? number.subtract(BigInteger.ONE.shiftLeft(type.precision()))
                : number;
    }

    @Override
    protected void put(ByteBuffer out, Object element) {
        BigInteger bits =
                Numbers.integer(element).and(mask).shiftLeft(type.bitOffset()).or(padding);
        out.put(bytes(bits, size(), type.order()));
    }
}
