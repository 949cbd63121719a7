package dev.fallow.internal.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader.Root;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * The persistent free space of a fractal heap: its own free-space manager header and section list. They are read on the
 * first change of the heap, and rewritten before the container is written; in between, the sections in memory are
 * current. A heap without sections has neither.
 */
final class HeapFreeSpace {
    private static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;
    private static final AllocationType LIST_SPACE = AllocationType.LOCAL_HEAP;
    /** Approximate memory: per set of sections, and per section or run in it. */
    private static final int BYTES_OF_SET = 2048;

    private static final int BYTES_OF_SECTION = 48;

    private final StructureStore store;
    private final FractalHeap heap;
    private final HeapBlocks blocks;
    private final DoublingTable table;
    private final TableTotals totals;
    /** Null until needed. */
    private HeapSections sections;
    /**
     * The blocks in the file, once they have been read or created; the header's address of the list is always current.
     */
    private Block header;

    private Block list;

    HeapFreeSpace(StructureStore store, FractalHeap heap, HeapBlocks blocks) {
        this.store = store;
        this.heap = heap;
        table = heap.header().table();
        totals = new TableTotals(table, blocks.overhead());
        this.blocks = blocks;
    }

    TableTotals totals() {
        return totals;
    }

    private FieldSizes sizes() {
        return store.sizes();
    }

    /** The approximate memory in bytes. */
    long bytesHeld() {
        long held = sections == null ? 0 : BYTES_OF_SET + sections.recordCount() * BYTES_OF_SECTION;
        return held + (header == null ? 0 : header.length()) + (list == null ? 0 : list.length());
    }

    // ---- reading ----------------------------------------------------------------------------------------------

    /**
     * The sections.
     *
     * @throws FormatException if the stored sections are inconsistent: sections that overlap, runs of entries that do
     *     not exist. The caller checks that sections contain no objects
     */
    HeapSections sections() throws IOException {
        if (sections == null) {
            sections = load();
            heap.accountMemory();
        }
        return sections;
    }

    /** Free bytes in direct blocks; those of blocks that do not exist are not included. */
    long freeInBlocks() throws IOException {
        return sections().inside().freeBytes();
    }

    private HeapSections load() throws IOException {
        HeapSections loaded = new HeapSections(table, totals);
        long at = heap.header().freeSpaceAddress();
        if (at == Addresses.UNDEFINED) {
            return loaded;
        }
        FreeSpaceHeader manager = manager();
        store.requireInUse(FreeSpaceHeader.STRUCTURE, at, header.length());
        if (manager.listAddress() != Addresses.UNDEFINED) {
            byte[] image =
                    store.cache().read(manager.listAddress(), manager.listAllocatedSize(), SectionList.STRUCTURE);
            store.requireInUse(SectionList.STRUCTURE, manager.listAddress(), image.length);
            SectionList stored = SectionList.decode(
                    FieldReader.of(image, sizes(), SectionList.STRUCTURE, manager.listAddress()), manager, at);
            read(stored, manager.listAddress(), loaded);
            list = store.cache().loaded(manager.listAddress(), image, Integer.BYTES);
        }
        heap.mendStatistics(loaded.inside().freeBytes());
        return loaded;
    }

    /** The manager's header, which must exist. Reads it on first use. */
    private FreeSpaceHeader manager() throws IOException {
        long at = heap.header().freeSpaceAddress();
        if (header == null) {
            byte[] image = store.cache().read(at, FreeSpaceHeader.length(sizes()), FreeSpaceHeader.STRUCTURE);
            header = store.cache().loaded(at, image, Integer.BYTES);
        }
        FreeSpaceHeader manager =
                FreeSpaceHeader.decode(FieldReader.of(header.image(), sizes(), FreeSpaceHeader.STRUCTURE, at));
        if (manager.client() != FreeSpaceHeader.FRACTAL_HEAP) {
            throw new FormatException(
                    FreeSpaceHeader.STRUCTURE, at, "expected the client 0, a heap, found " + manager.client());
        }
        if (manager.addressSpaceBits() != table.maxHeapBits()) {
            throw new FormatException(
                    FreeSpaceHeader.STRUCTURE,
                    at,
                    "expected heap offsets of " + table.maxHeapBits() + " bits, found " + manager.addressSpaceBits());
        }
        return manager;
    }

