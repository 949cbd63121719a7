package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * Datatype class 11, complex number; version 5.
 *
 * <pre>
 *   class bits: 0 always 1 (both parts have the same type), 1-2 form, always 0 (rectangular)
 *   bytes  property
 *    20    base type, a floating-point number of half the size
 * </pre>
 *
 * @param version 5
 * @param base the type of the real and of the imaginary part
 */
public record Complex(int version, FloatingPoint base) implements Datatype {
    /** Class number. */
    public static final int CLASS = 11;

    /** @throws IllegalArgumentException if the version is not 5 or an element would be too large */
    public Complex {
        DatatypeHeader.require(version, 2 * base.size());
        if (version != MAX_VERSION) {
            throw new IllegalArgumentException("complex number: expected version 5, found " + version);
        }
    }

    static Complex decode(FieldReader in, DatatypeHeader header) {
        if (header.version() != MAX_VERSION) {
            throw in.fail("expected version 5 of a complex number, found " + header.version(), HEADER_LENGTH);
        }
        if (header.bits() != 1) {
            throw header.fail(in, "class bits 1 of a complex number", header.bits());
        }
        if (!(header.decodeInner(in) instanceof FloatingPoint base)) {
            throw in.fail("expected a floating-point number as base type of a complex number, found another class");
        }
        if (2 * base.size() != header.size()) {
            throw in.fail("expected a complex number of twice " + base.size() + " bytes, found " + header.size());
        }
        return new Complex(header.version(), base);
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, 1);
        base.encode(out);
    }

    @Override
    public long size() {
        return 2 * base.size();
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH + base.encodedLength();
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
