package dev.fallow.type;

import java.util.Arrays;
import java.util.List;

/**
 * Datatype class 10, array. The specification defines it from version 2 on. Early writers, including PyTables, stored
 * it with version 1 and the layout of version 2, which libhdf5 reads.
 *
 * @param version 1 to 5
 * @param dimensions their sizes, each 1 to 2^32-1
 * @param base the type of one element of the array
 */
public record Array(int version, List<Long> dimensions, Datatype base) implements Datatype {
    private static final int MAX_RANK = 32;

    /** @throws IllegalArgumentException if the rank is out of range, or the size exceeds 2^32-1 bytes */
    public Array {
        dimensions = List.copyOf(dimensions);
        long size = size(dimensions, base);
        if (size < 0) {
            throw new IllegalArgumentException(
                    "array of %s: expected dimensions of at least 1, of at most %d bytes, found %s"
                            .formatted(base, MAX_SIZE, dimensions));
        }
        TypeChecks.require(version, size);
        if (dimensions.isEmpty() || dimensions.size() > MAX_RANK) {
            throw new IllegalArgumentException("array of version " + version + ", dimensions " + dimensions);
        }
    }

    /** An array type of version 3, or of the base type's version if that is higher. */
    public static Array of(Datatype base, long... dimensions) {
        return new Array(
                Math.max(3, base.version()), Arrays.stream(dimensions).boxed().toList(), base);
    }

    /** The size of an array in bytes; -1 if it exceeds {@link Datatype#MAX_SIZE} or a dimension is not positive. */
    private static long size(List<Long> dimensions, Datatype base) {
        long size = base.size();
        for (long dimension : dimensions) {
            if (dimension < 1 || dimension > MAX_SIZE / size) {
                return -1;
            }
            size *= dimension;
        }
        return size;
    }

    @Override
    public long size() {
        return size(dimensions, base);
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
