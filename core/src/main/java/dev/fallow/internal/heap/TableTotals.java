package dev.fallow.internal.heap;

import dev.fallow.format.heap.DoublingTable;

/**
 * What whole rows of a doubling table come to, child indirect blocks included: bytes for objects in all direct blocks, and
 * the row sections that libhdf5 makes of them. A row section stands for the blocks of one row of one indirect block, but
 * its size is that of a single block.
 */
final class TableTotals {
    private final DoublingTable table;
    private final int overhead;
    /** Of the first n rows of an indirect block, n up to the most that a root has. */
    private final long[] free;

    private final long[] sections;
    private final long[] sectionBytes;

    /** @param overhead bytes of a direct block that are not for objects */
    TableTotals(DoublingTable table, int overhead) {
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

    /** Bytes for objects in a direct block of a row. */
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

    /** Bytes for objects in all direct blocks that an indirect block of so many rows can have. */
    long freeBytes(int rows) {
        return free[rows];
    }

    /** How many row sections a run is. */
    long sections(Run run) {
        long sum = 0;
        for (int at = run.start(); at < run.behind(); at = rowEnd(run, at)) {
            sum += sectionsOfRow(at / table.width(), rowEnd(run, at) - at);
        }
        return sum;
    }

    /** Bytes of all row sections of a run. */
    long sectionBytes(Run run) {
        long sum = 0;
        for (int at = run.start(); at < run.behind(); at = rowEnd(run, at)) {
            sum += sectionBytesOfRow(at / table.width(), rowEnd(run, at) - at);
        }
        return sum;
    }

    private int rowEnd(Run run, int entry) {
        return Math.min(run.behind(), (entry / table.width() + 1) * table.width());
    }

    /** Bytes of the first row section of a run. */
    long firstSectionBytes(Run run) {
        int row = run.start() / table.width();
        return usable(table.isDirectRow(row) ? row : 0);
    }
}
