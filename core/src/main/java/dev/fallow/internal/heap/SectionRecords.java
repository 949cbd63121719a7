package dev.fallow.internal.heap;

import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader.Root;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Section;
import java.io.IOException;

/**
 * Converts the free space of a fractal heap to and from the records of its section list: one of class "single" for each
 * section inside a direct block, and one of class "first row" for each run.
 */
final class SectionRecords {
    private final FractalHeap heap;
    private final HeapBlocks blocks;
    private final DoublingTable table;
    private final TableTotals totals;

    SectionRecords(FractalHeap heap, HeapBlocks blocks, TableTotals totals) {
        this.heap = heap;
        this.blocks = blocks;
        this.totals = totals;
        table = heap.header().table();
    }

    /** Bytes that a run's record has in addition to those of every record. */
    int extraLength() {
        return table.offsetWidth() + 6;
    }

    // ---- reading ----------------------------------------------------------------------------------------------

    /**
     * Adds the sections of a list.
     *
     * @param listAddress for messages
     * @throws FormatException if sections overlap, or run records name entries that do not exist
     */
    void read(SectionList stored, long listAddress, HeapSections sections) throws IOException {
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

    // ---- writing ----------------------------------------------------------------------------------------------

    /** The records of all sections. */
    SectionList list(HeapSections sections) {
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
