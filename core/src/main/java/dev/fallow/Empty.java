package dev.fallow;

import dev.fallow.type.Datatype;
import java.util.Objects;

/**
 * The value of a dataset or attribute that has a datatype and no elements, not even none of them: a null dataspace. It is returned by
 * {@link Dataset#read()} and {@link Attribute#read()}, and can be written where a value is: {@code createDataset(path, new Empty(type))}.
 *
 * @param datatype the type that elements would have
 */
public record Empty(Datatype datatype) {
    /** Requires a datatype. */
    public Empty {
        Objects.requireNonNull(datatype, "datatype");
    }
}
