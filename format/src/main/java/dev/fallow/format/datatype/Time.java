package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Datatype class 2, time. Rarely used, because libhdf5 cannot convert it.
 *
 * <pre>
 *   class bits: 0 big-endian
 *   bytes  property
 *     2    precision in bits
 * </pre>
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param order of the bytes
 * @param precision in bits, 1 to 65,535; within the element
 */
public record Time(int version, long size, ByteOrder order, int precision) implements Datatype {
    /** Class number. */
    public static final int CLASS = 2;

    /** @throws IllegalArgumentException if the precision exceeds the element */
    public Time {
        Objects.requireNonNull(order);
        DatatypeHeader.require(version, size);
        String problem = DatatypeHeader.precisionProblem(size, 0, precision);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    static Time decode(FieldReader in, DatatypeHeader header) {
        int precision = in.u16();
        String problem = DatatypeHeader.precisionProblem(header.size(), 0, precision);
        if (problem != null) {
            throw in.fail(problem, 2);
        }
        return new Time(
                header.version(),
                header.size(),
                header.bit(0) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                precision);
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, order == ByteOrder.BIG_ENDIAN ? 1 : 0);
        out.u16(precision);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH + 2;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
