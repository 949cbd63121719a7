package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Filter pipeline message, versions 1 and 2.
 *
 * <pre>
 *   bytes   field
 *     1     version, 1 or 2
 *     1     number of filters, at most 32
 *   0 or 6  version 1: reserved
 *    ...    the filters: see {@link Filter}
 * </pre>
 *
 * @param filters in the order in which they are applied when data is written
 */
public record FilterPipeline(int version, List<Filter> filters) implements HeaderMessage {
    /** The maximum number of filters. */
    public static final int MAX_FILTERS = 32;

    public FilterPipeline {
        filters = List.copyOf(filters);
        if (version < 1 || version > 2 || filters.size() > MAX_FILTERS) {
            throw new IllegalArgumentException("pipeline of version " + version + ", " + filters.size() + " filters");
        }
    }

    public static FilterPipeline decode(FieldReader in) {
        int version = in.version(1, 2);
        int count = in.u8("number of filters", MAX_FILTERS);
        if (version == 1) {
            in.skip(6);
        }
        List<Filter> filters = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            filters.add(Filter.decode(in, version));
        }
        return new FilterPipeline(version, filters);
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(version).u8(filters.size());
        if (version == 1) {
            out.zeros(6);
        }
        for (Filter filter : filters) {
            filter.encode(out, version);
        }
    }
}
