package dev.fallow.filters;

import dev.fallow.internal.filter.HostileChunks;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;

class HostileChunksTest extends HostileChunks {
    @Override
    protected List<FilteredChunk> chunks() throws IOException {
        return FilteredChunk.read(HostileChunksTest.class, "/filters/chunks.txt");
    }
}
