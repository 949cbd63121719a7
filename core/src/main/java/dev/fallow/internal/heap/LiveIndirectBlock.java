package dev.fallow.internal.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;

/** An indirect block of a fractal heap, live: its entries are read and patched in the image. */
final class LiveIndirectBlock implements CachedObject {
    private final long heap;
    private final long heapOffset;
    private final int rows;
    private final Block block;
    private final int entriesAt;
    private final int addressWidth;
    private int children;
    private int lastChild = -1;

    /**
     * Counts the children.
     *
     * @param heap address of the heap's header
     * @param heapOffset of the block
     * @param entriesAt where the entries start in the image
     */
    LiveIndirectBlock(long heap, long heapOffset, int rows, Block block, int entriesAt, int addressWidth, int entries) {
        this.heap = heap;
        this.heapOffset = heapOffset;
        this.rows = rows;
        this.block = block;
        this.entriesAt = entriesAt;
        this.addressWidth = addressWidth;
        for (int entry = 0; entry < entries; entry++) {
            if (hasChild(entry)) {
                children++;
                lastChild = entry;
            }
        }
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

    long heapOffset() {
        return heapOffset;
    }

    int rows() {
        return rows;
    }

    /** How many entries have a child. */
    int children() {
        return children;
    }

    /** The last entry that has a child, or -1. */
    int lastChild() {
        return lastChild;
    }

    /** The address of a child, or {@link Addresses#UNDEFINED}. */
    long child(int entry) {
        long address = LittleEndian.unsigned(block.image(), entriesAt + entry * addressWidth, addressWidth);
        boolean undefined = addressWidth < Long.BYTES && address == (1L << 8 * addressWidth) - 1;
        return undefined ? Addresses.UNDEFINED : address;
    }

    boolean hasChild(int entry) {
        return child(entry) != Addresses.UNDEFINED;
    }

    /**
     * Checks that this is the block that is spoken of: a damaged heap may lead here in several ways.
     *
     * @throws FormatException if it is another
     */
    void require(long wantedHeap, long wantedOffset, int wantedRows) {
        if (heap != wantedHeap || rows != wantedRows) {
            throw new FormatException(
                    IndirectBlock.STRUCTURE,
                    address(),
                    "expected a block of %d rows of the heap at address %d, found one of %d of the heap at %d"
                            .formatted(wantedRows, wantedHeap, rows, heap));
        }
        LiveDirectBlock.requireOffset(IndirectBlock.STRUCTURE, address(), wantedOffset, heapOffset);
    }

    /** Gives an entry without a child one. */
    void attach(int entry, long address) {
        assert !hasChild(entry) : "entry " + entry + " has the child at " + child(entry);
        put(entry, address);
        children++;
        lastChild = Math.max(lastChild, entry);
    }

    /** Takes the child of an entry away. */
    void detach(int entry) {
        assert hasChild(entry) : "entry " + entry + " has no child";
        put(entry, Addresses.UNDEFINED);
        children--;
        while (lastChild >= 0 && !hasChild(lastChild)) {
            lastChild--;
        }
    }

    private void put(int entry, long address) {
        LittleEndian.put(block.image(), entriesAt + entry * addressWidth, addressWidth, address);
        block.markDirty();
    }
}
