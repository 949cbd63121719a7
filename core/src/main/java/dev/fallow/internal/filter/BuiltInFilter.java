package dev.fallow.internal.filter;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterException;

/** A filter of HDF5 itself, or of h5py. */
abstract class BuiltInFilter implements Filter {
    private final int id;
    private final String name;

    BuiltInFilter(int id, String name) {
        this.id = id;
        this.name = name;
    }

    @Override
    public final int id() {
        return id;
    }

    @Override
    public final String name() {
        return name;
    }

    /** The length of a decoded chunk, which must not exceed the limit. */
    static int decodedLength(long elements, int size, FilterContext context) throws FilterException {
        if (elements * size > context.limit()) {
            throw new FilterException("expected at most " + context.limit() + " bytes, found " + elements
                    + " elements of " + size + " bytes");
        }
        return (int) elements * size;
    }

    /** Requires that a chunk to be encoded has a length. */
    static void requireLength(long elements, int size, int found) throws FilterException {
        if (elements * size != found) {
            throw new FilterException(
                    "expected " + elements + " elements of " + size + " bytes, found " + found + " bytes");
        }
    }
}
