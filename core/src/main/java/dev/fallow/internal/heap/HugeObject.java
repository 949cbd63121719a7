package dev.fallow.internal.heap;

import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;

/** A huge object of a fractal heap, in a separate block. */
record HugeObject(Block block) implements CachedObject {
    static final String STRUCTURE = "huge object of a fractal heap";

    @Override
    public long address() {
        return block.address();
    }

    @Override
    public boolean isDirty() {
        return block.isDirty();
    }

    @Override
    public long bytesHeld() {
        return block.length();
    }
}
