package dev.fallow.filters;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;

/** placeholder. */
public final class Blosc2Filter implements Filter {
    /** For {@link java.util.ServiceLoader}. */
    public Blosc2Filter() {}

    @Override
    public int id() {
        return Filters.BLOSC2;
    }

    @Override
    public String name() {
        return "blosc2";
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        return BloscDecoder.decode(in, context);
    }

    @Override
    public FilterData encode(FilterData in, FilterContext context) throws FilterException {
        throw new FilterException("Blosc 2 can only be read");
    }

    @Override
    public boolean encodes() {
        return false;
    }
}
