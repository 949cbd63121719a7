package dev.fallow.internal.heap;

import dev.fallow.format.heap.DoublingTable;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The free space of a fractal heap in memory: sections inside direct blocks, and runs of entries without blocks.
 * Objects are placed as in libhdf5: in the smallest section that is large enough, and among equals in the one at the
 * lowest heap offset. A run has one section for each of its rows, of the size of one block of the row.
 *
 * <p>libhdf5 has an object for each row of each run, including child indirect blocks, and indirect sections above them
 * with links to parents and children. Here a run is five numbers, and its rows are computed from the doubling table on
 * request; only the first section of each block size is indexed, since no other can be the best fit. The file is the
 * same: one record per run (class "first row") and the number of rows that follow from it.
 *
 * <p>With n sections and r runs, finding the best fit takes O(log n + log r) for each of the block sizes, of which
 * there are at most 31.
 */
final class HeapSections {
    private final DoublingTable table;
    private final TableTotals totals;
    private final OrderedFreeSpace inside = new OrderedFreeSpace(0);
    private final TreeMap<Long, EntryRun> runs = new TreeMap<>();
    /** For each size of direct blocks: the runs that have such blocks, by the heap offset of their first one. */
    private final List<TreeMap<Long, EntryRun>> bySize = new ArrayList<>();
    /** The length last searched by {@link #best}; 0 after a change. */
    private long fittedLength;

    private BestFit fitted;

    HeapSections(DoublingTable table, TableTotals totals) {
        this.table = table;
        this.totals = totals;
        for (int size = 0; size == 0 || size < directRows() - 1; size++) {
            bySize.add(new TreeMap<>());
        }
    }

    private int directRows() {
        return Math.min(table.directRows(), table.maxRootRows());
    }

    // ---- sections inside direct blocks ------------------------------------------------------------------------

    /** The sections inside direct blocks. */
    Sections inside() {
        return inside;
    }

    /** The section inside a direct block, or the run, that overlaps a range; null if there is none. */
    Section overlapping(long address, long size) {
        Section section = inside.overlapping(address, size);
        if (section != null) {
            return section;
        }
        Map.Entry<Long, EntryRun> run = runs.lowerEntry(address + size);
        return run != null && run.getValue().end() > address
                ? new Section(
                        run.getKey(), run.getValue().end() - run.getValue().address())
                : null;
    }

    /** The section that results when these bytes of a direct block are freed. */
    Section merged(long address, long size) {
        long before = inside.sizeEndingAt(address);
        long behind = inside.sizeAt(address + size);
        return new Section(address - before, before + size + behind);
    }

    /** Frees bytes of a direct block, merging them with adjacent sections. */
    void free(long address, long size) {
        fittedLength = 0;
        inside.free(address, size);
    }

    /** Allocates free bytes of a direct block. */
    void take(long address, long size) {
        fittedLength = 0;
        boolean taken = inside.take(address, size);
        assert taken : size + " bytes at heap offset " + address + " are not free";
    }

    // ---- runs -------------------------------------------------------------------------------------------------

    /** The runs, in heap order. */
    Iterable<EntryRun> runs() {
        return runs.values();
    }

    int runCount() {
        return runs.size();
    }

    /**
     * Adds a run. A run that starts in a direct row is merged with adjacent runs of the same kind in the same indirect
     * block; as in libhdf5, others are not merged.
     */
    void add(EntryRun added) {
        EntryRun run = added;
        Map.Entry<Long, EntryRun> lower = runs.lowerEntry(run.address());
        if (lower != null && mayMerge(lower.getValue(), run)) {
            remove(lower.getValue());
            run = joined(lower.getValue(), run);
        }
        EntryRun upper = runs.get(run.end());
        if (upper != null && mayMerge(run, upper)) {
            remove(upper);
            run = joined(run, upper);
        }
        put(run);
    }

    private boolean mayMerge(EntryRun lower, EntryRun upper) {
        return lower.end() == upper.address()
                && lower.blockOffset() == upper.blockOffset()
                && startsDirect(lower)
                && startsDirect(upper);
    }

    private boolean startsDirect(EntryRun run) {
        return table.isDirectRow(run.start() / table.width());
    }

    private EntryRun joined(EntryRun lower, EntryRun upper) {
        return EntryRun.of(table, lower.blockOffset(), lower.start(), lower.count() + upper.count());
    }

    /** Adds a run as stored in the file. */
    void put(EntryRun run) {
        fittedLength = 0;
        runs.put(run.address(), run);
        forEachSize(run, (size, address) -> bySize.get(size).put(address, run));
    }

    private void remove(EntryRun run) {
        fittedLength = 0;
        runs.remove(run.address());
        forEachSize(run, (size, address) -> bySize.get(size).remove(address));
    }

    /** Removes the runs at or after this heap offset, where the heap does not extend. */
    void dropRunsFrom(long address) {
        while (!runs.isEmpty() && runs.lastKey() >= address) {
            remove(runs.lastEntry().getValue());
        }
    }

    /** Removes the entry of a fit from its run, which leaves up to four runs. */
    void take(BestFit fit) {
        EntryRun run = fit.run();
        remove(run);
        putRest(run.blockOffset(), run.start(), fit.runEntry(), run.behind());
        if (fit.childRows() > 0) {
            long child = run.blockOffset() + table.entryOffset(fit.runEntry());
            putRest(child, 0, fit.childEntry(), fit.childRows() * table.width());
        }
    }

    private void putRest(long blockOffset, int start, int taken, int behind) {
        if (taken > start) {
            put(EntryRun.of(table, blockOffset, start, taken - start));
        }
        if (taken + 1 < behind) {
            put(EntryRun.of(table, blockOffset, taken + 1, behind - taken - 1));
        }
    }

