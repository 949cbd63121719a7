package dev.fallow.natives;

import dev.fallow.internal.filter.HostileChunks;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;

class NativeHostileChunksTest extends HostileChunks {
    @Override
    protected List<FilteredChunk> chunks() throws IOException {
        return NativeChunks.all();
    }
}
