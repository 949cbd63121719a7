package dev.fallow.type;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Datatype class 4, bit field.
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
    /** @throws IllegalArgumentException if the field exceeds the element */
    public BitField {
        Objects.requireNonNull(order);
        TypeChecks.require(version, size);
        TypeChecks.requireWithin(size, bitOffset, precision);
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
