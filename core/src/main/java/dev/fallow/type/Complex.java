package dev.fallow.type;

/**
 * Datatype class 11, complex number; version 5.
 *
 * @param version 5
 * @param base the type of the real and of the imaginary part
 */
public record Complex(int version, FloatingPoint base) implements Datatype {
    /** @throws IllegalArgumentException if the version is not 5 or an element would be too large */
    public Complex {
        TypeChecks.require(version, 2 * base.size());
        if (version != MAX_VERSION) {
            throw new IllegalArgumentException("complex number: expected version 5, found " + version);
        }
    }

    @Override
    public long size() {
        return 2 * base.size();
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
