package dev.fallow.internal.chunk;

import dev.fallow.format.array.FixedArray;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** The live header of a fixed array. */
final class LiveFixedArray extends LiveBlock {
    private final FixedArray array;

    LiveFixedArray(Block block, FixedArray array) {
        super(block);
        this.array = array;
    }

    FixedArray array() {
        return array;
    }
}
