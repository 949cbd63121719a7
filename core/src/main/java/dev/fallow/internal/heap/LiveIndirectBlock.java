package dev.fallow.internal.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;

/** A live indirect block of a fractal heap: entries are read and patched in the image. */
final class LiveIndirectBlock extends LiveBlock {
    private final long heap;
    private final long heapOffset;
    private final int rows;
    private final int entriesAt;
    private final int addressWidth;
    private int children;
    private int lastChild = -1;

    /**
     * Counts the children.
     *
     * @param heap the address of the heap's header
     * @param heapOffset the block's heap offset
     * @param entriesAt the position of the entries in the image
     */
    LiveIndirectBlock(long heap, long heapOffset, int rows, Block block, int entriesAt, int addressWidth, int entries) {
        super(block);
        this.heap = heap;
        this.heapOffset = heapOffset;
        this.rows = rows;
        this.entriesAt = entriesAt;
        this.addressWidth = addressWidth;
        for (int entry = 0; entry < entries; entry++) {
            if (hasChild(entry)) {
                children++;
                lastChild = entry;
            }
        }
    }

    long heapOffset() {
        return heapOffset;
    }

    int rows() {
        return rows;
    }

    /** The number of entries with a child. */
    int children() {
        return children;
    }

    /** The last entry with a child, or -1. */
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
     * Checks the block's identity. A damaged heap may refer to a block in several ways.
     *
     * @throws FormatException if the block differs
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

    /** Sets the child of an empty entry. */
    void attach(int entry, long address) {
        assert !hasChild(entry) : "entry " + entry + " has the child at " + child(entry);
        put(entry, address);
        children++;
        lastChild = Math.max(lastChild, entry);
    }

    /** Clears an entry. */
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
