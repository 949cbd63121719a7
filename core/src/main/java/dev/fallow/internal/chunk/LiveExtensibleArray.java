package dev.fallow.internal.chunk;

import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** The live header of an extensible array. */
final class LiveExtensibleArray extends LiveBlock {
    private final ExtensibleArray array;

    LiveExtensibleArray(Block block, ExtensibleArray array) {
        super(block);
        this.array = array;
    }

    ExtensibleArray array() {
        return array;
    }
}
