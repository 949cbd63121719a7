package dev.fallow.internal.elements;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.FilterData;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import java.io.IOException;
import java.util.Arrays;

/** The chunks of a dataset in another place of the same container, or in another one. The index is a new one. */
public final class CopiedChunks {
    private static final AllocationType RAW_DATA = AllocationType.RAW_DATA;

    private final ChunkedElements source;
    private final ChunkedElements copy;
    private final Grid grid;

    /** @param target the container of the copy, with addresses of the same size */
    public CopiedChunks(ChunkedElements source, ObjectStore target) {
        this.source = source;
        grid = source.grid();
        ChunkedLayout empty = source.layout().withSingleChunk(Addresses.UNDEFINED, 0, 0);
        copy = new ChunkedElements(
                target,
                Addresses.UNDEFINED,
                source.where(),
                source.datatype(),
                source.space(),
                empty,
                source.filters() == null ? null : source.filters().skipping(target.skipsUnwritableFilters()),
                source.fill(),
                source.fillNever(),
                source.allocation());
    }

    /** Changes the elements of a chunk. */
    @FunctionalInterface
    public interface Conversion {
        /**
         * Changes the elements of a chunk; several threads do so at the same time, unless there are parts in the global heap.
         *
         * @param raw the elements; those outside the dataset are zeros
         */
        void convert(FilterData raw) throws IOException;
    }

    /**
     * Checks that all chunks can be entered into a new index. Reads the index. O(number of chunks).
     *
     * @throws CorruptFileException if a chunk is outside the largest extent, has a place in the grid that is not after that of the
     *     chunk before it in a B-tree, or is longer than the version of the layout can state
     */
    public void check() throws IOException {
        if (source.layout().index() == ChunkedLayout.Index.IMPLICIT) {
            return;
        }
        ChunkGrid all = new ChunkGrid(source.layout(), source.space());
        long largest = copy.index().largestSize();
        boolean ordered = source.layout().index() == ChunkedLayout.Index.B_TREE_V1
                || source.layout().index() == ChunkedLayout.Index.B_TREE_V2;
        long[][] before = {null};
        source.index().forEach((coordinates, chunk) -> {
            String problem = null;
            if (!all.contains(coordinates)) {
                problem = "it is outside the largest extent of the dataset";
            } else if (ordered && before[0] != null && Arrays.compare(before[0], coordinates) >= 0) {
                problem = "in the index it comes after chunk " + Arrays.toString(before[0]);
            } else if (chunk.size() > largest) {
                problem = "expected a stored size of at most %d bytes, found %d".formatted(largest, chunk.size());
            }
            if (problem != null) {
                throw new CorruptFileException(source.where(coordinates, chunk) + ": " + problem);
            }
            before[0] = coordinates.clone();
        });
    }

    /**
     * Checks that the chunks can be written anew, if there are any.
     *
     * @throws UnsupportedFeatureException if a filter can be neither applied nor skipped
     */
    public void checkWritable() {
        if (source.layout().address() != Addresses.UNDEFINED) {
            copy.checkWritable();
        }
    }

    /**
     * Copies the stored bytes, which are not decoded.
     *
     * @return the layout of the copy; on failure nothing stays allocated
     */
    public ChunkedLayout asStored() throws IOException {
        if (source.layout().index() == ChunkedLayout.Index.IMPLICIT) {
            return block();
        }
        BlockCopy blocks = new BlockCopy(source.store(), copy.store());
        ChunkIndex index = copy.index();
        try {
            source.index().forEach((coordinates, chunk) -> {
                source.store().structures().requireInside(chunk.address(), chunk.size(), "chunk");
                long address = copy.store().space().allocate(RAW_DATA, chunk.size());
                try {
                    blocks.copy(chunk.address(), address, chunk.size());
                    index.prepare(coordinates);
                    index.put(
                            coordinates,
                            new StoredChunk(address, chunk.size(), chunk.filterMask() & source.allFilters()));
                } catch (IOException | RuntimeException e) {
                    copy.store().space().release(RAW_DATA, address, chunk.size());
                    throw e;
                }
            });
            return index.layout();
        } catch (IOException | RuntimeException e) {
            discard(index);
            throw e;
        }
    }

    private ChunkedLayout block() throws IOException {
        long bytes = ChunkIndex.implicitLength(source.layout(), source.space());
        return copy.layout()
                .at(new BlockCopy(source.store(), copy.store())
                        .copyToNew(source.layout().address(), bytes, address -> {}));
    }

    /**
     * Decodes each chunk, changes its elements, and encodes it again.
     *
     * @return the layout of the copy; on failure nothing stays allocated
     */
    public ChunkedLayout converted(Conversion conversion) throws IOException {
        if (source.layout().index() == ChunkedLayout.Index.IMPLICIT) {
            throw new UnsupportedFeatureException(source.where()
                    + ": chunks of an implicit index whose elements refer to something cannot be copied");
        }
        ChunkChanges changes = new ChunkChanges(copy, grid);
        byte[] outside = new byte[source.elementSize()];
        changes.make(() -> source.index().forEach((coordinates, chunk) -> {
            long[] own = coordinates.clone();
            changes.store(
                    own,
                    null,
                    source.content(grid, own, chunk).with(raw -> {
                        ChunkResize.resetOutside(outside, grid, own, raw);
                        conversion.convert(raw);
                    }),
                    false);
        }));
        return changes.apply();
    }

    /** Frees the chunks of a copy, and its index. */
    public void discard(ChunkedLayout copied) throws IOException {
        discard(copy.with(copied).index());
    }

    private void discard(ChunkIndex index) throws IOException {
        if (index.layout().index() == ChunkedLayout.Index.IMPLICIT) {
            long bytes = ChunkIndex.implicitLength(index.layout(), source.space());
            copy.store().space().release(RAW_DATA, index.root(), bytes);
            return;
        }
        index.forEach((coordinates, chunk) -> copy.store().space().release(RAW_DATA, chunk.address(), chunk.size()));
        index.release();
    }
}
