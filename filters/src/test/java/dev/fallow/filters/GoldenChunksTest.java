package dev.fallow.filters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.internal.filter.GoldenChunks;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chunks that plugins of libhdf5 have filtered; {@code chunks.py} beside the resource makes them. */
class GoldenChunksTest extends GoldenChunks {
    @Override
    protected List<FilteredChunk> chunks() throws IOException {
        return FilteredChunk.read(GoldenChunksTest.class, "/filters/chunks.txt");
    }

    /** Without compression there is one result. */
    @Override
    protected boolean isEncodedTheSame(FilteredChunk chunk) {
        return chunk.name().startsWith("bitshuffle none");
    }

    @Test
    void allFiltersHaveChunks() throws IOException {
        assertThat(chunks().stream().flatMap(chunk -> chunk.ids().stream()).distinct())
                .contains(Filters.BZIP2, Filters.BLOSC, Filters.LZ4, Filters.BITSHUFFLE, Filters.ZSTD, Filters.BLOSC2);
    }
}
