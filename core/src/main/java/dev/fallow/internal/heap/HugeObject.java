package dev.fallow.internal.heap;

import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** A huge object of a fractal heap, in a separate block. */
final class HugeObject extends LiveBlock {
    static final String STRUCTURE = "huge object of a fractal heap";

    HugeObject(Block block) {
        super(block);
    }
}
