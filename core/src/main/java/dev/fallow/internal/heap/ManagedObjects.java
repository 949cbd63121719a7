package dev.fallow.internal.heap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapHeader.Root;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The managed objects of a fractal heap, which are in direct blocks. An object is placed in the {@linkplain BestFit best
 * fit}; where that has no block yet, and where there is none, a block is created. A direct block is freed with its
 * last object.
 *
 * <p>Root, its fields in the header, and sections are kept in step, as in libhdf5. First there is a root direct block, then
 * a root indirect block whose number of rows doubles, then child indirect blocks. An indirect block is freed with its last
 * child. The root indirect block loses unused rows, and is replaced by its first direct block when that is its only child.
 *
 * <p>The iterator, whose offset is in the header, is after the last direct block. Entries before it without a block are
 * runs.
 */
final class ManagedObjects {
    private final StructureStore store;
    private final FractalHeap heap;
    private final HeapBlocks blocks;
    private final HeapFreeSpace freeSpace;
    private final DoublingTable table;
    private final TableTotals totals;
    /** The object of the removal prepared since the last change; length 0 if there is none. */
    private long removedOffset;

    private int removedLength;

    ManagedObjects(StructureStore store, FractalHeap heap, HeapBlocks blocks, HeapFreeSpace freeSpace) {
        this.store = store;
        this.heap = heap;
        this.blocks = blocks;
        this.freeSpace = freeSpace;
        table = heap.header().table();
        totals = freeSpace.totals();
    }

    FieldReader read(long heapOffset, int length, String structure) throws IOException {
        DirectPlace direct = blocks.holding(heapOffset, length, "object");
        int from = (int) (heapOffset - direct.heapOffset());
        byte[] image = blocks.load(direct).block().image();
        return FieldReader.of(image, from, from + length, store.sizes(), structure, direct.address() + from);
    }

    // ---- inserting --------------------------------------------------------------------------------------------

