package dev.fallow.internal.heap;

import dev.fallow.format.heap.DoublingTable;

/**
 * Consecutive entries of one indirect block without children: free space for which no blocks have been created. The
 * indirect block itself need not exist either.
 *
 * @param blockOffset heap offset of the indirect block
 * @param start the first entry
 * @param count number of entries, at least 1
 * @param address heap offset of the first entry
 * @param end heap offset after the last entry
 */
record EntryRun(long blockOffset, int start, int count, long address, long end) {
    static EntryRun of(DoublingTable table, long blockOffset, int start, int count) {
        int behind = start + count;
        boolean wholeRows = behind % table.width() == 0;
        long end = wholeRows ? table.span(behind / table.width()) : table.entryOffset(behind);
        return new EntryRun(blockOffset, start, count, blockOffset + table.entryOffset(start), blockOffset + end);
    }

    /** The first entry after the run. */
    int behind() {
        return start + count;
    }
}
