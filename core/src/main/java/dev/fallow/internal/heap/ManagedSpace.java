package dev.fallow.internal.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapHeader.Root;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The managed space of a fractal heap: adds and removes direct blocks, and keeps the root, its fields in the header,
 * and the sections in step, as in libhdf5. First there is a root direct block, then a root indirect block whose number
 * of rows doubles, then child indirect blocks. An indirect block is freed with its last child. The root indirect block
 * loses unused rows, and is replaced by its first direct block when that is its only child.
 *
 * <p>The iterator, whose offset is in the header, is after the last direct block. Entries before it without a block are
 * runs.
 */
final class ManagedSpace {
    private final StructureStore store;
    private final FractalHeap heap;
    private final HeapBlocks blocks;
    private final DoublingTable table;
    private final TableTotals totals;

    ManagedSpace(StructureStore store, FractalHeap heap, HeapBlocks blocks, TableTotals totals) {
        this.store = store;
        this.heap = heap;
        this.blocks = blocks;
        this.totals = totals;
        table = heap.header().table();
    }

    private FractalHeapHeader header() {
        return heap.header();
    }

    private Root root() {
        return heap.header().root();
    }

    // ---- statistics -------------------------------------------------------------------------------------------

    /** Adds to the number of objects and to the number of free bytes. */
    void count(int objects, long freeBytes) {
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
    void requireSize() {
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
    NextDirectBlock next(int length) throws IOException {
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
    long addNext(HeapSections sections, int length) throws IOException {
        Root before = root();
        if (before.address() == Addresses.UNDEFINED
                && table.directBlockSizeFor(length, blocks.overhead()) == table.startBlockSize()) {
            DirectPlace made = blocks.createDirect(null);
            Root direct = new Root(made.address(), 0, made.size(), 0, 0, before.objects());
            update(direct, totals.usable(0));
            return freeOf(sections, made, direct);
        }
        NextDirectBlock next = next(length);
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
    void prepareAdd(BestFit fit) throws IOException {
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
    long add(HeapSections sections, BestFit fit) throws IOException {
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
    void prepareRemove(DirectPlace direct) throws IOException {
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
    void remove(HeapSections sections, DirectPlace direct) throws IOException {
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
