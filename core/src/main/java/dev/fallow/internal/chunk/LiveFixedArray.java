package dev.fallow.internal.chunk;

import dev.fallow.format.array.FixedArray;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;

/** The live header of a fixed array. */
final class LiveFixedArray extends LiveBlock {
    private FixedArray array;

    LiveFixedArray(Block block, FixedArray array) {
        super(block);
        this.array = array;
    }

    FixedArray array() {
        return array;
    }

    /** Stores the address of the data block. */
    void setBlock(StructureStore store, long address) {
        array = array.at(address);
        byte[] image = store.encode(array::encode);
        System.arraycopy(image, 0, block.image(), 0, image.length);
        block.markDirty();
    }
}
