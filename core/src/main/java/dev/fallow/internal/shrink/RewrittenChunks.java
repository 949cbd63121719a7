package dev.fallow.internal.shrink;

import dev.fallow.filter.FilterData;
import dev.fallow.format.LittleEndian;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.elements.FilteredChunk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.pointer.ChunkEntry;
import dev.fallow.internal.pointer.EncodedChunk;
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
    private final FoundPointers pointers;
    private final Relocation relocation;
    private final List<Rewritten> rewritten = new ArrayList<>();
    private long bytes;

    /** A chunk and its new place. */
    private record Rewritten(EncodedChunk old, long address, FilteredChunk stored) {}

    RewrittenChunks(ObjectStore store, FoundPointers pointers, Relocation relocation) {
        this.store = store;
        this.pointers = pointers;
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
        while (i < pointers.encodedCount()) {
            EncodedChunk chunk = pointers.chunk(i);
            byte[] raw = null;
            for (; i < pointers.encodedCount() && pointers.chunk(i) == chunk; i++) {
                long target = relocation.translate(pointers.encodedTarget(i));
                if (target != pointers.encodedTarget(i)) {
                    raw = raw == null ? chunk.raw() : raw;
                    LittleEndian.put(raw, pointers.position(i), store.sizes().offsets(), target);
                }
            }
            if (raw != null) {
                store(chunk, chunk.encode(raw), atEnd);
            }
        }
    }

    /** Whether a block is a chunk whose elements change. */
    static boolean isOne(int block, FoundPointers pointers, Relocation relocation) {
        int first = pointers.firstInChunk(block);
        for (int i = first; i >= 0 && i < pointers.encodedCount() && pointers.chunk(i) == pointers.chunk(first); i++) {
            if (relocation.translate(pointers.encodedTarget(i)) != pointers.encodedTarget(i)) {
                return true;
            }
        }
        return false;
    }

    private void store(EncodedChunk chunk, FilteredChunk encoded, boolean atEnd) throws IOException {
        FilterData data = encoded.data();
        long address = place(relocation.leave(chunk.chunk().address()), data.length(), atEnd);
        store.storage().write(store.base() + address, ByteBuffer.wrap(data.array(), data.offset(), data.length()));
        bytes += data.length();
        rewritten.add(new Rewritten(chunk, address, encoded));
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
            ChunkEntry entry = each.old.entry();
            patches.put(entry.part(), entry.addressAt(), store.sizes().offsets(), each.address);
            long size = each.stored.length();
            enter(patches, new ChunkEntry.Key(entry.part(), entry.sizeAt(), null), entry.sizeWidth(), size, each);
            for (ChunkEntry.Key key = entry.key(); key != null; key = key.above()) {
                enter(patches, key, entry.sizeWidth(), size, each);
            }
        }
    }

    private static void enter(Patches patches, ChunkEntry.Key key, int width, long size, Rewritten chunk)
            throws IOException {
        patches.put(key.part(), key.sizeAt(), width, size);
        patches.put(key.part(), key.sizeAt() + width, Integer.BYTES, Integer.toUnsignedLong(chunk.stored.mask()));
    }

    /** Frees the old places. */
    void release() {
        for (Rewritten each : rewritten) {
            StoredChunk old = each.old.chunk();
            store.space().release(RAW_DATA, old.address(), old.size());
        }
    }

    /** The bytes that have been written. */
    long bytes() {
        return bytes;
    }
}
