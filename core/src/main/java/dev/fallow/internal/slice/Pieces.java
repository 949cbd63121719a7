package dev.fallow.internal.slice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An irregular selection: points in their order, or a union of blocks in row-major order. The result has one dimension.
 * Memory: about 50 bytes for each run of elements that are adjacent in a chunk.
 */
final class Pieces implements Selected {
    private final Grid grid;
    private final long[] chunks;
    /** The runs of each chunk with selected elements, by the chunk's row-major number. */
    private final Map<Long, List<Run>> byChunk = new TreeMap<>();

    private long elements;

    private record Run(long offset, long index, long count) {}

    Pieces(Grid grid) {
        this.grid = grid;
        chunks = new long[grid.rank()];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = grid.chunks(i);
        }
    }

    /**
     * Appends elements that are adjacent in the last dimension.
     *
     * @param from the first one, inside the grid
     */
    void add(long[] from, long length) {
        int last = from.length - 1;
        long number = 0;
        long offset = 0;
        for (int i = 0; i < last; i++) {
            number = number * chunks[i] + from[i] / grid.chunk()[i];
            offset = offset * grid.chunk()[i] + from[i] % grid.chunk()[i];
        }
        long width = grid.chunk()[last];
        for (long done = 0; done < length; ) {
            long at = from[last] + done;
            long count = Math.min(length - done, width - at % width);
            byChunk.computeIfAbsent(number * chunks[last] + at / width, any -> new ArrayList<>(1))
                    .add(new Run(offset * width + at % width, elements, count));
            elements += count;
            done += count;
        }
    }

    @Override
    public long[] shape() {
        return new long[] {elements};
    }

    @Override
    public long count() {
        return elements;
    }

    @Override
    public long chunkCount() {
        return byChunk.size();
    }

    @Override
    public long[] firstChunk() {
        return corner(false);
    }

    @Override
    public long[] lastChunk() {
        return corner(true);
    }

    private long[] corner(boolean highest) {
        long[] corner = null;
        long[] coordinates = new long[chunks.length];
        for (long number : byChunk.keySet()) {
            coordinates(number, coordinates);
            if (corner == null) {
                corner = coordinates.clone();
            }
            for (int i = 0; i < corner.length; i++) {
                corner[i] = highest ? Math.max(corner[i], coordinates[i]) : Math.min(corner[i], coordinates[i]);
            }
        }
        return corner;
    }

    private void coordinates(long number, long[] coordinates) {
        long rest = number;
        for (int i = chunks.length - 1; i >= 0; i--) {
            coordinates[i] = rest % chunks[i];
            rest /= chunks[i];
        }
    }

    private List<Run> runs(long[] coordinates) {
        long number = 0;
        for (int i = 0; i < chunks.length; i++) {
            number = number * chunks[i] + coordinates[i];
        }
        return byChunk.getOrDefault(number, List.of());
    }

    @Override
    public void forEachChunk(ChunkVisitor visitor) throws IOException {
        long[] coordinates = new long[chunks.length];
        for (long number : byChunk.keySet()) {
            coordinates(number, coordinates);
            visitor.visit(coordinates);
        }
    }

    @Override
    public void forEachRun(long[] coordinates, RunVisitor visitor) throws IOException {
        for (Run run : runs(coordinates)) {
            visitor.visit(run.offset, run.index, run.count);
        }
    }

    @Override
    public long countIn(long[] coordinates) {
        return runs(coordinates).stream().mapToLong(Run::count).sum();
    }

    /** {@inheritDoc} A point may be selected twice. */
    @Override
    public boolean isWhole(long[] coordinates, long elements) {
        if (countIn(coordinates) < elements) {
            return false;
        }
        List<Run> sorted = new ArrayList<>(runs(coordinates));
        sorted.sort(Comparator.comparingLong(Run::offset));
        long distinct = 0;
        long end = 0;
        for (Run run : sorted) {
            long next = Math.max(end, run.offset + run.count);
            distinct += next - Math.max(end, run.offset);
            end = next;
        }
        return distinct == elements;
    }
}
