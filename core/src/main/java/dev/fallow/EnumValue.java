package dev.fallow;

import java.util.Objects;
import java.util.Optional;

/**
 * An element of an enumeration. One-byte enumerations whose only names are {@code FALSE} and {@code TRUE} are read as
 * {@code boolean} instead.
 *
 * @param name empty if the datatype has no name for the value
 * @param value the number; an unsigned 8-byte value is stored bit for bit
 */
public record EnumValue(Optional<String> name, long value) {
    /** Requires a name, or none. */
    public EnumValue {
        Objects.requireNonNull(name, "name");
    }

    /** A value with a name. */
    public EnumValue(String name, long value) {
        this(Optional.of(name), value);
    }

    /** The name, exactly as stored; the number if there is none. */
    @Override
    public String toString() {
        return name.orElseGet(() -> Long.toString(value));
    }
}
