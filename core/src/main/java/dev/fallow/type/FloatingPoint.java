package dev.fallow.type;

import java.util.Objects;

/**
 * Datatype class 1, floating-point number.
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param order of the bytes
 * @param lowPadding value of unused bits below the number
 * @param highPadding value of unused bits above the number
 * @param internalPadding value of unused bits inside the number
 * @param normalization of the mantissa
 * @param signPosition 0 to 255; within the element
 * @param bitOffset 0 to 65,535
 * @param precision 1 to 65,535; within the element
 * @param exponentPosition 0 to 255
 * @param exponentSize 0 to 255; within the element
 * @param mantissaPosition 0 to 255
 * @param mantissaSize 0 to 255; within the element
 * @param exponentBias 0 to 2^32-1
 */
public record FloatingPoint(
        int version,
        long size,
        Order order,
        boolean lowPadding,
        boolean highPadding,
        boolean internalPadding,
        Normalization normalization,
        int signPosition,
        int bitOffset,
        int precision,
        int exponentPosition,
        int exponentSize,
        int mantissaPosition,
        int mantissaSize,
        long exponentBias)
        implements Datatype {
    /** The order of the bytes. */
    public enum Order {
        /** Least significant byte first. */
        LITTLE_ENDIAN,
        /** Most significant byte first. */
        BIG_ENDIAN,
        /** Pairs of bytes swapped, as on VAX computers. */
        VAX
    }

    /** The treatment of the mantissa's highest bit; the ordinal is the stored number. */
    public enum Normalization {
        /** Either 0 or 1. */
        NONE,
        /** Always set. */
        SET,
        /** Always set and therefore not stored. */
        IMPLIED
    }

    /** IEEE 754, 2 bytes, little-endian. */
    public static final FloatingPoint FLOAT16 = ieee(2, Order.LITTLE_ENDIAN);
    /** IEEE 754, 4 bytes, little-endian. */
    public static final FloatingPoint FLOAT32 = ieee(4, Order.LITTLE_ENDIAN);
    /** IEEE 754, 8 bytes, little-endian. */
    public static final FloatingPoint FLOAT64 = ieee(8, Order.LITTLE_ENDIAN);
    /** IEEE 754, 4 bytes, big-endian. */
    public static final FloatingPoint FLOAT32_BIG_ENDIAN = ieee(4, Order.BIG_ENDIAN);
    /** IEEE 754, 8 bytes, big-endian. */
    public static final FloatingPoint FLOAT64_BIG_ENDIAN = ieee(8, Order.BIG_ENDIAN);

    /** @throws IllegalArgumentException if a part is not within the element */
    public FloatingPoint {
        Objects.requireNonNull(order);
        Objects.requireNonNull(normalization);
        TypeChecks.require(version, size);
        TypeChecks.requireWithin(size, bitOffset, precision);
        long bits = 8 * size;
        if (signPosition >= bits || exponentPosition + exponentSize > bits || mantissaPosition + mantissaSize > bits) {
            throw new IllegalArgumentException(
                    ("expected sign, exponent and mantissa within %d bits, found the sign at %d, "
                                    + "an exponent of %d bits at %d and a mantissa of %d bits at %d")
                            .formatted(
                                    bits,
                                    signPosition,
                                    exponentSize,
                                    exponentPosition,
                                    mantissaSize,
                                    mantissaPosition));
        }
    }

    /**
     * An IEEE 754 binary format, version 1.
     *
     * @param size 2, 4 or 8
     * @throws IllegalArgumentException if the size is not one of these
     */
    public static FloatingPoint ieee(int size, Order order) {
        int exponentSize = switch (size) {
            case 2 -> 5;
            case 4 -> 8;
            case 8 -> 11;
            default -> throw new IllegalArgumentException("IEEE 754 size: expected 2, 4 or 8, found " + size);
        };
        int bits = 8 * size;
        int mantissaSize = bits - 1 - exponentSize;
        return new FloatingPoint(
                1,
                size,
                order,
                false,
                false,
                false,
                Normalization.IMPLIED,
                bits - 1,
                0,
                bits,
                mantissaSize,
                exponentSize,
                0,
                mantissaSize,
                (1L << exponentSize - 1) - 1);
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
