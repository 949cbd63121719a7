package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.HadoopSource;
import dev.fallow.spark.read.element.Box;
import dev.fallow.spark.read.element.ColumnReader;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.TableException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Reads a part of a file, cell by cell: the elements of a cell are read together, and put into batches. */
final class PartReader implements Closeable {
    /** A larger cell is read in pieces, of which each decodes its chunk. */
    private static final long MOST_BYTES = 64L << 20;

    private static final long MOST_BATCH_BYTES = 16L << 20;

    private final FilePart part;
    private final OpenTable open;
    private final NeededColumns columns;
    private final PartitionGrid grid;
    private final Box within;
    private final long rowBytes;
    private final int batchRows;

    private long cell = -1;
    private long cells;
    private PartitionGrid pieces;
    private long piece;
    private Box cellBox;
    private int rows;
    private int at;

    /** @throws IOException if the file system fails */
    PartReader(FilePart part, ReadPlan plan, Configuration configuration, Consumer<HadoopSource> opened)
            throws IOException {
        this.part = part;
        open = OpenTable.open(part.file(), configuration, plan.options().table(), opened);
        try {
            FileTable table = open.table();
            columns = new NeededColumns(plan, open, part.file());
            rowBytes = open.rowBytes(columns.columns());
            grid = part.grid() != null
                    ? part.grid()
                    : PartitionGrid.of(table, columns.columns(), rowBytes, plan.wantedBytes(rowBytes));
            if (!Arrays.equals(grid.dimensions(), table.dimensions())) {
                throw new TableException("%s: expected dimensions %s, found %s"
                        .formatted(
                                open.name(), Arrays.toString(grid.dimensions()), Arrays.toString(table.dimensions())));
            }
            within = Restriction.of(table, plan.bounds());
            batchRows = (int) Math.max(1, Math.min(plan.options().batchRows(), MOST_BATCH_BYTES / rowBytes));
        } catch (RuntimeException | Error e) {
            open.close();
            throw e;
        }
    }

    /**
     * Puts the next rows into vectors.
     *
     * @param most the most rows, which there is room for
     * @return the number of rows; 0 if there are no more, and the file is still the one that was listed
     */
    int next(WritableColumnVector[] vectors, int most) throws IOException {
        while (at >= rows) {
            if (!nextPiece()) {
                open.checkUnchanged();
                return 0;
            }
        }
        int count = Math.min(Math.min(batchRows, most), rows - at);
        for (int i = 0; i < vectors.length; i++) {
            vectors[i].reset();
            ColumnReader reader = columns.readers().get(i);
            if (reader == null) {
                vectors[i].putNulls(0, count);
            } else {
                reader.put(at, count, vectors[i]);
            }
        }
        at += count;
        return count;
    }

    /** Moves to the next rows that are read together. */
    private boolean nextPiece() {
        if (pieces == null || piece >= pieces.cells()) {
            cell = grid.next(cell < 0 ? part.first() : cell + 1, within);
            if (cell < 0 || cell >= part.end()) {
                cell = Long.MAX_VALUE - 1;
                return false;
            }
            cells++;
            cellBox = open.table().isRowABox() ? grid.box(cell) : grid.box(cell).within(within);
            pieces = PartitionGrid.cut(cellBox, rowBytes, open.table().isRowABox() ? Long.MAX_VALUE : MOST_BYTES);
            piece = 0;
        }
        Box box = pieces.box(piece++);
        long[] start = box.start();
        for (int d = 0; d < start.length; d++) {
            start[d] += cellBox.start()[d];
        }
        for (ColumnReader reader : columns.readers()) {
            if (reader != null) {
                reader.moveTo(box);
            }
        }
        rows = open.table().isRowABox() ? 1 : Math.toIntExact(box.size());
        at = 0;
        return true;
    }

    /** The cells of which rows were read. */
    long cells() {
        return cells;
    }

    /** Throws an exception if the file is not the one that was listed any more. */
    void checkUnchanged() throws IOException {
        open.checkUnchanged();
    }

    @Override
    public void close() {
        open.close();
    }
}
