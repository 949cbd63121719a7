package dev.fallow.internal.elements;

import dev.fallow.CorruptFileException;
import dev.fallow.filter.FilterData;
import dev.fallow.format.FormatException;
import dev.fallow.internal.cache.DecodedChunks;
import dev.fallow.internal.chunk.ChunkBox;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.ChunkIndex.ChunkVisitor;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;

/**
 * Reads selected elements of a chunked dataset. Each chunk with selected elements is found, read and decoded once; others
 * are not touched. Chunks with filters are decoded by several threads, if the target allows it.
 */
public final class ChunkReader {
    /**
     * The size in bytes up to which chunks that are not stored cost more than the elements in them. Of such chunks all elements become
     * the fill value at once, before those of the stored chunks are read.
     */
    private static final long SMALL_CHUNK = 1 << 12;
    /** One walk of the index serves all chunks if at most this many times as many are in the part walked. */
    private static final int WALK_FACTOR = 4;
    /** A chunk without filters is announced if at least one of this number of its elements is selected. */
    private static final int MOST_LEFT_OUT = 4;

    private final ChunkedElements elements;
    private final Grid grid;
    private final Selected selected;
    private final ElementTarget target;
    private final int elementSize;
    private final long elementsInChunk;
    private final DecodedChunks decoded;
    private final RunReader runs;
    private final ReadAhead ahead;
    /** The fill value; null until an element is not stored. */
    private byte[] fill;

    /** @param selected of the grid of the elements */
    public ChunkReader(ChunkedElements elements, Grid grid, Selected selected, ElementTarget target) {
        this.elements = elements;
        this.grid = grid;
        this.selected = selected;
        this.target = target;
        elementSize = elements.elementSize();
        elementsInChunk = elements.layout().chunkBytes() / elementSize;
        decoded = elements.store().decodedChunks();
        runs = new RunReader(elements.store().storage(), elements.where(), elementSize);
        ahead = new ReadAhead(elements.store());
    }

    /**
     * Reads the elements.
     *
     * @param concurrent whether threads may put elements into the target at the same time
     * @param storedOnly whether elements that are not stored are left out; the cost depends on what is stored then, and
     *     not on the extent
     */
    public void read(boolean concurrent, boolean storedOnly) throws IOException {
        if (selected.count() == 0) {
            return;
        }
        long chunks = selected.chunkCount();
        if (elements.filters() != null && !storedOnly && selected.count() / elementsInChunk < chunks) {
            decoded.expect(chunks, elements.layout().chunkBytes());
        }
        boolean parallel = concurrent && elements.filters() != null && chunks > 1;
        try (Parallel tasks = new Parallel(
                parallel ? elements.store().filterThreads() : 1,
                elements.store().filterExecutor())) {
            try {
                find(elements.index(), chunks, storedOnly, tasks);
                for (ReadAhead.Chunk next = ahead.rest(); next != null; next = ahead.rest()) {
                    read(next.coordinates(), next.chunk(), tasks);
                }
            } catch (IOException | RuntimeException e) {
                tasks.finish(); // throws if an earlier chunk has failed
                if (e instanceof FormatException) {
                    throw new CorruptFileException(elements.where() + ": " + e.getMessage(), e);
                }
                throw e;
            }
            tasks.finish();
        }
    }

    private byte[] fill() {
        fill = fill == null ? elements.fillElement() : fill;
        return fill;
    }

    /**
     * Finds the chunks, and reads those that need not be announced.
     *
     * @param storedOnly whether elements that are not stored are left out
     */
    private void find(ChunkIndex index, long chunks, boolean storedOnly, Parallel tasks) throws IOException {
        Part part = Part.between(selected.firstChunk(), selected.lastChunk());
        boolean walk = chunks > 1 && part.volume() / WALK_FACTOR <= chunks && part.volume() < Integer.MAX_VALUE;
        if (!storedOnly && !walk) {
            selected.forEachChunk(coordinates -> add(coordinates, index.find(coordinates), tasks));
            return;
        }
        boolean small = !storedOnly && elements.layout().chunkBytes() <= SMALL_CHUNK;
        if (small) {
            target.repeat(fill(), 0, selected.count());
        }
        BitSet met = storedOnly || small ? null : new BitSet((int) part.volume());
        ChunkBox box = index.box(part.first(), part.last());
        ChunkVisitor each = (coordinates, chunk) -> {
            boolean isRead = selected.countIn(coordinates) > 0 && isNew(coordinates, part, met);
            if (isRead && ahead.isUseful()) {
                add(coordinates, chunk, tasks);
            } else if (isRead) {
                read(coordinates, chunk, tasks);
            }
        };
        if (box != null) {
            index.forEachIn(box, each);
        }
        if (met != null && met.cardinality() < chunks) {
            selected.forEachChunk(coordinates -> {
                if (!met.get((int) part.number(coordinates))) {
                    add(coordinates, null, tasks);
                }
            });
        }
    }

    private static boolean isNew(long[] coordinates, Part part, BitSet met) {
        if (met == null) {
            return true;
        }
        int number = (int) part.number(coordinates);
        boolean known = met.get(number);
        met.set(number);
        return !known;
    }

    /** Reads a chunk now, or after those that are announced before it. */
    private void add(long[] coordinates, StoredChunk chunk, Parallel tasks) throws IOException {
        if (!ahead.isUseful()) {
            read(coordinates, chunk, tasks);
            return;
        }
        boolean whole = chunk != null
                && decoded.find(elements.dataset(), coordinates) == null
                && (!elements.isRaw(grid, coordinates)
                        || selected.countIn(coordinates) >= elementsInChunk / MOST_LEFT_OUT);
        ahead.add(coordinates, chunk, whole);
        for (ReadAhead.Chunk next = ahead.next(); next != null; next = ahead.next()) {
            read(next.coordinates(), next.chunk(), tasks);
        }
    }

