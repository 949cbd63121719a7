package dev.fallow.filter;

import java.util.Optional;

/**
 * A filter that chunks pass through when they are written and read. A library provides one as a service
 * ({@link java.util.ServiceLoader}) of this type; those with the ids 1 to 6 and 32000 are built in.
 *
 * <p>One object serves all datasets and threads at the same time, so it has no changing state of its own. What it needs
 * from chunk to chunk is in the {@link FilterContext}.
 *
 * <p>All input of {@link #decode} is from a file and may be damaged: whatever it is, the result is a
 * {@link FilterException}, or bytes that the filter wrote, at most {@link FilterContext#limit()} of them.
 */
public interface Filter {
    /** The registered identification, 1 to 65,535. */
    int id();

    /** The name, which is stored in files and used in messages; short, ASCII. */
    String name();

    /**
     * Undoes the filter.
     *
     * @param in what is stored; not changed
     * @return the data; may share the array of {@code in}
     * @throws FilterException if {@code in} or the client data values are invalid, or the data is longer than the limit
     */
    FilterData decode(FilterData in, FilterContext context) throws FilterException;

    /**
     * Applies the filter.
     *
     * @param in the data; not changed
     * @return what is to be stored; empty if the filter does not apply to this data or would not shrink it
     * @throws FilterException if the client data values are invalid, or the filter cannot encode
     */
    Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException;

    /** Whether {@link #encode} is implemented. */
    default boolean encodes() {
        return true;
    }

    /**
     * The client data values to store in a new dataset.
     *
     * @param requested what the user gave: see {@link Filters}
     * @throws IllegalArgumentException if the requested values are invalid, or the filter does not apply to such a dataset
     */
    default int[] valuesFor(int[] requested, ElementTraits traits) {
        return requested;
    }
}
