package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import java.util.Objects;

/**
 * Datatype class 7, reference.
 *
 * <pre>
 *   class bits: 0-3 kind (0 object, 1 dataset region; since libhdf5 1.12: 2 object, 3 dataset region, 4 attribute),
 *               4-7 version of the encoding of kinds 2 to 4
 *   no properties
 * </pre>
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param kind of target and encoding
 * @param encodingVersion 0 to 15; 1 for kinds 2 to 4
 */
public record ReferenceType(int version, long size, Kind kind, int encodingVersion) implements Datatype {
    /** The kind of target and encoding; the ordinal is the stored number. */
    public enum Kind {
        /** An object, by its address. */
        OBJECT,
        /** A region of a dataset, described in a global heap object. */
        REGION,
        /** An object, in the encoding of libhdf5 1.12. */
        NEW_OBJECT,
        /** A region of a dataset, in the encoding of libhdf5 1.12. */
        NEW_REGION,
        /** An attribute, in the encoding of libhdf5 1.12. */
        ATTRIBUTE
    }

    /** Class number. */
    public static final int CLASS = 7;

    /** To an object, by its address; every reader supports it. */
    public static final ReferenceType OBJECT =
            new ReferenceType(1, FileForm.size(Kind.OBJECT, FieldSizes.EIGHT), Kind.OBJECT, 0);
    /** To a region of a dataset; every reader supports it. */
    public static final ReferenceType REGION =
            new ReferenceType(1, FileForm.size(Kind.REGION, FieldSizes.EIGHT), Kind.REGION, 0);
    /** To an object, a region or an attribute, in this or another file; requires libhdf5 1.12 or later. */
    public static final ReferenceType ANY =
            new ReferenceType(4, FileForm.size(Kind.NEW_OBJECT, FieldSizes.EIGHT), Kind.NEW_OBJECT, 1);

    /** @throws IllegalArgumentException if a number is out of range */
    public ReferenceType {
        Objects.requireNonNull(kind);
        DatatypeHeader.require(version, size);
        if (encodingVersion < 0 || encodingVersion > 15) {
            throw new IllegalArgumentException("reference encoding of version " + encodingVersion);
        }
    }

    static ReferenceType decode(FieldReader in, DatatypeHeader header) {
        int kind = header.field(0, 4);
        if (kind >= Kind.values().length) {
            throw header.fail(in, "reference kind 0 to 4", kind);
        }
        return new ReferenceType(header.version(), header.size(), Kind.values()[kind], header.field(4, 4));
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, kind.ordinal() | encodingVersion << 4);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
