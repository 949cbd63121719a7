package dev.fallow.type;

import java.util.Objects;

/**
 * Datatype class 7, reference.
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

    /** To an object, by its address; every reader supports it. */
    public static final ReferenceType OBJECT = new ReferenceType(1, 8, Kind.OBJECT, 0);
    /** To a region of a dataset; every reader supports it. */
    public static final ReferenceType REGION = new ReferenceType(1, 12, Kind.REGION, 0);
    /** To an object, a region or an attribute, in this or another file; requires libhdf5 1.12 or later. */
    public static final ReferenceType ANY = new ReferenceType(4, 18, Kind.NEW_OBJECT, 1);

    /** @throws IllegalArgumentException if a number is out of range */
    public ReferenceType {
        Objects.requireNonNull(kind);
        TypeChecks.require(version, size);
        if (encodingVersion < 0 || encodingVersion > 15) {
            throw new IllegalArgumentException("reference encoding of version " + encodingVersion);
        }
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
