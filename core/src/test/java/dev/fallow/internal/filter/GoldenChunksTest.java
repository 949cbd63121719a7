package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.Filters;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Chunks that libhdf5 has filtered; {@code chunks.py} beside the resource makes them. */
class GoldenChunksTest extends GoldenChunks {
    /** Compressors choose codes. */
    private static final Set<Integer> FREE = Set.of(Filters.DEFLATE, Filters.LZF, Filters.SZIP);
    /** libhdf5 loses a member of the first; the other has a chunk that newer releases refuse. */
    private static final Set<String> STORED_OTHERWISE = Set.of("nbit compound with a lost member", "nbit text");

    @Override
    protected List<FilteredChunk> chunks() throws IOException {
        return FilteredChunk.read(GoldenChunksTest.class, "/filters/chunks.txt");
    }

    @Override
    protected boolean isEncodedTheSame(FilteredChunk chunk) {
        return chunk.ids().stream().noneMatch(FREE::contains) && !STORED_OTHERWISE.contains(chunk.name());
    }

    @Test
    void allBuiltInFiltersHaveChunks() throws IOException {
        assertThat(chunks().stream().flatMap(chunk -> chunk.ids().stream()).distinct())
                .containsExactlyInAnyOrder(
                        Filters.DEFLATE,
                        Filters.SHUFFLE,
                        Filters.FLETCHER32,
                        Filters.SZIP,
                        Filters.NBIT,
                        Filters.SCALE_OFFSET,
                        Filters.LZF);
    }
}
