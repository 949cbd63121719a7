package dev.fallow.internal.tree;

import dev.fallow.ContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.Section;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.elements.ChunkMoves;
import dev.fallow.internal.elements.ChunkMoves.Movable;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The chunks of some datasets that can be moved, and the blocks of their indexes. Takes memory for each of them. A dataset
 * that cannot be read, or whose chunks or blocks are also in use by something else, stays where it is.
 */
final class MovableChunks {
    private static final Comparator<Section> BY_ADDRESS = Comparator.comparingLong(Section::address);

    private final ObjectStore store;
    private final List<Owned> datasets = new ArrayList<>();
    private final List<Movable> chunks = new ArrayList<>();
    private int unmovable;

    /** A dataset whose chunks can be moved. */
    static final class Owned implements ChunkMoves.Owner {
        private final ObjectStore store;
        private final long header;
        private final List<Section> blocks = new ArrayList<>();
        private final List<Movable> chunks = new ArrayList<>();

        private Owned(ObjectStore store, long header) {
            this.store = store;
            this.header = header;
        }

        private DatasetStorage storage() throws IOException {
            return DatasetStorage.of(store, store.header(header), "object header at address " + header);
        }

        @Override
        public ChunkedElements elements() throws IOException {
            return storage().movableChunks();
        }

        @Override
        public void become(ChunkedLayout layout) throws IOException {
            storage().replaceChunks(layout);
        }

        /** The blocks of the index, if it may be moved; otherwise none. */
        List<Section> blocks() {
            return blocks;
        }

        /** The chunks, in the order of the index. */
        List<Movable> chunks() {
            return chunks;
        }

        /** @return whether it can be moved */
        private boolean load(long from, long largestIndex) throws IOException {
            ChunkedElements elements = elements();
            if (elements == null) {
                return true;
            }
            ChunkIndex index = elements.index();
            index.forEachBlock((address, size, structure) -> blocks.add(new Section(address, size)));
            boolean all = blocks.stream().mapToLong(Section::size).sum() <= largestIndex;
            if (!all) {
                blocks.clear();
            }
            index.forEach((coordinates, chunk) -> {
                if (all || chunk.address() >= from) {
                    chunks.add(new Movable(this, coordinates.clone(), chunk));
                }
            });
            return isApart(store, extents(this));
        }
    }

    /**
     * Reads the indexes.
     *
     * @param headers the addresses of the object headers of the datasets
     * @param from the lowest address of a chunk that may be moved
     * @param largestIndex the most bytes of an index that may be moved; of a dataset with such an index, all chunks are here
     */
    MovableChunks(ObjectStore store, List<Long> headers, long from, long largestIndex) {
        this.store = store;
        for (long header : headers) {
            Owned dataset = new Owned(store, header);
            try {
                if (dataset.load(from, largestIndex)) {
                    datasets.add(dataset);
                } else {
                    unmovable++;
                }
            } catch (IOException | FormatException | ContainerException | IllegalArgumentException unreadable) {
                unmovable++;
            }
        }
        if (!isApart(store, extents())) {
            unmovable += datasets.size();
            datasets.clear();
        }
        datasets.forEach(dataset -> chunks.addAll(dataset.chunks));
    }

    private static List<Section> extents(Owned dataset) {
        List<Section> extents = new ArrayList<>(dataset.blocks);
        dataset.chunks.forEach(chunk -> extents.add(new Section(chunk.address(), chunk.size())));
        return extents;
    }

    private List<Section> extents() {
        List<Section> extents = new ArrayList<>();
        datasets.forEach(dataset -> extents.addAll(extents(dataset)));
        return extents;
    }

    /** Whether runs are in use and do not overlap each other. Sorts them. */
    private static boolean isApart(ObjectStore store, List<Section> runs) {
        runs.sort(BY_ADDRESS);
        long end = 0;
        for (Section run : runs) {
            if (run.address() < end || !store.space().inUse(run.address(), run.size())) {
                return false;
            }
            end = run.end();
        }
        return true;
    }

    /** The datasets. */
    List<Owned> datasets() {
        return datasets;
    }

    /** How many datasets stay where they are. */
    int unmovable() {
        return unmovable;
    }

    /** All chunks, by address. */
    List<Movable> byAddress() {
        chunks.sort(Comparator.comparingLong(Movable::address));
        return chunks;
    }

    /** The lowest end that the file can have as long as everything else stays where it is. */
    long lowestEnd() {
        List<Section> loose = extents();
        store.space().forEachFree((address, size) -> loose.add(new Section(address, size)));
        return lowestEnd(loose);
    }

    /** The end that the file would have without the indexes of these datasets. */
    long endWithoutIndexes() {
        List<Section> loose = new ArrayList<>();
        datasets.forEach(dataset -> loose.addAll(dataset.blocks));
        store.space().forEachFree((address, size) -> loose.add(new Section(address, size)));
        return lowestEnd(loose);
    }

    private long lowestEnd(List<Section> loose) {
        loose.sort(BY_ADDRESS.reversed());
        long end = store.space().endOfAllocation();
        for (Section run : loose) {
            if (run.end() < end) {
                return end;
            }
            end = Math.min(end, run.address());
        }
        return end;
    }
}
