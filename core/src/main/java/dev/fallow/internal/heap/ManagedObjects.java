package dev.fallow.internal.heap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The managed objects of a fractal heap, which are in direct blocks. An object is placed in the {@linkplain BestFit best
 * fit}; where that has no block yet, and where there is none, {@link ManagedSpace} creates a block. A direct block is
 * freed with its last object.
 */
final class ManagedObjects {
    private final StructureStore store;
    private final FractalHeap heap;
    private final HeapBlocks blocks;
    private final HeapFreeSpace freeSpace;
    private final DoublingTable table;
    private final ManagedSpace space;
    /** The object of the removal prepared since the last change; length 0 if there is none. */
    private long removedOffset;

    private int removedLength;

    ManagedObjects(StructureStore store, FractalHeap heap, HeapBlocks blocks, HeapFreeSpace freeSpace) {
        this.store = store;
        this.heap = heap;
        this.blocks = blocks;
        this.freeSpace = freeSpace;
        table = heap.header().table();
        space = new ManagedSpace(store, heap, blocks, freeSpace.totals());
    }

    FieldReader read(long heapOffset, int length, String structure) throws IOException {
        DirectPlace direct = blocks.holding(heapOffset, length, "object");
        int from = (int) (heapOffset - direct.heapOffset());
        byte[] image = blocks.load(direct).block().image();
        return FieldReader.of(image, from, from + length, store.sizes(), structure, direct.address() + from);
    }

    // ---- inserting --------------------------------------------------------------------------------------------

    /**
     * Checks that an object can be inserted, and loads the blocks that this changes. Remains valid if the object whose
     * removal was prepared last is removed first.
     */
    void prepareInsert(int length) throws IOException {
        long most = table.maxDirectBlockSize() - blocks.overhead();
        if (length > most) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    heap.address(),
                    "expected managed objects of at most " + most + " bytes, found " + length);
        }
        space.requireSize();
        HeapSections sections = freeSpace.sections();
        BestFit fit = sections.best(length);
        boolean sure = fit != null && removedLength == 0;
        boolean hasRoom = sure || space.next(length) != null; // which also loads the blocks needed for a next block
        if (fit != null) {
            check(fit);
        } else if (!hasRoom) {
            throw new UnsupportedFeatureException(
                    "%s: fractal heap at address %d: found no room for %d bytes in its 2^%d"
                            .formatted(store.cache().fileName(), heap.address(), length, table.maxHeapBits()));
        }
        BestFit other = bestAfterRemoval(sections, length);
        if (other != null) {
            check(other);
        }
    }

    /** The best fit for an object after the prepared removal; null if there is none, or no removal was prepared. */
    private BestFit bestAfterRemoval(HeapSections sections, int length) throws IOException {
        if (removedLength == 0) {
            return null;
        }
        DirectPlace direct = blocks.direct(removedOffset);
        if (!isAllOf(direct, sections.merged(removedOffset, removedLength))) {
            sections.free(removedOffset, removedLength);
            BestFit fit = sections.best(length);
            sections.take(removedOffset, removedLength);
            return fit;
        }
        if (direct.place() == null) {
            return null; // the heap will be empty, and gets a new root
        }
        long from = direct.heapOffset();
        long to = direct.end();
        if (to == blocks.last().end()) {
            DirectPlace before = blocks.before(direct.place());
            from = before == null ? 0 : before.end();
            to = Long.MAX_VALUE; // runs there will be removed too
        }
        return sections.bestOutside(length, from, to);
    }

    /** Whether a free section is all that objects can use of a direct block. */
    private boolean isAllOf(DirectPlace direct, Section section) {
        return section.size() == direct.size() - blocks.overhead();
    }

    /** Loads the blocks that an insertion into a fit changes, and checks that they match the section. */
    private void check(BestFit fit) throws IOException {
        if (fit.isInside()) {
            blocks.load(blocks.holding(fit.address(), fit.size(), "free section"));
        } else {
            space.prepareAdd(fit);
        }
    }

    /** @return the heap offset of the object */
    long insert(byte[] object) throws IOException {
        removedLength = 0;
        HeapSections sections = freeSpace.sections();
        BestFit fit = sections.best(object.length);
        long at;
        if (fit == null) {
            at = space.addNext(sections, object.length);
        } else if (fit.isInside()) {
            at = fit.address();
        } else {
            at = space.add(sections, fit);
        }
        sections.take(at, object.length);
        blocks.load(blocks.direct(at)).put(at, object);
        space.count(1, -object.length);
        return at;
    }

    // ---- removing ---------------------------------------------------------------------------------------------

    /**
     * Checks that an object can be removed, and loads the blocks that this changes, including the object's own, where
     * the next insertion may go.
     */
    void prepareRemove(long heapOffset, int length) throws IOException {
        DirectPlace direct = blocks.holding(heapOffset, length, "object");
        blocks.load(direct);
        HeapSections sections = freeSpace.sections();
        Section free = sections.overlapping(heapOffset, length);
        if (free != null) {
            throw new FormatException(
                    "fractal heap",
                    heap.address(),
                    "object of %d bytes at heap offset %d: %d bytes at %d are free"
                            .formatted(length, heapOffset, free.size(), free.address()));
        }
        Section merged = sections.merged(heapOffset, length);
        blocks.holding(merged.address(), merged.size(), "free section");
        if (isAllOf(direct, merged)) {
            space.prepareRemove(direct);
        }
        removedOffset = heapOffset;
        removedLength = length;
    }

    void remove(long heapOffset, int length) throws IOException {
        removedLength = 0;
        DirectPlace direct = blocks.direct(heapOffset);
        HeapSections sections = freeSpace.sections();
        sections.free(heapOffset, length);
        space.count(-1, length);
        long usable = direct.size() - blocks.overhead();
        long from = direct.heapOffset() + blocks.overhead();
        if (sections.inside().sizeAt(from) == usable) {
            sections.take(from, usable);
            space.remove(sections, direct);
        }
    }
}
