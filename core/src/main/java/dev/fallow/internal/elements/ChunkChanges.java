package dev.fallow.internal.elements;

import dev.fallow.filter.FilterData;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Changes of chunks, made in two steps. The first writes their new bytes to new space; the index and the old bytes are not
 * touched, so it can be undone. The second enters the new positions into the index and frees the old space. Chunks are converted and
 * filtered on several threads; the calling one places them, in the order of the calls. If elements have parts in the global heap, it
 * allocates those, too: then it does all, because addresses would depend on which thread is faster.
 *
 * <p>Memory: a thread that filters a chunk has three arrays of its size, for the elements and for what the filters make of them in turns.
 * At most two chunks for each thread are given and not placed, and one that is not being filtered has an array at most: what was read of
 * it, or its filtered bytes. So the arrays are at most four for each thread.
 */
final class ChunkChanges {
    private static final AllocationType RAW_DATA = AllocationType.RAW_DATA;

    private final ChunkedElements elements;
    private final Grid grid;
    private final ObjectStore store;
    private final ChunkIndex index;
    private final Parallel tasks;
    private final List<Done> done = new ArrayList<>();
    private final Ending ending;
    private final long largestSize;
    /** The bytes that {@link #apply} will release. */
    private long releasedBytes;

    private long[] firstLeft;

    /**
     * A chunk with its filters applied.
     *
     * @param raw its bytes without them if they are worth keeping; otherwise null
     */
    private record Filtered(FilteredChunk chunk, byte[] raw) {
        Filtered apart(Scratch scratch) {
            return new Filtered(chunk.apart(scratch), raw);
        }
    }

    /**
     * A chunk that is stored.
     *
     * @param old null if it is new
     * @param stored null if it is removed
     * @param raw its bytes if they are worth keeping; otherwise null
     */
    private record Done(long[] coordinates, StoredChunk old, StoredChunk stored, byte[] raw) {}

    /** Whether to store no more chunks when the file would grow. */
    @FunctionalInterface
    interface Ending {
        /** @param released the bytes of the chunks that are replaced already */
        boolean isDue(long released) throws IOException;
    }

    /** Stores and removes chunks. */
    @FunctionalInterface
    interface FirstStep {
        /** Does it. */
        void run() throws IOException;
    }

    /** @param grid that the coordinates and the edges of chunks refer to */
    ChunkChanges(ChunkedElements elements, Grid grid) throws IOException {
        this(elements, grid, released -> false);
    }

    /** As the other one, for changes that may end before the last chunk. */
    ChunkChanges(ChunkedElements elements, Grid grid, Ending ending) throws IOException {
        this.ending = ending;
        this.elements = elements;
        this.grid = grid;
        store = elements.store();
        index = elements.index();
        largestSize = index.largestSize();
        tasks = new Parallel(
                elements.datatype().refersToGlobalHeap() ? 1 : store.filterThreads(), store.filterExecutor());
    }

    /** The index, unchanged until {@link #apply}. */
    ChunkIndex index() {
        return index;
    }

    /** Makes the first step. If it fails, nothing of it stays, and it fails as it would in one thread. */
    void make(FirstStep step) throws IOException {
        try (tasks) {
            try {
                step.run();
            } catch (IOException | RuntimeException e) {
                tasks.finish(); // throws if an earlier chunk has failed
                throw e;
            }
            tasks.finish();
        } catch (IOException | RuntimeException e) {
            undo();
            throw e;
        }
    }

    /**
     * Stores the new bytes of a chunk.
     *
     * @param coordinates not copied
     * @param old where it is now; null if it is not stored
     * @param content its bytes without filters
     * @param keep whether the bytes are likely to be needed again soon
     */
    void store(long[] coordinates, StoredChunk old, ChunkContent content, boolean keep) throws IOException {
        if (elements.isRaw(grid, coordinates)) {
            tasks.finish();
            withScratch(scratch -> {
                place(coordinates, old, new FilteredChunk(raw(content, scratch), 0), null);
                return null;
            });
            return;
        }
        long encoded =
                store.encodedBytes().add(elements.filters(), elements.layout().chunkBytes());
        if (tasks.threads() == 1) {
            withScratch(scratch -> {
                Filtered filtered = filtered(coordinates, content, encoded, keep, scratch);
                place(coordinates, old, filtered.chunk, filtered.raw);
                return null;
            });
        } else {
            tasks.run(
                    () -> withScratch(scratch -> filtered(coordinates, content, encoded, keep, scratch)
                            .apart(scratch)),
                    filtered -> place(coordinates, old, filtered.chunk, filtered.raw));
        }
    }

