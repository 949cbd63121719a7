package dev.fallow.container.session;

import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.type.ReferenceType;
import java.util.List;

/**
 * What a dataset or an attribute holds.
 *
 * @param type of an element
 * @param dimensions none for a scalar
 * @param values the elements in row-major order, in the one Java form that the oracle has for each type
 */
public record Content(ReferenceType type, List<Long> dimensions, List<Object> values) {
    /** Takes copies, and checks that there are as many values as the dimensions say. */
    public Content {
        dimensions = List.copyOf(dimensions);
        values = List.copyOf(values);
        long count = dimensions.stream().reduce(1L, Math::multiplyExact);
        if (count != values.size()) {
            throw new IllegalArgumentException(values.size() + " values in the shape " + dimensions);
        }
    }

    /** The dimensions as libhdf5 and Fallow take them. */
    public long[] shape() {
        return dimensions.stream().mapToLong(Long::longValue).toArray();
    }

    /** As the attribute that holds it is read. */
    AttributeSnapshot asAttribute() {
        return AttributeSnapshot.of(type, shape(), values);
    }

    @Override
    public String toString() {
        return "%s%s of %s".formatted(values.size() <= 4 ? values + " " : "", dimensions, type);
    }
}
