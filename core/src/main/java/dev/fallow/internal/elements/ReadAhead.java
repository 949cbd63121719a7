package dev.fallow.internal.elements;

import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Announces chunks to the storage before they are read, if that is of use: those of one batch while those of the batch before it are
 * read.
 */
final class ReadAhead {
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
