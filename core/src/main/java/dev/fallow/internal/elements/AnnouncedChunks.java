package dev.fallow.internal.elements;

import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Announces chunks to the storage before they are read, if that is of use: those of one batch while those of the batch before it are
 * read. If it is not, each chunk is read at once.
 */
final class AnnouncedChunks {
    /** A batch has at most so many chunks, however small they are. */
    private static final int MOST_CHUNKS = 4_096;

    private final ObjectStore store;
    private final Reading reading;
    private final long mostBytes;
    /** Chunks that were announced, or need not be, and then those that are to be announced next. */
    private final Queue<Waiting> waiting = new ArrayDeque<>();

    /** The number of chunks in the queue that belong to the batch that was announced last. */
    private int announced;

    private int inBatch;
    private long bytesInBatch;

    private record Waiting(long[] coordinates, StoredChunk chunk, boolean toAnnounce) {}

    /** Reads a chunk. */
    @FunctionalInterface
    interface Reading {
        void read(long[] coordinates, StoredChunk chunk) throws IOException;
    }

    AnnouncedChunks(ObjectStore store, Reading reading) {
        this.store = store;
        this.reading = reading;
        mostBytes = store.storage().announcedBytes() / 2;
    }

    /** Whether the storage wants to know what is read. */
    boolean areUseful() {
        return mostBytes > 0;
    }

    /**
     * Reads a chunk, now or later.
     *
     * @param coordinates copied if necessary
     * @param toAnnounce whether most of it will be read
     */
    void add(long[] coordinates, StoredChunk chunk, boolean toAnnounce) throws IOException {
        if (!areUseful()) {
            reading.read(coordinates, chunk);
            return;
        }
        waiting.add(new Waiting(coordinates.clone(), chunk, toAnnounce));
        inBatch++;
        bytesInBatch += toAnnounce ? Math.min(chunk.size(), mostBytes) : 0;
        if (bytesInBatch >= mostBytes || inBatch >= MOST_CHUNKS) {
            announce();
        }
    }

    /** Announces a batch, and reads the one before. */
    private void announce() throws IOException {
        Waiting[] batch =
                waiting.stream().skip(announced).filter(Waiting::toAnnounce).toArray(Waiting[]::new);
        long[] positions = new long[batch.length];
        long[] lengths = new long[batch.length];
        for (int i = 0; i < batch.length; i++) {
            positions[i] = store.base() + batch[i].chunk.address();
            lengths[i] = batch[i].chunk.size();
        }
        store.storage().willRead(positions, lengths);
        read(announced);
        announced = inBatch;
        inBatch = 0;
        bytesInBatch = 0;
    }

    private void read(int number) throws IOException {
        for (int i = 0; i < number; i++) {
            Waiting next = waiting.remove();
            reading.read(next.coordinates, next.chunk);
        }
    }

    /** Reads the rest. */
    void finish() throws IOException {
        if (waiting.size() > 1) {
            announce();
        }
        read(waiting.size());
    }
}
