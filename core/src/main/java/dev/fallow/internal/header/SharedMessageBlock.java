package dev.fallow.internal.header;

import dev.fallow.format.FieldWriter;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.function.Consumer;

/** The shared message table, or one of its lists, as a block that is rewritten as a whole. */
final class SharedMessageBlock extends LiveBlock {
    private final StructureStore store;

    private SharedMessageBlock(StructureStore store, Block block) {
        super(block);
        this.store = store;
    }

    /**
     * The block at an address.
     *
     * @param structure the specification's name, for messages
     */
    static SharedMessageBlock open(StructureStore store, long address, int length, String structure)
            throws IOException {
        MetadataCache cache = store.cache();
        return store.live(
                address,
                SharedMessageBlock.class,
                structure,
                () -> new SharedMessageBlock(store, cache.loaded(address, cache.read(address, length, structure), 0)));
    }

    /** A new block, which is dirty. */
    static SharedMessageBlock adopt(StructureStore store, Block block) {
        SharedMessageBlock created = new SharedMessageBlock(store, block);
        store.cache().keep(created);
        return created;
    }

    /** Writes an encoding of the same length, with its checksum. */
    void write(Consumer<FieldWriter> encoder) {
        byte[] encoded = store.encode(encoder);
        System.arraycopy(encoded, 0, block.image(), 0, encoded.length);
        block.markDirty();
    }
}