    // ---- writing ----------------------------------------------------------------------------------------------

    /** Updates the blocks in the file from the sections. */
    void settle() {
        if (sections == null) {
            return;
        }
        if (sections.isEmpty()) {
            release();
        } else {
            write();
        }
        heap.accountMemory();
    }

    private void write() {
        if (header == null) {
            header = store.create(HEADER_SPACE, new byte[FreeSpaceHeader.length(sizes())], Integer.BYTES);
        }
        FreeSpaceHeader draft = draft(Addresses.UNDEFINED, 0);
        SectionList stored = list(sections);
        long length = SectionList.usedSize(
                sizes(), draft, stored.distinctSizes(), (long) sections.runCount() * extraLength());
        if (list != null && list.length() != length) {
            store.release(LIST_SPACE, list);
            list = null;
        }
        if (list == null) {
            list = store.create(LIST_SPACE, new byte[Math.toIntExact(length)], Integer.BYTES);
        }
        FreeSpaceHeader manager = draft(list.address(), length);
        FieldWriter out = new FieldWriter(sizes());
        manager.encode(out);
        out.copyTo(header.image(), 0);
        header.markDirty();
        stored.encode(out.clear(), manager, header.address());
        out.copyTo(list.image(), 0);
        list.markDirty();
        heap.update(heap.header().withFreeSpaceAddress(header.address()));
    }

    private FreeSpaceHeader draft(long listAddress, long length) {
        return FreeSpaceHeader.ofHeap(
                table, sections.sectionBytes(), sections.recordCount(), sections.ghostCount(), listAddress, length);
    }

    private void release() {
        if (header != null) {
            store.release(HEADER_SPACE, header);
            header = null;
        }
        if (list != null) {
            store.release(LIST_SPACE, list);
            list = null;
        }
        heap.update(heap.header().withFreeSpaceAddress(Addresses.UNDEFINED));
    }

    /** Frees the blocks in the file, after {@link #forEachBlock} has visited them. The list need not have been read. */
    void delete() throws IOException {
        if (heap.header().freeSpaceAddress() != Addresses.UNDEFINED) {
            FreeSpaceHeader manager = manager();
            if (list == null && manager.listAddress() != Addresses.UNDEFINED) {
                store.space().release(LIST_SPACE, manager.listAddress(), manager.listAllocatedSize());
            }
        }
        release();
    }

