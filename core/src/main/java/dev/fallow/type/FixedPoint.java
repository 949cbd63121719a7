package dev.fallow.type;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Datatype class 0, fixed-point number (integer).
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param order of the bytes
 * @param lowPadding value of unused bits below the number
 * @param highPadding value of unused bits above the number
 * @param signed two's complement
 * @param bitOffset 0 to 65,535
 * @param precision 1 to 65,535; the number is within the element
 */
public record FixedPoint(
        int version,
        long size,
        ByteOrder order,
        boolean lowPadding,
        boolean highPadding,
        boolean signed,
        int bitOffset,
        int precision)
        implements Datatype {
    /** Signed, 1 byte. */
    public static final FixedPoint INT8 = of(1, true, ByteOrder.LITTLE_ENDIAN);
    /** Signed, 2 bytes, little-endian. */
    public static final FixedPoint INT16 = of(2, true, ByteOrder.LITTLE_ENDIAN);
    /** Signed, 4 bytes, little-endian. */
    public static final FixedPoint INT32 = of(4, true, ByteOrder.LITTLE_ENDIAN);
    /** Signed, 8 bytes, little-endian. */
    public static final FixedPoint INT64 = of(8, true, ByteOrder.LITTLE_ENDIAN);
    /** Unsigned, 1 byte. */
    public static final FixedPoint UINT8 = of(1, false, ByteOrder.LITTLE_ENDIAN);
    /** Unsigned, 2 bytes, little-endian. */
    public static final FixedPoint UINT16 = of(2, false, ByteOrder.LITTLE_ENDIAN);
    /** Unsigned, 4 bytes, little-endian. */
    public static final FixedPoint UINT32 = of(4, false, ByteOrder.LITTLE_ENDIAN);
    /** Unsigned, 8 bytes, little-endian. */
    public static final FixedPoint UINT64 = of(8, false, ByteOrder.LITTLE_ENDIAN);

    /** @throws IllegalArgumentException if the number exceeds the element */
    public FixedPoint {
        Objects.requireNonNull(order);
        TypeChecks.require(version, size);
        TypeChecks.requireWithin(size, bitOffset, precision);
    }

    /** An integer that fills its element, version 1. */
    public static FixedPoint of(int size, boolean signed, ByteOrder order) {
        return new FixedPoint(1, size, order, false, false, signed, 0, 8 * size);
    }

    /** Whether the number fills the element: no offset, no unused bits. */
    public boolean filled() {
        return bitOffset == 0 && precision == 8 * size;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
