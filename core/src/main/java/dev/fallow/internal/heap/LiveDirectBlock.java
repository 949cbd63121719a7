package dev.fallow.internal.heap;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** A live direct block of a fractal heap: objects are read from its image and written to it. */
final class LiveDirectBlock extends LiveBlock {
    private final long heap;
    private final long heapOffset;

    /**
     * @param heap the address of the heap's header
     * @param heapOffset the block's heap offset
     */
    LiveDirectBlock(long heap, long heapOffset, Block block) {
        super(block);
        this.heap = heap;
        this.heapOffset = heapOffset;
    }

    /**
     * Checks the block's identity. A damaged heap may refer to a block in several ways.
     *
     * @throws FormatException if the block differs
     */
    void require(long wantedHeap, long wantedOffset, long wantedSize) {
        if (heap != wantedHeap || block.length() != wantedSize) {
            throw new FormatException(
                    DirectBlock.STRUCTURE,
                    address(),
                    "expected a block of %d bytes of the heap at address %d, found one of %d of the heap at %d"
                            .formatted(wantedSize, wantedHeap, block.length(), heap));
        }
        requireOffset(DirectBlock.STRUCTURE, address(), wantedOffset, heapOffset);
    }

    static void requireOffset(String structure, long at, long expected, long found) {
        if (found != expected) {
            throw new FormatException(structure, at, "expected the heap offset " + expected + ", found " + found);
        }
    }

    /** Writes an object to the image. */
    void put(long offset, byte[] object) {
        int at = Math.toIntExact(offset - heapOffset);
        System.arraycopy(object, 0, block.image(), at, object.length);
        block.markDirty(at, at + object.length);
    }
}