    private void read(long[] coordinates, StoredChunk chunk, Parallel tasks) throws IOException {
        byte[] kept = decoded.find(elements.dataset(), coordinates);
        if (kept != null) {
            scatter(coordinates, FilterData.of(kept));
        } else if (chunk == null) {
            byte[] element = fill();
            selected.forEachRun(coordinates, (offset, index, count) -> target.repeat(element, index, count));
        } else if (elements.isRaw(grid, coordinates)) {
            elements.checkRaw(coordinates, chunk);
            readRaw(coordinates, chunk);
        } else {
            byte[] stored = elements.borrowed(coordinates, chunk);
            long[] own = coordinates.clone();
            tasks.run(() -> decode(own, chunk, stored));
        }
    }

    /** Reads only the selected elements of the chunk. */
    private void readRaw(long[] coordinates, StoredChunk chunk) throws IOException {
        runs.at(elements.store().base() + chunk.address(), chunk.size());
        runs.expect(selected, coordinates);
        runs.deliver(selected, coordinates, target);
    }

    private void decode(long[] coordinates, StoredChunk chunk, byte[] stored) throws IOException {
        Scratch scratch = Scratches.take();
        try {
            FilterData data = elements.decode(coordinates, chunk, stored, scratch);
            scatter(coordinates, data);
            if (selected.countIn(coordinates) < elementsInChunk && decoded.accepts(data.length())) {
                byte[] copy = new byte[data.length()];
                System.arraycopy(data.array(), data.offset(), copy, 0, copy.length);
                decoded.add(elements.dataset(), coordinates, copy);
            }
        } finally {
            Scratches.give(scratch, elements.layout().chunkBytes());
            Scratches.giveArray(stored);
        }
    }

    private void scatter(long[] coordinates, FilterData data) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(data.array(), data.offset(), data.length());
        selected.forEachRun(
                coordinates,
                (offset, index, count) ->
                        target.put(bytes.position(data.offset() + (int) offset * elementSize), index, (int) count));
    }

    /** A part of the grid. */
    private record Part(long[] first, long[] last, long volume) {
        static Part between(long[] first, long[] last) {
            long volume = 1;
            for (int i = 0; i < first.length; i++) {
                long width = last[i] - first[i] + 1;
                volume = volume > Long.MAX_VALUE / width ? Long.MAX_VALUE : volume * width;
            }
            return new Part(first, last, volume);
        }

        long number(long[] coordinates) {
            long number = 0;
            for (int i = 0; i < first.length; i++) {
                number = number * (last[i] - first[i] + 1) + coordinates[i] - first[i];
            }
            return number;
        }
    }

    /**
     * Announces chunks to the storage before they are read, if that is of use: those of one batch while those of the batch before it are
     * read.
     */
    private static final class ReadAhead {
        /** The most chunks of a batch, however small they are. */
        private static final int MOST_CHUNKS = 4_096;

        private final ObjectStore store;
        private final long mostBytes;
        /** Chunks that were announced, or need not be, and then those that are to be announced next. */
        private final Queue<Chunk> waiting = new ArrayDeque<>();

        /** The number of chunks in the queue whose batch is to be read now. */
        private int ready;
        /** The number of chunks in the queue behind those that belong to the batch that was announced last. */
        private int announced;

        private int inBatch;
        private long bytesInBatch;

        /** A chunk to be read. */
        record Chunk(long[] coordinates, StoredChunk chunk, boolean toAnnounce) {}

        ReadAhead(ObjectStore store) {
            this.store = store;
            mostBytes = store.storage().announcedBytes() / 2;
        }

        /** Whether the storage wants to know what is read. Otherwise nothing need be added here. */
        boolean isUseful() {
            return mostBytes > 0;
        }

        /**
         * Adds a chunk.
         *
         * @param coordinates copied
         * @param toAnnounce whether most of it will be read
         */
        void add(long[] coordinates, StoredChunk chunk, boolean toAnnounce) throws IOException {
            waiting.add(new Chunk(coordinates.clone(), chunk, toAnnounce));
            inBatch++;
            bytesInBatch += toAnnounce ? Math.min(chunk.size(), mostBytes) : 0;
            if (bytesInBatch >= mostBytes || inBatch >= MOST_CHUNKS) {
                announce();
            }
        }

        /** Announces a batch; the one before it is to be read. */
        private void announce() throws IOException {
            Chunk[] batch =
                    waiting.stream().skip(announced).filter(Chunk::toAnnounce).toArray(Chunk[]::new);
            long[] positions = new long[batch.length];
            long[] lengths = new long[batch.length];
            for (int i = 0; i < batch.length; i++) {
                positions[i] = store.base() + batch[i].chunk.address();
                lengths[i] = batch[i].chunk.size();
            }
            store.storage().willRead(positions, lengths);
            ready = announced;
            announced = inBatch;
            inBatch = 0;
            bytesInBatch = 0;
        }

        /** The next chunk to be read now; null if there is none. */
        Chunk next() {
            if (ready == 0) {
                return null;
            }
            ready--;
            return waiting.remove();
        }

        /** The next of the remaining chunks; null if there is none. No chunk is added afterwards. */
        Chunk rest() throws IOException {
            if (inBatch > 0 && waiting.size() > 1) {
                announce();
            }
            return waiting.poll();
        }
    }
}
