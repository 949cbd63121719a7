package dev.fallow.internal.elements;

import dev.fallow.filter.FilterData;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * Changes of chunks, made in two steps. The first writes their new bytes to new space; the index and the old bytes are not
 * touched, so it can be undone. The second enters the new positions into the index and frees the old space. Filters run on
 * several threads; space is allocated in the order of the calls. If elements have parts in the global heap, the caller allocates
 * those between the calls: then filters run in the calling thread, because addresses would depend on which thread is faster.
 */
final class ChunkChanges {
    private static final AllocationType RAW_DATA = AllocationType.RAW_DATA;
    /** Not the common pool itself: on a machine with two processors, CompletableFuture replaces it by a new thread for each task. */
    private static final Executor POOL = task -> ForkJoinPool.commonPool().execute(task);

    private final ChunkedElements elements;
    private final Grid grid;
    private final ObjectStore store;
    private final ChunkIndex index;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final List<Done> done = new ArrayList<>();
    private final Ending ending;
    /** The bytes that {@link #apply} will release. */
    private long releasedBytes;

    private long[] firstLeft;
    private final long largestSize;
    /** The threads that filter chunks besides the calling one. */
    private final int workers;

    /** Tasks given to the pool whose result is not written yet. */
    private int filtering;

    /**
     * A chunk whose bytes are filtered now or were filtered.
     *
     * @param pooled whether another thread filters them
     */
    private record Waiting(
            long[] coordinates, StoredChunk old, byte[] raw, boolean pooled, CompletableFuture<FilteredChunk> bytes) {}

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
        workers = elements.datatype().refersToGlobalHeap() ? 0 : store.filterThreads() - 1;
    }

    /** The index, unchanged until {@link #apply}. */
    ChunkIndex index() {
        return index;
    }

    /**
     * Stores the new bytes of a chunk.
     *
     * @param coordinates copied
     * @param old where it is now; null if it is not stored
     * @param raw its bytes without filters; not copied
     * @param keep whether the bytes are likely to be needed again soon
     */
    void store(long[] coordinates, StoredChunk old, byte[] raw, boolean keep) throws IOException {
        long[] own = coordinates.clone();
        if (elements.isRaw(grid, own)) {
            drain();
            if (firstLeft == null) {
                write(own, old, null, new FilteredChunk(FilterData.of(raw), 0));
            }
            return;
        }
        boolean pooled = filtering < workers;
        if (pooled) {
            filtering++;
        }
        waiting.add(new Waiting(
                own,
                old,
                keep ? raw : null,
                pooled,
                pooled
                        ? CompletableFuture.supplyAsync(() -> FilteredChunk.of(elements, own, raw, largestSize), POOL)
                        : CompletableFuture.completedFuture(FilteredChunk.of(elements, own, raw, largestSize))));
        while (!waiting.isEmpty()
                && (waiting.size() > 2 * workers || waiting.peek().bytes.isDone())) {
            writeNext();
        }
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
        drain();
    }

    private void drain() throws IOException {
        while (!waiting.isEmpty()) {
            writeNext();
        }
    }

    private void writeNext() throws IOException {
        Waiting next = waiting.remove();
        filtering -= next.pooled ? 1 : 0;
        FilteredChunk bytes;
        try {
            bytes = next.bytes.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            } else if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
        write(next.coordinates, next.old, next.raw, bytes);
    }

    private void write(long[] coordinates, StoredChunk old, byte[] raw, FilteredChunk bytes) throws IOException {
        FilterData data = bytes.data();
        index.prepare(coordinates);
        boolean due = !done.isEmpty() && ending.isDue(releasedBytes); // may fail, so before space is taken
        long end = store.space().endOfAllocation();
        long address = store.space().allocate(RAW_DATA, data.length());
        if (due && store.space().endOfAllocation() > end) {
            store.space().release(RAW_DATA, address, data.length());
            firstLeft = coordinates;
            dropWaiting();
            return;
        }
        done.add(new Done(coordinates, old, new StoredChunk(address, data.length(), bytes.mask()), raw));
        releasedBytes += old == null ? 0 : old.size();
        store.storage().write(store.base() + address, ByteBuffer.wrap(data.array(), data.offset(), data.length()));
    }

    private void dropWaiting() {
        for (Waiting each : waiting) {
            each.bytes.handle((bytes, thrown) -> null).join();
        }
        waiting.clear();
    }

    /** Frees the new space after a failure of the first step. */
    void undo() {
        dropWaiting();
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
