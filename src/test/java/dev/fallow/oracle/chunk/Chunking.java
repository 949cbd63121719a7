package dev.fallow.oracle.chunk;

import java.util.List;

/**
 * How a chunked dataset is stored.
 *
 * @param chunk the number of elements of a chunk in each dimension
 * @param most the maximal dimensions, -1 for unlimited
 * @param filters in the order in which they are applied when a chunk is written
 * @param fill one element, in the canonical Java form of the oracle; null for the default, zeros
 * @param early whether all chunks are allocated when the dataset is created or grows
 * @param unfilteredEdges whether chunks that are partly outside the dataset are stored without filters
 */
public record Chunking(
        List<Long> chunk,
        List<Long> most,
        List<ChunkFilter> filters,
        Object fill,
        boolean early,
        boolean unfilteredEdges) {
    /** Copies the lists. */
    public Chunking {
        chunk = List.copyOf(chunk);
        most = List.copyOf(most);
        filters = List.copyOf(filters);
    }

    /** Returns whether a dataset of this shape can never have more than one chunk. */
    public boolean isSingle() {
        return chunk.equals(most);
    }

    /** Returns a list as an array. */
    public static long[] array(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }
}
