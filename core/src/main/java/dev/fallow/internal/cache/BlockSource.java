package dev.fallow.internal.cache;

import dev.fallow.format.FieldReader;
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

    public BlockSource(StructureStore store) {
        this.store = store;
    }

    public StructureStore store() {
        return store;
    }

    /** The live structure at an address if it is cached; see {@link StructureStore#held}. */
    public <T extends CachedObject> T held(long address, Class<T> type, String structure) {
        return store.held(address, type, structure);
    }

    /**
     * Adds a structure that was loaded to the cache.
     *
     * @param walking whether it is for a walk: it is then added only if walks have not added enough, and must not be modified
     */
    public <T extends CachedObject> T loaded(T structure, boolean walking) {
        if (!walking || keeps()) {
            store.cache().keep(structure);
            kept += walking ? structure.bytesHeld() : 0;
        }
        return structure;
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
