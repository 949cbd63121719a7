package dev.fallow.internal.elements;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Moves chunks of a dataset from the end of the file to free space before them, so that the file can become shorter. The
 * stored bytes are copied, not decoded. The block of an implicit index stays where it is.
 */
public final class ChunkCompaction {
    private final ChunkedElements elements;
    private final long from;
    private final List<Found> last;

    private boolean moved;

    private record Found(long[] coordinates, StoredChunk chunk) {}

    private ChunkCompaction(ChunkedElements elements, long from, List<Found> last) {
        this.elements = elements;
        this.from = from;
        this.last = last;
    }

    /**
     * Finds the chunks to move. Takes memory for each of them.
     *
     * @param from the lowest address of a chunk that is moved
     * @return null if there is none, or the chunks overlap each other or free space
     */
    public static ChunkCompaction plan(ChunkedElements elements, long from) throws IOException {
        if (elements.layout().index() == ChunkedLayout.Index.IMPLICIT) {
            return null;
        }
        List<Found> last = new ArrayList<>();
        elements.index().forEach((coordinates, chunk) -> {
            if (chunk.address() >= from) {
                last.add(new Found(coordinates.clone(), chunk));
            }
        });
        last.sort(
                Comparator.comparingLong((Found found) -> found.chunk.address()).reversed());
        long end = elements.store().space().endOfAllocation();
        for (Found each : last) {
            long address = each.chunk.address();
            long size = each.chunk.size();
            if (size > end - address || !elements.store().space().inUse(address, size)) {
                return null;
            }
            end = address;
        }
        return last.isEmpty() ? null : new ChunkCompaction(elements, from, last);
    }

    /**
     * Moves the chunks for which there is free space, the last one first.
     *
     * @param anywhere whether a chunk is otherwise moved to any free space before itself
     * @return the layout with the root of the index
     * @throws ElementsNotWrittenException if a chunk cannot be copied; then none is moved
     */
    public ChunkedLayout apply(boolean anywhere) throws IOException {
        ChunkChanges changes;
        try {
            changes = new ChunkChanges(elements, elements.grid());
        } catch (IOException | RuntimeException e) {
            throw new ElementsNotWrittenException(e);
        }
        try {
            for (Found each : last) {
                moved |= changes.move(each.coordinates, each.chunk, from, anywhere);
            }
        } catch (IOException | RuntimeException e) {
            changes.undo();
            throw new ElementsNotWrittenException(e);
        }
        return changes.apply();
    }

    /** Whether a chunk was moved. */
    public boolean moved() {
        return moved;
    }
}
