package dev.fallow.internal.filter;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.testing.FilteredChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pipelines for tests. */
final class Chunks {
    private Chunks() {}

    static Pipeline pipeline(FilteredChunk chunk) {
        List<Filter> filters = new ArrayList<>();
        for (int i = 0; i < chunk.ids().size(); i++) {
            filters.add(new Filter(
                    chunk.ids().get(i), "", Filter.OPTIONAL, chunk.values().get(i)));
        }
        return new Pipeline(new FilterPipeline(2, filters));
    }

    /** A pipeline of one optional filter. */
    static Pipeline of(int id, int... values) {
        return new Pipeline(new FilterPipeline(2, List.of(new Filter(id, "", Filter.OPTIONAL, values))));
    }

    static byte[] decode(Pipeline pipeline, byte[] stored, int mask, int chunkBytes, Scratch scratch)
            throws FilterException {
        return bytes(pipeline.decode(FilterData.of(stored), mask, chunkBytes, scratch));
    }

    static byte[] bytes(FilterData data) {
        return Arrays.copyOfRange(data.array(), data.offset(), data.end());
    }
}