    /** As {@link FractalHeap#prepareInsert}. */
    void prepareInsert(int length) throws IOException {
        long most = table.maxDirectBlockSize() - blocks.overhead();
        if (length > most) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    heap.address(),
                    "expected managed objects of at most " + most + " bytes, found " + length);
        }
        requireSize();
        HeapSections sections = freeSpace.sections();
        BestFit fit = sections.best(length);
        boolean sure = fit != null && removedLength == 0;
        boolean hasRoom = sure || nextBlock(length) != null; // which also loads the blocks needed for a next block
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
            prepareAddBlock(fit);
        }
    }

    /** @return the heap offset of the object */
    long insert(byte[] object) throws IOException {
        removedLength = 0;
        HeapSections sections = freeSpace.sections();
        BestFit fit = sections.best(object.length);
        long at;
        if (fit == null) {
            at = addNextBlock(sections, object.length);
        } else if (fit.isInside()) {
            at = fit.address();
        } else {
            at = addBlock(sections, fit);
        }
        sections.take(at, object.length);
        blocks.load(blocks.direct(at)).put(at, object);
        count(1, -object.length);
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
            prepareRemoveBlock(direct);
        }
        removedOffset = heapOffset;
        removedLength = length;
    }

    void remove(long heapOffset, int length) throws IOException {
        removedLength = 0;
        DirectPlace direct = blocks.direct(heapOffset);
        HeapSections sections = freeSpace.sections();
        sections.free(heapOffset, length);
        count(-1, length);
        long usable = direct.size() - blocks.overhead();
        long from = direct.heapOffset() + blocks.overhead();
        if (sections.inside().sizeAt(from) == usable) {
            sections.take(from, usable);
            removeBlock(sections, direct);
        }
    }

    private FractalHeapHeader header() {
        return heap.header();
    }

    private Root root() {
        return heap.header().root();
    }

    // ---- statistics -------------------------------------------------------------------------------------------

    /** Adds to the number of objects and to the number of free bytes. */
    private void count(int objects, long freeBytes) {
        Root now = root();
        update(now.withObjects(Math.max(0, now.objects() + objects)), header().managedFreeBytes() + freeBytes);
    }

    private void update(Root root, long freeBytes) {
        heap.sectionsChanged();
        heap.update(header().withRoot(root, Math.max(0, freeBytes), header().freeSpaceAddress()));
    }

    // ---- adding blocks ----------------------------------------------------------------------------------------

    /**
     * Checks that the allocated heap offsets are inside the managed space.
     *
     * @throws FormatException if the header's managed space differs from the size of the root
     */
    private void requireSize() {
        Root root = root();
        long expected = root.isIndirect()
                ? table.span(root.rows())
                : root.address() == Addresses.UNDEFINED ? root.managedSpace() : table.startBlockSize();
        if (root.managedSpace() != expected) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    heap.address(),
                    "expected a managed space of " + expected + " bytes, found " + root.managedSpace());
        }
    }

    /**
     * The next direct block after all existing ones, for an object of this length; null if there is no room. The
     * iterator is taken from the end of the last block, not from the header.
     */
    private NextDirectBlock nextBlock(int length) throws IOException {
        long size = table.directBlockSizeFor(length, blocks.overhead());
        if (!root().isIndirect()) {
            boolean hasDirect = root().address() != Addresses.UNDEFINED;
            return NextDirectBlock.ofNewRoot(table, header().startRootRows(), hasDirect, size);
        }
        return NextDirectBlock.at(table, root().rows(), blocks.last().end(), size);
    }

    /**
     * Creates a direct block after all others, all of it free.
     *
     * @return the heap offset of its first free byte
     */
    private long addNextBlock(HeapSections sections, int length) throws IOException {
        Root before = root();
        if (before.address() == Addresses.UNDEFINED
                && table.directBlockSizeFor(length, blocks.overhead()) == table.startBlockSize()) {
            DirectPlace made = blocks.createDirect(null);
            Root direct = new Root(made.address(), 0, made.size(), 0, 0, before.objects());
            update(direct, totals.usable(0));
            return freeOf(sections, made, direct);
        }
        NextDirectBlock next = nextBlock(length);
        LiveIndirectBlock rootBlock;
        long freeBytes = header().managedFreeBytes() + totals.freeBytes(next.rootRows());
        if (before.isIndirect()) {
            rootBlock = blocks.root();
            freeBytes -= totals.freeBytes(before.rows());
            if (next.rootRows() != before.rows()) {
                rootBlock = blocks.resizeRoot(rootBlock, next.rootRows());
            }
        } else {
            rootBlock = blocks.createRoot(next.rootRows(), before.address());
            freeBytes -= before.address() == Addresses.UNDEFINED ? 0 : totals.usable(0);
        }
        Root grown = before.withBlock(rootBlock.address(), next.rootRows(), table.span(next.rootRows()))
                .withBlocks(before.allocatedSpace(), next.iteratorOffset());
        update(grown, freeBytes);
        next.skipped().forEach(sections::add);
        return freeOf(sections, blocks.createDirect(blocks.reach(next.offset())), grown);
    }

    /**
     * Loads the indirect blocks above the entry of a fit, and checks that there is no block yet.
     *
     * @param fit an entry of a run
     */
    private void prepareAddBlock(BestFit fit) throws IOException {
        Place place = blocks.place(fit.blockOffset());
        if (place.block().hasChild(place.entry())) {
            throw new FormatException(
                    "fractal heap",
                    heap.address(),
                    "free section at heap offset %d: expected no block, found one at address %d"
                            .formatted(fit.address(), place.block().child(place.entry())));
        }
    }

    /**
     * Creates the direct block of a fit, all of it free.
     *
     * @param fit an entry of a run
     * @return the heap offset of its first free byte
     */
    private long addBlock(HeapSections sections, BestFit fit) throws IOException {
        sections.take(fit);
        return freeOf(sections, blocks.createDirect(blocks.reach(fit.blockOffset())), root());
    }

    /** Frees all of a new direct block. */
    private long freeOf(HeapSections sections, DirectPlace made, Root before) {
        update(
                before.withBlocks(before.allocatedSpace() + made.size(), before.iteratorOffset()),
                header().managedFreeBytes());
        long from = made.heapOffset() + blocks.overhead();
        sections.free(from, made.end() - from);
        return from;
    }

    // ---- removing blocks --------------------------------------------------------------------------------------

    /** Checks that a direct block can be removed, and loads the blocks that this changes. */
    private void prepareRemoveBlock(DirectPlace direct) throws IOException {
        store.requireInUse(DirectBlock.STRUCTURE, direct.address(), direct.size());
        if (direct.place() == null) {
            return;
        }
        for (Place at = direct.place(); at != null; at = at.up()) {
            store.requireInUse(IndirectBlock.STRUCTURE, at.block());
        }
        if (direct.end() == blocks.last().end()) {
            blocks.before(direct.place());
        }
    }

    /** Removes a direct block, which has no section. */
    private void removeBlock(HeapSections sections, DirectPlace direct) throws IOException {
        Place place = direct.place();
        if (place == null) {
            blocks.release(direct);
            empty(sections);
            return;
        }
        blocks.release(direct);
        place.block().detach(place.entry());
        Place at = place;
        while (at.block().children() == 0 && at.up() != null) {
            blocks.release(at.block());
            at = at.up();
            at.block().detach(at.entry());
        }
        boolean hasBlocks = at.up() != null || at.block().children() > 0;
        long iterator = hasBlocks ? blocks.last().end() : 0;
        sections.add(EntryRun.of(table, place.block().heapOffset(), place.entry(), 1));
        sections.dropRunsFrom(iterator);
        Root now = root();
        update(
                now.withBlocks(Math.max(0, now.allocatedSpace() - direct.size()), iterator),
                header().managedFreeBytes());
        if (at.up() == null) {
            shrinkRoot(sections, at.block(), at.entry());
        }
    }

    /** Shrinks or replaces the root indirect block after it has lost a child, if possible. */
    private void shrinkRoot(HeapSections sections, LiveIndirectBlock rootBlock, int entry) {
        int last = rootBlock.lastChild();
        int lastRow = last / table.width();
        if (last < 0) {
            blocks.release(rootBlock);
            empty(sections);
        } else if (last == 0) {
            revertRoot(sections, rootBlock);
        } else if (entry > last && header().startRootRows() != 0 && lastRow <= rootBlock.rows() / 2) {
            int rows = 2 << Widths.log2(lastRow);
            if (rows < rootBlock.rows()) {
                Root before = root();
                LiveIndirectBlock smaller = blocks.resizeRoot(rootBlock, rows);
                update(
                        before.withBlock(smaller.address(), rows, table.span(rows)),
                        header().managedFreeBytes() - totals.freeBytes(before.rows()) + totals.freeBytes(rows));
            }
        }
    }

    /** Makes the first direct block the root. */
    private void revertRoot(HeapSections sections, LiveIndirectBlock rootBlock) {
        Root before = root();
        long direct = rootBlock.child(0);
        blocks.release(rootBlock);
        long size = table.startBlockSize();
        sections.dropRunsFrom(0);
        // the block may have free bytes that no section has; and after libhdf5 has done the same, the header's number
        // is too high
        long free = header().managedFreeBytes() - totals.freeBytes(before.rows()) + totals.usable(0);
        update(
                new Root(direct, 0, size, size, size, before.objects()),
                Math.max(sections.inside().freeBytes(), Math.min(free, totals.usable(0))));
    }

    private void empty(HeapSections sections) {
        sections.clear();
        update(Root.NONE.withObjects(root().objects()), 0);
    }
}
