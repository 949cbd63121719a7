package dev.fallow;

/**
 * Rows of a dataset: a piece of it along the first dimension.
 *
 * @param first the index of the first row
 * @param rows an array as {@link Dataset#read(Selection)} returns it
 */
public record Slab(long first, Object rows) {
    @Override
    public String toString() {
        return "Slab[first=" + first + "]";
    }
}
