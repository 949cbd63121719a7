package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.Objects;

/**
 * Datatype class 1, floating-point number.
 *
 * <pre>
 *   class bits: 0 and 6 byte order (00 little-endian, 01 big-endian, 11 VAX), 1 low, 2 high, 3 internal padding,
 *               4-5 mantissa normalisation (0 none, 1 highest bit set, 2 highest bit implied), 8-15 sign position
 *   bytes  property
 *     2    bit offset of the lowest bit
 *     2    precision in bits
 *     1    exponent position, in bits from the lowest of the element
 *     1    exponent size in bits
 *     1    mantissa position
 *     1    mantissa size
 *     4    exponent bias
 * </pre>
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
        LITTLE_ENDIAN(0x00),
        /** Most significant byte first. */
        BIG_ENDIAN(0x01),
        /** Pairs of bytes swapped, as on VAX computers. */
        VAX(0x41);

        private final int bits;

        Order(int bits) {
            this.bits = bits;
        }
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

    /** Class number. */
    public static final int CLASS = 1;

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

    private static final int ORDER_BITS = 0x41;

    /** @throws IllegalArgumentException if a part is not within the element */
    public FloatingPoint {
        Objects.requireNonNull(order);
        Objects.requireNonNull(normalization);
        DatatypeHeader.require(version, size);
        String problem = DatatypeHeader.precisionProblem(size, bitOffset, precision);
        if (problem == null) {
            problem = problem(size, signPosition, exponentPosition, exponentSize, mantissaPosition, mantissaSize);
        }
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    private static String problem(long size, int sign, int exponent, int exponentSize, int mantissa, int mantissaSize) {
        return sign >= 8 * size || exponent + exponentSize > 8 * size || mantissa + mantissaSize > 8 * size
                ? ("expected sign, exponent and mantissa within %d bits, found the sign at %d, "
                                + "an exponent of %d bits at %d and a mantissa of %d bits at %d")
                        .formatted(8 * size, sign, exponentSize, exponent, mantissaSize, mantissa)
                : null;
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

    static FloatingPoint decode(FieldReader in, DatatypeHeader header) {
        Order order = null;
        for (Order each : Order.values()) {
            if (each.bits == (header.bits() & ORDER_BITS)) {
                order = each;
            }
        }
        if (order == null) {
            throw header.fail(in, "byte order bits 0x00, 0x01 or 0x41 (65)", header.bits() & ORDER_BITS);
        }
        int normalization = header.field(4, 2);
        if (normalization > Normalization.IMPLIED.ordinal()) {
            throw header.fail(in, "mantissa normalisation 0 to 2", normalization);
        }
        int bitOffset = in.u16();
        int precision = in.u16();
        String problem = DatatypeHeader.precisionProblem(header.size(), bitOffset, precision);
        if (problem != null) {
            throw in.fail(problem, 4);
        }
        int sign = header.field(8, 8);
        int exponentPosition = in.u8();
        int exponentSize = in.u8();
        int mantissaPosition = in.u8();
        int mantissaSize = in.u8();
        problem = problem(header.size(), sign, exponentPosition, exponentSize, mantissaPosition, mantissaSize);
        if (problem != null) {
            throw in.fail(problem, 4);
        }
        return new FloatingPoint(
                header.version(),
                header.size(),
                order,
                header.bit(1),
                header.bit(2),
                header.bit(3),
                Normalization.values()[normalization],
                sign,
                bitOffset,
                precision,
                exponentPosition,
                exponentSize,
                mantissaPosition,
                mantissaSize,
                in.u32());
    }

    @Override
    public void encode(FieldWriter out) {
        int bits = order.bits
                | (lowPadding ? 2 : 0)
                | (highPadding ? 4 : 0)
                | (internalPadding ? 8 : 0)
                | normalization.ordinal() << 4
                | signPosition << 8;
        DatatypeHeader.encode(out, this, bits);
        out.u16(bitOffset).u16(precision);
        out.u8(exponentPosition)
                .u8(exponentSize)
                .u8(mantissaPosition)
                .u8(mantissaSize)
                .u32(exponentBias);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH + 12;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
