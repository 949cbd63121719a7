package dev.fallow.natives;

import dev.fallow.testing.FilteredChunk;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** The chunks of the tests of core and filters. */
final class NativeChunks {
    private NativeChunks() {}

    static List<FilteredChunk> all() throws IOException {
        return Stream.concat(
                        FilteredChunk.read(NativeChunks.class, "/filters/core/chunks.txt").stream(),
                        FilteredChunk.read(NativeChunks.class, "/filters/more/chunks.txt").stream())
                .filter(each -> each.ids().stream().anyMatch(NativeChunks::hasCodec))
                .toList();
    }

    /** Deflate, blosc, lz4, bitshuffle, zstd, blosc2. */
    private static boolean hasCodec(int id) {
        return List.of(1, 32001, 32004, 32008, 32015, 32026).contains(id);
    }
}
