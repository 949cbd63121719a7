package dev.fallow.cli.look;

import dev.fallow.Dataset;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.StoredChunkInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Compares datasets whose chunks cannot be decoded, because a filter is unknown, by the bytes that are stored. */
final class StoredChunks {
    private StoredChunks() {}

    /**
     * Whether two datasets of equal types and shapes have the same chunks with the same bytes behind the same filters, and the same
     * elements where there is no chunk. Otherwise nothing is known of their elements.
     */
    static boolean equal(Dataset a, Dataset b) {
        if (a.layout() != StorageLayout.CHUNKED
                || b.layout() != StorageLayout.CHUNKED
                || !Arrays.equals(a.chunkDimensions(), b.chunkDimensions())
                || !a.filters().equals(b.filters())) {
            return false;
        }
        Map<List<Long>, StoredChunkInfo> chunks = chunks(a);
        Map<List<Long>, StoredChunkInfo> others = chunks(b);
        return chunks.keySet().equals(others.keySet())
                && chunks.entrySet().stream()
                        .allMatch(chunk -> same(a, b, chunk.getValue(), others.get(chunk.getKey())))
                && sameFill(a, b, chunks);
    }

    private static Map<List<Long>, StoredChunkInfo> chunks(Dataset dataset) {
        Map<List<Long>, StoredChunkInfo> chunks = new HashMap<>();
        dataset.forEachChunk(chunk -> chunks.put(offset(chunk.offset()), chunk));
        return chunks;
    }

    private static List<Long> offset(long[] offset) {
        return LongStream.of(offset).boxed().toList();
    }

    private static boolean same(Dataset a, Dataset b, StoredChunkInfo one, StoredChunkInfo other) {
        return one.size() == other.size()
                && one.filterMask() == other.filterMask()
                && Arrays.equals(
                        a.readChunk(one.offset()).orElseThrow().bytes(),
                        b.readChunk(other.offset()).orElseThrow().bytes());
    }

    /** Whether the first element without a chunk, which stands for all of them, is the same. */
    private static boolean sameFill(Dataset a, Dataset b, Map<List<Long>, StoredChunkInfo> chunks) {
        long[] shape = a.dimensions();
        long[] chunk = a.chunkDimensions();
        long[] at = new long[shape.length];
        while (chunks.containsKey(offset(at))) {
            int dimension = at.length - 1;
            at[dimension] += chunk[dimension];
            while (at[dimension] >= shape[dimension]) {
                if (dimension == 0) {
                    return true; // there is a chunk everywhere
                }
                at[dimension] = 0;
                dimension--;
                at[dimension] += chunk[dimension];
            }
        }
        long[] one = new long[at.length];
        Arrays.fill(one, 1);
        Selection element = Selection.block(at, one);
        return Arrays.equals(
                a.read(element, RawElements.class).bytes(),
                b.read(element, RawElements.class).bytes());
    }
}