    /** Visits the blocks in the file. */
    void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (heap.header().freeSpaceAddress() != Addresses.UNDEFINED) {
            FreeSpaceHeader manager = manager();
            visitor.visit(header.address(), header.length(), FreeSpaceHeader.STRUCTURE);
            if (manager.listAddress() != Addresses.UNDEFINED) {
                visitor.visit(manager.listAddress(), manager.listAllocatedSize(), SectionList.STRUCTURE);
            }
        }
    }

    // ---- records of the list: of class "single" for a section in a direct block, of class "first row" for a run --

    /** Bytes that a run's record has in addition to those of every record. */
    private int extraLength() {
        return table.offsetWidth() + 6;
    }

    /**
     * Adds the sections of a list.
     *
     * @param listAddress for messages
     * @throws FormatException if sections overlap, or run records name entries that do not exist
     */
    private void read(SectionList stored, long listAddress, HeapSections sections) throws IOException {
        Root root = heap.header().root();
        long end = root.isIndirect() ? blocks.last().end() : root.managedSpace();
        for (int i : stored.byAddress()) { // so that the sections need less memory
            long address = stored.address(i);
            long size = stored.size(i);
            if (stored.sectionClass(i) == SectionList.HEAP_FIRST_ROW) {
                EntryRun run = run(stored, i, listAddress);
                if (run.address() >= end) {
                    continue; // past the last block: the heap does not extend this far
                }
                requireFree(sections, run.address(), run.end() - run.address(), end, listAddress);
                sections.put(run);
            } else {
                requireFree(sections, address, size, end, listAddress);
                sections.free(address, size);
            }
        }
    }

    private static void requireFree(HeapSections loaded, long address, long size, long end, long listAddress) {
        if (address < 0 || size > end - address) {
            throw new FormatException(
                    SectionList.STRUCTURE,
                    listAddress,
                    "expected a section before heap offset %d, found %d bytes at %d".formatted(end, size, address));
        }
        Section other = loaded.overlapping(address, size);
        if (other != null) {
            throw new FormatException(
                    SectionList.STRUCTURE,
                    listAddress,
                    "expected disjoint sections, found %d bytes at heap offset %d and %d at %d"
                            .formatted(other.size(), other.address(), size, address));
        }
    }

    private EntryRun run(SectionList stored, int i, long listAddress) {
        byte[] extra = stored.extra(i);
        int width = table.offsetWidth();
        long blockOffset = LittleEndian.unsigned(extra, 0, width);
        int row = (int) LittleEndian.unsigned(extra, width, 2);
        int column = (int) LittleEndian.unsigned(extra, width + 2, 2);
        int count = (int) LittleEndian.unsigned(extra, width + 4, 2);
        int rows = blocks.rowsAt(blockOffset, heap.header().root().rows());
        long start = (long) row * table.width() + column;
        if (rows < 0 || column >= table.width() || count < 1 || start + count > (long) rows * table.width()) {
            throw new FormatException(
                    SectionList.STRUCTURE,
                    listAddress,
                    ("expected entries of an indirect block, found %d from row %d, column %d of one of %d rows at heap"
                                    + " offset %d")
                            .formatted(count, row, column, Math.max(0, rows), blockOffset));
        }
        EntryRun run = EntryRun.of(table, blockOffset, (int) start, count);
        if (run.address() != stored.address(i) || totals.firstSectionBytes(run) != stored.size(i)) {
            throw new FormatException(
                    SectionList.STRUCTURE,
                    listAddress,
                    "expected %d bytes at heap offset %d for %d entries, found %d at %d"
                            .formatted(
                                    totals.firstSectionBytes(run),
                                    run.address(),
                                    count,
                                    stored.size(i),
                                    stored.address(i)));
        }
        return run;
    }

    /** The records of all sections. */
    private SectionList list(HeapSections sections) {
        int count = Math.toIntExact(sections.recordCount());
        long[] addresses = new long[count];
        long[] bytes = new long[count];
        byte[] classes = new byte[count];
        byte[][] extras = new byte[count][];
        int[] next = {0};
        sections.inside().forEach((address, size) -> {
            addresses[next[0]] = address;
            bytes[next[0]] = size;
            classes[next[0]++] = SectionList.HEAP_SINGLE;
        });
        for (EntryRun run : sections.runs()) {
            int i = next[0]++;
            addresses[i] = run.address();
            bytes[i] = totals.firstSectionBytes(run);
            classes[i] = SectionList.HEAP_FIRST_ROW;
            extras[i] = extra(run);
        }
        return new SectionList(addresses, bytes, classes, extras);
    }

    private byte[] extra(EntryRun run) {
        byte[] extra = new byte[extraLength()];
        int width = table.offsetWidth();
        LittleEndian.put(extra, 0, width, run.blockOffset());
        LittleEndian.put16(extra, width, run.start() / table.width());
        LittleEndian.put16(extra, width + 2, run.start() % table.width());
        LittleEndian.put16(extra, width + 4, run.count());
        return extra;
    }
}
