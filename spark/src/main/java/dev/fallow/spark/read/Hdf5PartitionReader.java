package dev.fallow.spark.read;

import dev.fallow.ContainerException;
import dev.fallow.source.SourceChangedException;
import dev.fallow.spark.hadoop.HadoopSource;
import dev.fallow.spark.read.table.Box;
import dev.fallow.spark.read.table.ColumnReader;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.SparkTypes;
import dev.fallow.spark.read.table.TableException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a partition in batches. One file is open at a time, and the vectors are used again. */
final class Hdf5PartitionReader implements PartitionReader<ColumnarBatch> {
    private static final Logger LOG = LoggerFactory.getLogger(Hdf5PartitionReader.class);

    /** The end of a message that Spark shows in front of a long trace. */
    private static final String ADVICE =
            " (with the option mode=PERMISSIVE such a file is a row with this text, with DROPMALFORMED it is left out)";

    private static final long MOST_VECTOR_BYTES = 32L << 20;
    private static final long LEAST_BATCH_ROWS = 512;
    /** With the mark for null, and some of a string. */
    private static final long VALUE_BYTES = 16;

    private final Hdf5Partition partition;
    private final ReadPlan plan;
    private final Configuration configuration;
    private final ReadMetrics metrics = new ReadMetrics();
    private final WritableColumnVector[] vectors;
    private final ColumnarBatch batch;
    private final int batchRows;

    private int nextPart;
    private PartReader reader;
    /** Of the part that is being read. */
    private long rowsOfPart;

    private long rowsLeft;

    Hdf5PartitionReader(Hdf5Partition partition, ReadPlan plan, Configuration configuration) {
        this.partition = partition;
        this.plan = plan;
        this.configuration = configuration;
        StructType required = plan.required();
        long most = Math.max(LEAST_BATCH_ROWS, MOST_VECTOR_BYTES / VALUE_BYTES / Math.max(1, required.size()));
        batchRows = (int) Math.min(plan.options().batchRows(), most);
        vectors = OnHeapColumnVector.allocateColumns(batchRows, required);
        batch = new ColumnarBatch(vectors);
        rowsLeft = plan.limit() < 0 ? Long.MAX_VALUE : plan.limit();
    }

    @Override
    public boolean next() throws IOException {
        int rows = 0;
        while (rows == 0
                && rowsLeft > 0
                && (reader != null || nextPart < partition.parts().size())) {
            try {
                rows = readSome();
            } catch (ContainerException | IOException e) {
                rows = failed(e);
            } catch (RuntimeException e) { // a mistake here, or in Spark: never a row
                throw new IllegalStateException(
                        partition.parts().get(nextPart).file().printable() + ": " + e, e);
            }
        }
        batch.setNumRows(rows);
        rowsLeft -= rows;
        return rows > 0;
    }

    /** The next rows of a part; 0 at its end. */
    private int readSome() throws IOException {
        if (reader == null) {
            rowsOfPart = 0;
            reader = new PartReader(partition.parts().get(nextPart), plan, configuration, metrics::opened);
        }
        int rows = reader.next(vectors, (int) Math.min(rowsLeft, batchRows));
        rowsOfPart += rows;
        if (rows == 0) {
            closePart();
        }
        return rows;
    }

    private void closePart() {
        nextPart++;
        PartReader closing = reader;
        reader = null;
        if (closing != null) {
            metrics.finished(closing.cells());
            closing.close();
        }
    }

    /** A row with the failure, or the failure itself. */
    private int failed(Exception failure) throws IOException {
        Hdf5Partition.FilePart part = partition.parts().get(nextPart);
        String file = part.file().printable();
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        String named = message.contains(part.file().name()) ? message : file + ": " + message;
        int column = SparkTypes.index(plan.required(), plan.options().corruptColumn());
        boolean changed = hasChangedUnderRows(failure);
        rowsOfPart = 0; // nothing is left to check
        if (changed || isInterrupted(failure)) {
            throw new IOException(named, failure);
        } else if (plan.options().mode() == ReadOptions.ReadMode.FAILFAST) {
            throw new IOException(named + ADVICE, failure);
        }
        closePart();
        if (plan.options().mode() == ReadOptions.ReadMode.DROPMALFORMED) {
            LOG.warn("left out: {}", named);
            return 0;
        }
        for (WritableColumnVector vector : vectors) {
            vector.reset();
            vector.putNulls(0, 1);
        }
        if (column >= 0) {
            vectors[column].putNotNull(0);
            vectors[column].putByteArray(0, named.getBytes(StandardCharsets.UTF_8));
        }
        putFolders(part);
        int metadata = SparkTypes.index(plan.required(), Metadata.NAME);
        if (metadata >= 0 && SparkTypes.index(plan.schema(), Metadata.NAME) < 0) {
            Metadata.putFile(part.file(), vectors[metadata]);
        }
        return 1;
    }

