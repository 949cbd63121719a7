package dev.fallow.internal.cache;

import dev.fallow.format.FieldReader;
import dev.fallow.internal.cache.StructureStore.Loader;
import java.io.IOException;

/**
 * Loads the blocks of one index with many blocks. A walk adds only some of them to the cache: an index of a million
 * entries must not displace everything else.
 */
public final class BlockSource {
    /** The blocks that all walks of one index together add to the cache, in bytes. */
    private static final long MOST_KEPT = 1 << 20;

    private final StructureStore store;
    private long kept;

    /** @param store the store of the index */
    public BlockSource(StructureStore store) {
        this.store = store;
    }

    /** The store of the index. */
    public StructureStore store() {
        return store;
    }

    /** The live structure at an address; see {@link StructureStore#live}. */
    public <T extends CachedObject> T live(long address, Class<T> type, String structure, Loader<T> loader)
            throws IOException {
        return store.live(address, type, structure, loader);
    }

    /** As {@link #live}, for a walk: the structure may be one that is not cached, and must not be modified. */
    public <T extends CachedObject> T walked(long address, Class<T> type, String structure, Loader<T> loader)
            throws IOException {
        if (!keeps()) {
            return store.peek(address, type, structure, loader);
        }
        return store.live(address, type, structure, () -> {
            T loaded = loader.load();
            kept += loaded.bytesHeld();
            return loaded;
        });
    }

    /** Whether a walk adds the next block to the cache. */
    public boolean keeps() {
        return kept < MOST_KEPT;
    }

    /** Counts a block that a walk has added to the cache. */
    public void kept(long bytes) {
        kept += bytes;
    }

    /**
     * Reads a block.
     *
     * @param checksumLength length of the checksum at its end: 4, or 0 if it has none
     */
    public Block read(long address, long length, String structure, int checksumLength) throws IOException {
        return store.cache().loaded(address, store.cache().read(address, length, structure), checksumLength);
    }

    /** A reader of a block, to check it. */
    public FieldReader fields(Block block, String structure) {
        return FieldReader.of(block.image(), store.sizes(), structure, block.address());
    }
}
