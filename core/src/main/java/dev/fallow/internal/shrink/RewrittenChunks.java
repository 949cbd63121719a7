package dev.fallow.internal.shrink;

import dev.fallow.filter.FilterData;
import dev.fallow.format.LittleEndian;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.check.ChunkEntry;
import dev.fallow.internal.check.EncodedChunk;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.FilteredChunk;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Chunks with filters whose elements refer to moved blocks. Each is decoded, changed, encoded, and stored in new space, as it
 * may have another size than before.
 */
final class RewrittenChunks {
    private static final AllocationType RAW_DATA = AllocationType.RAW_DATA;

    private final ObjectStore store;
    private final BlockMap map;
    private final Relocation relocation;
    private final List<Rewritten> rewritten = new ArrayList<>();
    /** Of the dataset whose chunks are being rewritten. */
    private ChunkedElements elements;

    private long dataset = -1;
    private long bytes;

    /**
     * A chunk.
     *
     * @param found as it is in the map
     * @param before as it was stored before the move
     * @param after as it is stored after it
     */
    private record Rewritten(EncodedChunk found, StoredChunk before, EncodedChunk after) {}

    RewrittenChunks(ObjectStore store, BlockMap map, Relocation relocation) {
        this.store = store;
        this.map = map;
        this.relocation = relocation;
    }

    /**
     * Stores the chunks whose elements change. O(bytes of these chunks), and as many encoded bytes are allocated.
     *
     * @param atEnd whether those that do not fit into the place where they were going to be are put at the end of the file,
     *     regardless of managers
     */
    void store(boolean atEnd) throws IOException {
        int i = 0;
        while (i < map.encodedCount()) {
            EncodedChunk found = map.chunk(i);
            byte[] raw = null;
            for (; i < map.encodedCount() && map.chunk(i) == found; i++) {
                long target = relocation.next(map.encodedTarget(i));
                if (target != map.now(map.encodedTarget(i))) {
                    raw = raw == null ? raw(found) : raw;
                    LittleEndian.put(raw, map.position(i), store.sizes().offsets(), target);
                }
            }
            if (raw != null) {
                store(found, raw, atEnd);
            }
        }
        store.cache().dropClean(); // the headers that were read are where they were
    }

    private byte[] raw(EncodedChunk found) throws IOException {
        EncodedChunk now = map.now(found);
        if (now.header() != dataset) {
            elements = now.elements(store);
            dataset = now.header();
        }
        return now.raw(elements);
    }

    private void store(EncodedChunk found, byte[] raw, boolean atEnd) throws IOException {
        EncodedChunk now = map.now(found);
        FilteredChunk encoded = now.encode(elements, raw);
        FilterData data = encoded.data();
        Section copied = relocation.leave(map.find(found.chunk().address()));
        long address = place(copied, data.length(), atEnd);
        store.storage().write(store.base() + address, ByteBuffer.wrap(data.array(), data.offset(), data.length()));
        bytes += data.length();
        rewritten.add(new Rewritten(found, now.chunk(), found.stored(address, encoded)));
    }

    /** @param chosen where the chunk has been copied; null if it has not */
    private long place(Section chosen, long length, boolean atEnd) {
        FileSpace space = store.space();
        if (chosen != null && length <= chosen.size()) {
            if (length < chosen.size()) {
                space.release(RAW_DATA, chosen.address() + length, chosen.size() - length);
            }
            return chosen.address();
        }
        long address = atEnd ? space.allocateAtEnd(length) : space.allocate(RAW_DATA, length);
        if (chosen != null) {
            space.release(RAW_DATA, chosen.address(), chosen.size());
        }
        return address;
    }

    /** Changes the indexes. */
    void enter(Patches patches) throws IOException {
        for (Rewritten each : rewritten) {
            ChunkEntry entry = each.found.entry();
            StoredChunk stored = each.after.chunk();
            relocation.put(
                    patches, entry.part(), entry.addressAt(), store.sizes().offsets(), stored.address());
            ChunkEntry.Key own = new ChunkEntry.Key(entry.part(), entry.sizeAt(), entry.key());
            for (ChunkEntry.Key key = own; key != null; key = key.above()) {
                relocation.put(patches, key.part(), key.sizeAt(), entry.sizeWidth(), stored.size());
                long mask = Integer.toUnsignedLong(stored.filterMask());
                relocation.put(patches, key.part(), key.sizeAt() + entry.sizeWidth(), Integer.BYTES, mask);
            }
        }
    }

    /** Frees the old places. */
    void release() {
        for (Rewritten each : rewritten) {
            store.space().release(RAW_DATA, each.before.address(), each.before.size());
        }
    }

    /** Records the chunks in the map, after the commit. */
    void record() {
        rewritten.forEach(each -> map.rewritten(each.found, each.after));
    }

    /** The bytes that have been written. */
    long bytes() {
        return bytes;
    }
}
