package dev.fallow.internal.heap;

import dev.fallow.format.heap.DoublingTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the position of a heap's next direct block, for an object that fits into no free section: at the iterator,
 * which is after all existing blocks. Blocks too small for the object are skipped and become runs. At the end of a
 * block's rows the walk ascends, the root indirect block gets more rows, and the walk descends into new child indirect
 * blocks. libhdf5 does this step by step on the blocks; here it is computed before anything is created.
 */
final class NextDirectBlock {
    private final DoublingTable table;
    private final long minSize;
    private final int minRow;
    private final List<EntryRun> skipped = new ArrayList<>();
    /** The indirect blocks on the path from the root: heap offset, rows, and the entry of the iterator. */
    private final List<Level> levels = new ArrayList<>();

    private static final class Level {
        private final long heapOffset;
        private int rows;
        private int entry;

        Level(long heapOffset, int rows, int entry) {
            this.heapOffset = heapOffset;
            this.rows = rows;
            this.entry = entry;
        }
    }

    private NextDirectBlock(DoublingTable table, long minSize) {
        this.table = table;
        this.minSize = minSize;
        minRow = table.rowOfBlockSize(minSize);
    }

    /**
     * The block after the root direct block, or the first one if there is none; a root indirect block is created.
     *
     * @param startRows initial number of rows; 0 for the maximum
     * @param hasDirect whether there is a root direct block, which becomes the first entry
     * @param minSize minimum size of the block in bytes
     * @return null if the heap has no room for it
     */
    static NextDirectBlock ofNewRoot(DoublingTable table, int startRows, boolean hasDirect, long minSize) {
        NextDirectBlock next = new NextDirectBlock(table, minSize);
        int rows = startRows == 0 ? table.maxRootRows() : Math.max(startRows, next.minRow + 1);
        if (rows > table.maxRootRows()) {
            return null;
        }
        Level root = new Level(0, rows, hasDirect ? 1 : 0);
        next.levels.add(root);
        if (next.minRow > 0) {
            next.skipTo((rows - 1) * table.width());
        }
        return next.walk() ? next : null;
    }

    /**
     * The block at the iterator.
     *
     * @param rows rows of the root indirect block
     * @param iteratorOffset the start of a block, or of the first one after the last
     * @param minSize minimum size of the block in bytes
     * @return null if the heap has no room for it
     */
    static NextDirectBlock at(DoublingTable table, int rows, long iteratorOffset, long minSize) {
        NextDirectBlock next = new NextDirectBlock(table, minSize);
        long heapOffset = 0;
        long within = iteratorOffset;
        int levelRows = rows;
        while (true) {
            int entry = table.entry(within);
            next.levels.add(new Level(heapOffset, levelRows, entry));
            if (next.row() >= levelRows || table.isDirectRow(next.row()) || within == table.entryOffset(entry)) {
                break;
            }
            heapOffset += table.entryOffset(entry);
            within -= table.entryOffset(entry);
            levelRows = table.childRowsOf(next.row());
        }
        Level level = next.level();
        if (next.minRow > next.row() && next.row() < level.rows) {
            next.skipTo(Math.min(next.minRow, level.rows) * table.width());
        }
        return next.walk() ? next : null;
    }

    private Level level() {
        return levels.get(levels.size() - 1);
    }

    private int row() {
        return level().entry / table.width();
    }

    /** Walks to a direct block that is large enough; returns false if there is no more room. */
    private boolean walk() {
        while (true) {
            while (row() >= level().rows) {
                if (levels.size() > 1) {
                    levels.remove(levels.size() - 1);
                    level().entry++;
                } else if (!grow(level())) {
                    return false;
                }
            }
            if (table.isDirectRow(row())) {
                return true;
            }
            int childRows = table.childRowsOf(row());
            if (childRows < 1) {
                return false; // blocks of this row would be smaller than a row of their own
            }
            walkDown(childRows);
        }
    }

    private boolean grow(Level root) {
        boolean skips = root.rows < table.directRows() && minSize > table.blockSize(row());
        int rows = Math.max(skips ? minRow + 1 : 0, Math.min(2 * root.rows, table.maxRootRows()));
        if (rows == root.rows || rows > table.maxRootRows()) {
            return false;
        }
        root.rows = rows;
        if (skips) {
            skipTo(minRow * table.width());
        }
        return true;
    }

    /** Descends into a new child indirect block, or skips those whose direct blocks are all too small. */
    private void walkDown(int childRows) {
        if (minRow >= childRows) {
            int row = row() + minRow + 1 - childRows;
            skipTo(Math.min(row, level().rows) * table.width());
            return;
        }
        levels.add(new Level(offset(), childRows, 0));
        if (minRow > 0) {
            skipTo(minRow * table.width());
        }
    }

    private void skipTo(int entry) {
        Level level = level();
        if (entry > level.entry) {
            skipped.add(EntryRun.of(table, level.heapOffset, level.entry, entry - level.entry));
            level.entry = entry;
        }
    }

    /** The resulting number of rows of the root indirect block. */
    int rootRows() {
        return levels.get(0).rows;
    }

    /** The block's heap offset. */
    long offset() {
        return level().heapOffset + table.entryOffset(level().entry);
    }

    /** The iterator after the block. */
    long iteratorOffset() {
        return offset() + table.blockSize(row());
    }

    /** The skipped runs, in heap order. */
    List<EntryRun> skipped() {
        return skipped;
    }
}
