package dev.fallow.internal.heap;

import dev.fallow.format.heap.DoublingTable;

/**
 * Totals of whole rows of a doubling table, including child indirect blocks: bytes available to objects in all direct
 * blocks, and libhdf5's row sections. A row section represents the blocks of one row of one indirect block, but has the
 * size of a single block.
 */
public final class TableTotals {
    private final DoublingTable table;
    private final int overhead;
    /** For the first n rows of an indirect block, n up to the maximum of a root. */
    private final long[] free;

    private final long[] sections;
    private final long[] sectionBytes;

    /** @param overhead bytes of a direct block that are not available to objects */
    public TableTotals(DoublingTable table, int overhead) {
        this.table = table;
        this.overhead = overhead;
        int rows = table.maxRootRows();
        free = new long[rows + 1];
        sections = new long[rows + 1];
        sectionBytes = new long[rows + 1];
        for (int row = 0; row < rows; row++) {
            free[row + 1] = free[row] + table.width() * freeOfEntry(row);
            sections[row + 1] = sections[row] + sectionsOfRow(row, table.width());
            sectionBytes[row + 1] = sectionBytes[row] + sectionBytesOfRow(row, table.width());
        }
    }

    /** Bytes available to objects in one direct block of a row. */
    long usable(int row) {
        return table.blockSize(row) - overhead;
    }

    private int childRows(int row) {
        return Math.max(0, table.childRowsOf(row));
    }

    private long freeOfEntry(int row) {
        return table.isDirectRow(row) ? usable(row) : free[childRows(row)];
    }

    private long sectionsOfRow(int row, int entries) {
        return table.isDirectRow(row) ? 1 : entries * sections[childRows(row)];
    }

    private long sectionBytesOfRow(int row, int entries) {
        return table.isDirectRow(row) ? usable(row) : entries * sectionBytes[childRows(row)];
    }

    /** Bytes available to objects in all possible direct blocks of an indirect block with this many rows. */
    public long freeBytes(int rows) {
        return free[rows];
    }

    /** The number of row sections in a run. */
    long sections(EntryRun run) {
        long sum = 0;
        for (int at = run.start(); at < run.behind(); at = rowEnd(run, at)) {
            sum += sectionsOfRow(at / table.width(), rowEnd(run, at) - at);
        }
        return sum;
    }

    /** The total size of all row sections of a run in bytes. */
    long sectionBytes(EntryRun run) {
        long sum = 0;
        for (int at = run.start(); at < run.behind(); at = rowEnd(run, at)) {
            sum += sectionBytesOfRow(at / table.width(), rowEnd(run, at) - at);
        }
        return sum;
    }

    private int rowEnd(EntryRun run, int entry) {
        return Math.min(run.behind(), (entry / table.width() + 1) * table.width());
    }

    /** The size of the first row section of a run in bytes. */
    long firstSectionBytes(EntryRun run) {
        int row = run.start() / table.width();
        return usable(table.isDirectRow(row) ? row : 0);
    }
}