    /** Puts what the names of folders say into row 0. */
    private void putFolders(Hdf5Partition.FilePart part) {
        String[] names = plan.required().fieldNames();
        for (int i = 0; i < names.length; i++) {
            if (plan.folders().has(names[i])) {
                vectors[i].putNotNull(0);
                plan.folders().reader(part.file(), names[i]).put(null, 0, 1, vectors[i]);
            }
        }
    }

    /** Whether rows that were passed on may be of another version of the file than the listed one. */
    private boolean hasChangedUnderRows(Exception failure) {
        if (rowsOfPart == 0 || reader == null) {
            return false;
        } else if (failure instanceof SourceChangedException) {
            return true;
        }
        try {
            reader.checkUnchanged();
            return false;
        } catch (ContainerException | IOException e) {
            failure.addSuppressed(e);
            return true;
        }
    }

    private static boolean isInterrupted(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof InterruptedIOException || at instanceof InterruptedException) {
                return true;
            }
        }
        return Thread.currentThread().isInterrupted();
    }

    @Override
    public ColumnarBatch get() {
        return batch;
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return metrics.values(reader == null ? 0 : reader.cells());
    }

    /** Also when only some of the rows were wanted: in object stores, an open file may be another one than the listed one. */
    @Override
    public void close() throws IOException {
        try {
            if (reader != null && rowsOfPart > 0 && !Thread.currentThread().isInterrupted()) {
                reader.checkUnchanged();
            }
        } finally {
            closePart();
            batch.close();
        }
    }

    /** Reads a part of a file, cell by cell: the elements of a cell are read together, and put into batches. */
    private static final class PartReader implements Closeable {
        /** A larger cell is read in pieces, of which each decodes its chunk. */
        private static final long MOST_BYTES = 64L << 20;

        private static final long MOST_BATCH_BYTES = 16L << 20;

        private final Hdf5Partition.FilePart part;
        private final OpenTable open;
        private final OpenTable.NeededColumns columns;
        private final PartitionGrid grid;
        private final Box within;
        private final long rowBytes;
        private final int batchRows;

        private long cell = -1;
        private long cells;
        private PartitionGrid pieces;
        private long piece;
        private Box cellBox;
        private Box box;
        private int rows;
        private int at;

        /** @throws IOException if the file system fails */
        PartReader(
                Hdf5Partition.FilePart part, ReadPlan plan, Configuration configuration, Consumer<HadoopSource> opened)
                throws IOException {
            this.part = part;
            open = OpenTable.open(part.file(), configuration, plan.options().table(), opened);
            try {
                FileTable table = open.table();
                columns = open.new NeededColumns(plan, part.file());
                rowBytes = open.rowBytes(columns.columns());
                grid = part.grid() != null
                        ? part.grid()
                        : PartitionGrid.of(table, columns.columns(), rowBytes, plan.wantedBytes(rowBytes));
                if (!Arrays.equals(grid.dimensions(), table.dimensions())) {
                    throw new TableException("%s: expected dimensions %s, found %s"
                            .formatted(
                                    open.name(),
                                    Arrays.toString(grid.dimensions()),
                                    Arrays.toString(table.dimensions())));
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
                    reader.put(box, at, count, vectors[i]);
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
                cellBox = open.table().isRowABox()
                        ? grid.box(cell)
                        : grid.box(cell).within(within);
                pieces = PartitionGrid.cut(cellBox, rowBytes, open.table().isRowABox() ? Long.MAX_VALUE : MOST_BYTES);
                piece = 0;
            }
            box = pieces.box(piece++);
            long[] start = box.start();
            for (int d = 0; d < start.length; d++) {
                start[d] += cellBox.start()[d];
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
}
