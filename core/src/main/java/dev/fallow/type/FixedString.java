package dev.fallow.type;

import java.util.Objects;

/**
 * Datatype class 3, string of fixed length.
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param padding of a string that is shorter than its element
 * @param characterSet of the string
 */
public record FixedString(int version, long size, StringPadding padding, CharacterSet characterSet)
        implements Datatype {
    /** @throws IllegalArgumentException if version or size is out of range */
    public FixedString {
        Objects.requireNonNull(padding);
        Objects.requireNonNull(characterSet);
        TypeChecks.require(version, size);
    }

    /** A string type of version 1. */
    public static FixedString of(long size, StringPadding padding, CharacterSet characterSet) {
        return new FixedString(1, size, padding, characterSet);
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
