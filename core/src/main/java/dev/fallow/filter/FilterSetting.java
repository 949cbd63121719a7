package dev.fallow.filter;

import java.util.Arrays;

/**
 * A filter of a dataset and what the user asks of it. {@link Filters} makes those of known filters.
 *
 * @param id 1 to 65,535
 * @param optional whether a chunk is stored without the filter if the filter fails or would not shrink it
 * @param values the requested values, from which {@link Filter#valuesFor} makes those that are stored
 */
public record FilterSetting(int id, boolean optional, int... values) {
    /**
     * Copies the values.
     *
     * @throws IllegalArgumentException if the id is not 1 to 65,535
     */
    public FilterSetting {
        if (id < 1 || id > 0xFFFF) {
            throw new IllegalArgumentException("filter id: expected 1 to 65535, found " + id);
        }
        values = values.clone();
    }

    /** A copy of the requested values. */
    @Override
    public int[] values() {
        return values.clone();
    }

    /** The name of the filter, and its level if it has one: {@code deflate-4}. */
    public String label() {
        boolean level = id == Filters.DEFLATE || id == Filters.ZSTD || id == Filters.BZIP2;
        return level && values.length > 0 ? Filters.name(id) + "-" + values[0] : Filters.name(id);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FilterSetting that
                && id == that.id
                && optional == that.optional
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * id + Boolean.hashCode(optional)) + Arrays.hashCode(values);
    }

    /** In words, {@code deflate 4}; with its values if Fallow does not know the filter. */
    @Override
    public String toString() {
        String name = Filters.name(id);
        if (name.equals("filter-" + id)) {
            return "filter " + id + (values.length == 0 ? "" : " " + Arrays.toString(values));
        }
        return name + label().substring(name.length()).replace('-', ' ');
    }
}
