package dev.fallow.internal.slice;

import dev.fallow.selection.Blocks;
import java.util.Arrays;

/** The elements of blocks that may overlap, each once, in row-major order. */
final class Union {
    private final int rank;
    /** The rows of all blocks: the coordinates of the first element, and behind them the last one's last coordinate. */
    private final long[][] rows;

    /** Receives runs of elements that are adjacent in the last dimension. */
    @FunctionalInterface
    interface RunVisitor {
        /** @param from the first element; valid during the call only */
        void visit(long[] from, long length);
    }

    /** @param rowCount the number of rows of all blocks */
    Union(Blocks blocks, int rowCount) {
        rank = blocks.rank();
        rows = new long[rowCount][];
        int next = 0;
        for (int i = 0; i < blocks.count(); i++) {
            long[] first = Arrays.copyOfRange(blocks.corners(), 2 * i * rank, (2 * i + 1) * rank);
            long[] last = Arrays.copyOfRange(blocks.corners(), (2 * i + 1) * rank, (2 * i + 2) * rank);
            long[] row = Arrays.copyOf(first, rank + 1);
            row[rank] = last[rank - 1];
            do {
                rows[next++] = row.clone();
            } while (advance(row, first, last));
        }
        Arrays.sort(rows, Arrays::compare);
    }

    /** Goes to the next row of a block; false if there is none. */
    private boolean advance(long[] row, long[] first, long[] last) {
        for (int d = rank - 2; d >= 0; d--) {
            if (++row[d] <= last[d]) {
                return true;
            }
            row[d] = first[d];
        }
        return false;
    }

    void forEachRun(RunVisitor visitor) {
        for (int i = 0; i < rows.length; ) {
            long[] run = rows[i];
            long last = run[rank];
            int next = i + 1;
            while (next < rows.length
                    && Arrays.equals(run, 0, rank - 1, rows[next], 0, rank - 1)
                    && rows[next][rank - 1] <= last + 1) {
                last = Math.max(last, rows[next][rank]);
                next++;
            }
            visitor.visit(Arrays.copyOf(run, rank), last - run[rank - 1] + 1);
            i = next;
        }
    }
}
