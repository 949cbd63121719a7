package dev.fallow;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterSetting;
import java.util.Optional;

/** Leaves chunks as they are, and does something before one is read: what another thread may do in the middle of an operation. */
public final class BetweenFilter implements Filter {
    /** One of the numbers for tests. */
    private static final int ID = 301;

    static final FilterSetting SETTING = new FilterSetting(ID, false);

    private static final Runnable NOTHING = () -> {};

    private static Runnable next = NOTHING;

    /** @param action is run once, before the next chunk is read */
    static void beforeNext(Runnable action) {
        next = action;
    }

    @Override
    public int id() {
        return ID;
    }

    @Override
    public String name() {
        return "between";
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) {
        Runnable action = next;
        next = NOTHING;
        action.run();
        return in;
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) {
        return Optional.of(in);
    }
}
