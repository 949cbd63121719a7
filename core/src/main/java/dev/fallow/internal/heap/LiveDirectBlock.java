package dev.fallow.internal.heap;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;

/** A direct block of a fractal heap, live: objects are read from its image and written into it. */
final class LiveDirectBlock implements CachedObject {
    private final long heap;
    private final long heapOffset;
    private final Block block;

    /**
     * @param heap address of the heap's header
     * @param heapOffset of the block
     */
    LiveDirectBlock(long heap, long heapOffset, Block block) {
        this.heap = heap;
        this.heapOffset = heapOffset;
        this.block = block;
    }

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

    Block block() {
        return block;
    }

    /**
     * Checks that this is the block that is spoken of: a damaged heap may lead here in several ways.
     *
     * @throws FormatException if it is another
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

    /** Puts an object into the image. */
    void put(long offset, byte[] object) {
        System.arraycopy(object, 0, block.image(), Math.toIntExact(offset - heapOffset), object.length);
        block.markDirty();
    }
}
