package dev.fallow.container.session;

import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.type.ReferenceType;
import java.util.List;

/**
 * The content of a dataset or an attribute.
 *
 * @param type type of an element
 * @param dimensions the dimensions, empty for a scalar
 * @param values the elements in row-major order, in the canonical Java form of the oracle
 */
public record Content(ReferenceType type, List<Long> dimensions, List<Object> values) {
    /** Copies the lists, and checks that the number of values matches the dimensions. */
    public Content {
        dimensions = List.copyOf(dimensions);
        values = List.copyOf(values);
        long count = dimensions.stream().reduce(1L, Math::multiplyExact);
        if (count != values.size()) {
            throw new IllegalArgumentException(values.size() + " values in the shape " + dimensions);
        }
    }

    /** Returns the dimensions as an array. */
    public long[] shape() {
        return dimensions.stream().mapToLong(Long::longValue).toArray();
    }

    /** Returns the snapshot of an attribute with this content. */
    AttributeSnapshot asAttribute() {
        return AttributeSnapshot.of(type, shape(), values);
    }

    @Override
    public String toString() {
        return "%s%s of %s".formatted(values.size() <= 4 ? values + " " : "", dimensions, type);
    }
}
