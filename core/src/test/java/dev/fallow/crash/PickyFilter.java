package dev.fallow.crash;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.FilterSetting;
import java.util.Optional;

/** A filter that leaves chunks as they are, and refuses one that begins with a certain byte. */
public final class PickyFilter implements Filter {
    /** One of the numbers for tests. */
    private static final int ID = 300;

    /** The first byte of a chunk that is refused. */
    static final byte REFUSED = 0x5a;

    static final FilterSetting SETTING = new FilterSetting(ID, false);

    @Override
    public int id() {
        return ID;
    }

    @Override
    public String name() {
        return "picky";
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) {
        return in;
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        if (in.array()[in.offset()] == REFUSED) {
            throw new FilterException("not this chunk");
        }
        return Optional.of(in);
    }
}
