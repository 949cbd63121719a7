package dev.fallow.internal.filter;

import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("optimized")
class HostileChunksTest extends HostileChunks {
    @Override
    protected List<FilteredChunk> chunks() throws IOException {
        return FilteredChunk.read(HostileChunksTest.class, "/filters/chunks.txt");
    }
}