    @FunctionalInterface
    private interface SizeVisitor {
        void visit(int size, long address);
    }

    /** Visits each size of direct blocks in a run, with the heap offset of its first row of that size. */
    private void forEachSize(EntryRun run, SizeVisitor visitor) {
        for (int size = 0; size < bySize.size(); size++) {
            int entry = firstEntry(run, size);
            if (entry >= 0) {
                visitor.visit(size, rowAddress(run, size, entry));
            }
        }
    }

    /** The first row with a size of direct blocks; the smallest size, index 0, has two rows. */
    private static int firstRow(int size) {
        return size == 0 ? 0 : size + 1;
    }

    private static int lastRow(int size) {
        return size + 1;
    }

    /**
     * The first entry of a run that is a direct block of a size, or a child indirect block with such rows; -1 if there
     * is none.
     */
    private int firstEntry(EntryRun run, int size) {
        int direct = Math.max(run.start(), firstRow(size) * table.width());
        if (direct < Math.min(run.behind(), (lastRow(size) + 1) * table.width())
                && table.isDirectRow(direct / table.width())) {
            return direct;
        }
        int rowsMore =
                table.directRows() - table.childRowsOf(table.directRows()); // children have fewer rows by that amount
        int row = Math.max(table.directRows(), firstRow(size) + 1 + rowsMore);
        int indirect = Math.max(run.start(), row * table.width());
        return indirect < run.behind() ? indirect : -1;
    }

    private long rowAddress(EntryRun run, int size, int entry) {
        long address = run.blockOffset() + table.entryOffset(entry);
        return table.isDirectRow(entry / table.width()) ? address : address + table.rowOffset(firstRow(size));
    }

    // ---- best fit ---------------------------------------------------------------------------------------------

    /** The best fit for an object of this length, or null. */
    BestFit best(long length) {
        if (length != fittedLength) {
            fitted = best(length, inside.fitting(length), 0, 0);
            fittedLength = length;
        }
        return fitted;
    }

    /** As {@link #best}, ignoring sections in {@code [from, to)}; all runs there must be the last ones. */
    BestFit bestOutside(long length, long from, long to) {
        List<Section> hidden =
                new ArrayList<>(); // the sections of one block: one before the removed object, one after it
        for (Section section = inside.overlapping(from, to - from);
                section != null;
                section = inside.overlapping(from, to - from)) {
            inside.take(section.address(), section.size());
            hidden.add(section);
        }
        long section = inside.fitting(length);
        hidden.forEach(known -> inside.free(known.address(), known.size()));
        return best(length, section, from, to);
    }

    /** @param section the best section inside a block */
    private BestFit best(long length, long section, long from, long to) {
        BestFit best = null;
        if (section != Sections.NO_SPACE) {
            best = BestFit.inside(inside.sizeAt(section), section);
        }
        for (int size = 0; size < bySize.size(); size++) {
            long usable = totals.usable(firstRow(size));
            if (usable < length || bySize.get(size).isEmpty()) {
                continue;
            }
            Map.Entry<Long, EntryRun> first = bySize.get(size).firstEntry();
            if (first.getKey() >= from && first.getKey() < to) {
                continue;
            }
            boolean better =
                    best == null || usable < best.size() || usable == best.size() && first.getKey() < best.address();
            return better ? inRun(first.getValue(), size, first.getKey()) : best;
        }
        return best;
    }

    /**
     * The entry that libhdf5 takes from a row of a run: the last one if the run ends there and also has other rows;
     * otherwise the first one.
     */
    private BestFit inRun(EntryRun run, int size, long address) {
        int entry = firstEntry(run, size);
        int row = entry / table.width();
        long usable = totals.usable(firstRow(size));
        if (table.isDirectRow(row)) {
            int taken = takenOf(entry, run.start(), run.behind());
            return new BestFit(usable, address, run, taken, 0, 0, run.blockOffset() + table.entryOffset(taken));
        }
        int childRows = table.childRowsOf(row);
        int taken = takenOf(firstRow(size) * table.width(), 0, childRows * table.width());
        long child = run.blockOffset() + table.entryOffset(entry);
        return new BestFit(usable, address, run, entry, childRows, taken, child + table.entryOffset(taken));
    }

    /** @param entry the first of its row in a run of these entries */
    private int takenOf(int entry, int start, int behind) {
        int rowEnd = Math.min(behind, (entry / table.width() + 1) * table.width());
        boolean severalRows = start / table.width() != (behind - 1) / table.width();
        return rowEnd == behind && severalRows ? behind - 1 : entry;
    }

    // ---- sums -------------------------------------------------------------------------------------------------

    /** The number of sections with a record in the file. */
    long recordCount() {
        return inside.sectionCount() + runs.size();
    }

    boolean isEmpty() {
        return recordCount() == 0;
    }

    /** The total size of all sections as counted by libhdf5: a row section counts as one block. */
    long sectionBytes() {
        long sum = inside.freeBytes();
        for (EntryRun run : runs.values()) {
            sum += totals.sectionBytes(run);
        }
        return sum;
    }

    /** The number of row sections implied by the runs, without those that have records. */
    long ghostCount() {
        long sum = 0;
        for (EntryRun run : runs.values()) {
            sum += totals.sections(run) - 1;
        }
        return sum;
    }

    /** Removes all sections and runs. */
    void clear() {
        fittedLength = 0;
        inside.clear();
        runs.clear();
        bySize.forEach(Map::clear);
    }
}
