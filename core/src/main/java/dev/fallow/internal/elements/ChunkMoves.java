package dev.fallow.internal.elements;

import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.chunk.StoredChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves chunks of one or more datasets, in two steps. The first copies their stored bytes, which are not decoded, to free
 * space; it can be undone. The second enters the new places into the indexes and frees the old ones, which must not be
 * used before the next commit.
 */
public final class ChunkMoves {
    private final Map<Owner, ChunkChanges> changes = new LinkedHashMap<>();
    private final List<Moved> moved = new ArrayList<>();
    private long bytes;

    /** A dataset. */
    public interface Owner {
        /** Its chunks now. */
        ChunkedElements elements() throws IOException;

        /** Stores its layout, which may have changed. */
        void become(ChunkedLayout layout) throws IOException;
    }

    /** A chunk, and where it is. */
    public static final class Movable {
        private final Owner owner;
        private final long[] coordinates;
        private StoredChunk chunk;

        /** @param coordinates not copied */
        public Movable(Owner owner, long[] coordinates, StoredChunk chunk) {
            this.owner = owner;
            this.coordinates = coordinates;
            this.chunk = chunk;
        }

        /** Its dataset. */
        public Owner owner() {
            return owner;
        }

        /** Its coordinates in the grid of chunks; not to be changed. */
        public long[] coordinates() {
            return coordinates;
        }

        /** Where it is stored. */
        public StoredChunk chunk() {
            return chunk;
        }

        /** The address of its first byte. */
        public long address() {
            return chunk.address();
        }

        /** Its stored size in bytes. */
        public long size() {
            return chunk.size();
        }

        /** The address after its last byte. */
        public long end() {
            return chunk.address() + chunk.size();
        }
    }

    private record Moved(Movable chunk, StoredChunk copy) {}

    private ChunkChanges of(Movable chunk) throws IOException {
        ChunkChanges held = changes.get(chunk.owner);
        if (held == null) {
            ChunkedElements elements = chunk.owner.elements();
            held = new ChunkChanges(elements, elements.grid());
            changes.put(chunk.owner, held);
        }
        return held;
    }

    /**
     * Copies a chunk to free space below an address.
     *
     * @param anywhere whether it is otherwise copied to any free space before itself
     * @return whether there is such space
     */
    public boolean before(Movable chunk, long limit, boolean anywhere) throws IOException {
        return add(chunk, of(chunk).move(chunk.coordinates, chunk.chunk, limit, anywhere));
    }

    /**
     * Copies a chunk to a free run.
     *
     * @return whether the run can be used
     */
    public boolean to(Movable chunk, long address) throws IOException {
        ChunkChanges own = of(chunk);
        return own.store().space().allocateAt(AllocationType.RAW_DATA, address, chunk.size())
                && add(chunk, own.moveTo(chunk.coordinates, chunk.chunk, address));
    }

    /** Copies a chunk to the end of the file. */
    public void toEnd(Movable chunk) throws IOException {
        ChunkChanges own = of(chunk);
        add(
                chunk,
                own.moveTo(chunk.coordinates, chunk.chunk, own.store().space().allocateAtEnd(chunk.size())));
    }

    private boolean add(Movable chunk, StoredChunk copy) {
        if (copy == null) {
            return false;
        }
        moved.add(new Moved(chunk, copy));
        bytes += copy.size();
        return true;
    }

    /** The bytes that have been copied. */
    public long bytes() {
        return bytes;
    }

    /** Frees the copies. */
    public void undo() {
        changes.values().forEach(ChunkChanges::undo);
        changes.clear();
        moved.clear();
    }

    /** The second step. */
    public void apply() throws IOException {
        for (Map.Entry<Owner, ChunkChanges> each : changes.entrySet()) {
            each.getKey().become(each.getValue().apply());
        }
        moved.forEach(each -> each.chunk.chunk = each.copy);
    }
}
