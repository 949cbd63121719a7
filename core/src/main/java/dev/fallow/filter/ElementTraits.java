package dev.fallow.filter;

import dev.fallow.type.Datatype;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a filter may know of the dataset for which it makes its client data values.
 *
 * @param type of the elements
 * @param chunk the dimensions of a chunk in elements; at least one, each at least 1
 * @param fillValue one element as stored, of no bytes for zeros; empty if it is undefined; not copied
 */
public record ElementTraits(Datatype type, List<Long> chunk, Optional<byte[]> fillValue) {
    /** Copies the dimensions. */
    public ElementTraits {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(fillValue, "fillValue");
        chunk = List.copyOf(chunk);
    }

    /**
     * The number of elements of a chunk.
     *
     * @throws IllegalArgumentException if it does not fit into an int: filters store it as one
     */
    public int elements() {
        long elements = 1;
        for (long dimension : chunk) {
            elements = Math.multiplyExact(elements, dimension);
            if (elements > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("chunk " + chunk + ": expected at most 2147483647 elements");
            }
        }
        return (int) elements;
    }

    /**
     * The size of an element in bytes.
     *
     * @throws IllegalArgumentException if it does not fit into an int
     */
    public int elementSize() {
        if (type.size() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("element of " + type.size() + " bytes: expected at most 2147483647");
        }
        return (int) type.size();
    }

    /**
     * The length of a chunk in bytes.
     *
     * @throws IllegalArgumentException if it does not fit into an int
     */
    public int chunkBytes() {
        long bytes = (long) elements() * elementSize();
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("chunk of " + bytes + " bytes: expected at most 2147483647");
        }
        return (int) bytes;
    }
}