    /**
     * Stores a chunk without filters whose bytes are not needed in an array.
     *
     * @param coordinates not copied
     * @param old where it is now; null if it is not stored
     * @param writing writes all of it to its new address
     */
    void store(long[] coordinates, StoredChunk old, BlockCopy.Completion writing) throws IOException {
        tasks.finish();
        place(coordinates, old, elements.layout().chunkBytes(), 0, null, writing);
    }

    /** Needs a scratch. */
    @FunctionalInterface
    private interface Use<T> {
        T run(Scratch scratch) throws IOException;
    }

    private <T> T withScratch(Use<T> use) throws IOException {
        Scratch scratch = Scratches.take();
        try {
            return use.run(scratch);
        } finally {
            Scratches.give(scratch, elements.layout().chunkBytes());
        }
    }

    private FilterData raw(ChunkContent content, Scratch scratch) throws IOException {
        return Memory.use(elements.where(), elements.layout().chunkBytes(), () -> content.raw(scratch));
    }

    private Filtered filtered(long[] coordinates, ChunkContent content, long encoded, boolean keep, Scratch scratch)
            throws IOException {
        FilterData raw = raw(content, scratch);
        byte[] kept = keep ? Arrays.copyOfRange(raw.array(), raw.offset(), raw.end()) : null;
        return new Filtered(FilteredChunk.of(elements, coordinates, raw, encoded, largestSize, scratch), kept);
    }

    /** The first chunk that was not stored because the file would have grown; null if there is none. */
    long[] firstLeft() {
        return firstLeft;
    }

    /** Removes a chunk. */
    void remove(long[] coordinates, StoredChunk old) throws IOException {
        index.prepare(coordinates);
        done.add(new Done(coordinates.clone(), old, null, null));
    }

    /** Waits until all chunks are stored. */
    void finishStoring() throws IOException {
        tasks.finish();
    }

    private void place(long[] coordinates, StoredChunk old, FilteredChunk chunk, byte[] raw) throws IOException {
        FilterData data = chunk.data();
        place(
                coordinates,
                old,
                data.length(),
                chunk.mask(),
                raw,
                address -> store.storage()
                        .write(store.base() + address, ByteBuffer.wrap(data.array(), data.offset(), data.length())));
    }

    /** Puts a chunk into new space. Nothing if an earlier one was left. */
    private void place(
            long[] coordinates, StoredChunk old, long length, int mask, byte[] raw, BlockCopy.Completion writing)
            throws IOException {
        if (firstLeft != null) {
            return;
        }
        index.prepare(coordinates);
        boolean due = !done.isEmpty() && ending.isDue(releasedBytes); // may fail, so before space is taken
        long end = store.space().endOfAllocation();
        long address = store.space().allocate(RAW_DATA, length);
        if (due && store.space().endOfAllocation() > end) {
            store.space().release(RAW_DATA, address, length);
            firstLeft = coordinates;
            tasks.close(); // those behind it are left, too
            return;
        }
        done.add(new Done(coordinates, old, new StoredChunk(address, length, mask), raw));
        releasedBytes += old == null ? 0 : old.size();
        writing.run(address);
    }

    /** Frees the new space after a failure of the first step. */
    private void undo() {
        for (Done each : done) {
            if (each.stored != null) {
                store.space().release(RAW_DATA, each.stored.address(), each.stored.size());
            }
        }
        done.clear();
    }

    /**
     * The second step. Does no I/O.
     *
     * @return the layout with the current root of the index
     * @throws dev.fallow.ContainerException if the index is inconsistent
     */
    ChunkedLayout apply() throws IOException {
        for (Done each : done) {
            store.decodedChunks().remove(elements.dataset(), each.coordinates);
            if (each.raw != null && store.decodedChunks().accepts(each.raw.length)) {
                store.decodedChunks().add(elements.dataset(), each.coordinates, each.raw);
            }
            if (each.stored == null) {
                index.remove(each.coordinates);
            } else {
                index.put(each.coordinates, each.stored);
            }
            if (each.old != null) {
                store.rewritten().lost(elements.dataset(), each.old.size());
                store.space().release(RAW_DATA, each.old.address(), each.old.size());
            }
        }
        return index.layout();
    }
}
