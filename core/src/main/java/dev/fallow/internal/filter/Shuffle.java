package dev.fallow.internal.filter;

import dev.fallow.filter.ByteShuffle;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import dev.fallow.type.VariableLength;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 2, shuffle: see {@link ByteShuffle}. One client data value, the size of an element; further ones mean nothing. For
 * elements of variable length libhdf5 stores no value and skips the filter in each chunk.
 */
final class Shuffle extends BuiltInFilter {
    Shuffle() {
        super(Filters.SHUFFLE, "shuffle");
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return traits.type() instanceof VariableLength ? new int[0] : new int[] {traits.elementSize()};
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        return moved(in, context, false);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        return context.values().length == 0 ? Optional.empty() : Optional.of(moved(in, context, true));
    }

    private static FilterData moved(FilterData in, FilterContext context, boolean encoding) throws FilterException {
        int size = size(context);
        if (size == 1 || in.length() / size <= 1) {
            return in;
        }
        byte[] out = context.array(in.length());
        if (encoding) {
            ByteShuffle.shuffle(in.array(), in.offset(), out, 0, in.length(), size);
        } else {
            ByteShuffle.unshuffle(in.array(), in.offset(), out, 0, in.length(), size);
        }
        return new FilterData(out, 0, in.length());
    }

    private static int size(FilterContext context) throws FilterException {
        int[] values = context.values();
        if (values.length == 0 || values[0] < 1) {
            throw new FilterException("expected one value, the size of an element, found " + Arrays.toString(values));
        }
        return values[0];
    }
}
