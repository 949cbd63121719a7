package dev.fallow.type;

import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Datatype class 2, time. Rarely used, because libhdf5 cannot convert it.
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param order of the bytes
 * @param precision in bits, 1 to 65,535; within the element
 */
public record Time(int version, long size, ByteOrder order, int precision) implements Datatype {
    /** @throws IllegalArgumentException if the precision exceeds the element */
    public Time {
        Objects.requireNonNull(order);
        TypeChecks.require(version, size);
        TypeChecks.requireWithin(size, 0, precision);
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
