package dev.fallow.natives;

import dev.fallow.internal.filter.GoldenChunks;
import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;

/** What other software has filtered, by native code from the first chunk on. */
class NativeGoldenChunksTest extends GoldenChunks {
    @Override
    protected List<FilteredChunk> chunks() throws IOException {
        return NativeChunks.all();
    }

    @Override
    protected boolean isEncodedTheSame(FilteredChunk chunk) {
        return false;
    }
}
