package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Datatype class 4, bit field.
 *
 * <pre>
 *   class bits: 0 big-endian, 1 low padding, 2 high padding
 *   bytes  property
 *     2    bit offset of the lowest bit
 *     2    precision in bits
 * </pre>
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param order of the bytes
 * @param lowPadding value of unused bits below the field
 * @param highPadding value of unused bits above the field
 * @param bitOffset 0 to 65,535
 * @param precision 1 to 65,535; the field is within the element
 */
public record BitField(
        int version, long size, ByteOrder order, boolean lowPadding, boolean highPadding, int bitOffset, int precision)
        implements Datatype {
    /** Class number. */
    public static final int CLASS = 4;

    /** @throws IllegalArgumentException if the field exceeds the element */
    public BitField {
        Objects.requireNonNull(order);
        DatatypeHeader.require(version, size);
        String problem = DatatypeHeader.precisionProblem(size, bitOffset, precision);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    static BitField decode(FieldReader in, DatatypeHeader header) {
        int bitOffset = in.u16();
        int precision = in.u16();
        String problem = DatatypeHeader.precisionProblem(header.size(), bitOffset, precision);
        if (problem != null) {
            throw in.fail(problem, 4);
        }
        return new BitField(
                header.version(),
                header.size(),
                header.bit(0) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                header.bit(1),
                header.bit(2),
                bitOffset,
                precision);
    }

    @Override
    public void encode(FieldWriter out) {
        int bits = (order == ByteOrder.BIG_ENDIAN ? 1 : 0) | (lowPadding ? 2 : 0) | (highPadding ? 4 : 0);
        DatatypeHeader.encode(out, this, bits);
        out.u16(bitOffset).u16(precision);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH + 4;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
