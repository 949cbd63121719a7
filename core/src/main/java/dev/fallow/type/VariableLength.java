package dev.fallow.type;

import java.util.Objects;

/**
 * Datatype class 9, variable-length sequence or string.
 *
 * @param version 1 to 5
 * @param size of an element in bytes: length (4), address of a global heap collection (size of offsets), index (4)
 * @param string whether elements are strings instead of sequences
 * @param padding of a string; {@link StringPadding#NULL_TERMINATED} for a sequence
 * @param characterSet of a string; {@link CharacterSet#ASCII} for a sequence
 * @param base the type of one element of the sequence; for a string, a type of one byte
 */
public record VariableLength(
        int version, long size, boolean string, StringPadding padding, CharacterSet characterSet, Datatype base)
        implements Datatype {
    /** The size in a file with addresses of 8 bytes. */
    private static final long SIZE = 16;

    /** @throws IllegalArgumentException if a sequence has the properties of a string */
    public VariableLength {
        Objects.requireNonNull(base);
        TypeChecks.require(version, size);
        if (!string && (padding != StringPadding.NULL_TERMINATED || characterSet != CharacterSet.ASCII)) {
            throw new IllegalArgumentException("sequence with " + padding + ", " + characterSet);
        }
    }

    /**
     * A string type of version 1. Its base type is unsigned, as in libhdf5, which converts no other base type to its
     * own.
     */
    public static VariableLength string(CharacterSet characterSet) {
        return new VariableLength(1, SIZE, true, StringPadding.NULL_TERMINATED, characterSet, FixedPoint.UINT8);
    }

    /** A sequence type with the version of its base type. */
    public static VariableLength sequence(Datatype base) {
        return new VariableLength(base.version(), SIZE, false, StringPadding.NULL_TERMINATED, CharacterSet.ASCII, base);
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
