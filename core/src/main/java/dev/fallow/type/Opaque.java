package dev.fallow.type;

import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;

/**
 * Datatype class 5, opaque.
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param tag an application-defined description of the elements; at most 248 bytes
 */
public record Opaque(int version, long size, String tag) implements Datatype {
    private static final int MAX_TAG_LENGTH = 248;

    /** @throws IllegalArgumentException if the tag is too long, or has a zero byte or a lone surrogate */
    public Opaque {
        TypeChecks.require(version, size);
        if (Utf8.firstLoneSurrogate(tag) >= 0) {
            throw new IllegalArgumentException(
                    Printable.message("opaque tag: expected no lone surrogate, found \"" + tag + "\""));
        }
        if (Utf8.length(tag) > MAX_TAG_LENGTH || tag.indexOf(0) >= 0) {
            throw new IllegalArgumentException("opaque tag: expected at most " + MAX_TAG_LENGTH
                    + " bytes and no zero, found " + Utf8.length(tag) + " bytes");
        }
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
