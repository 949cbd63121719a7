package dev.fallow.spark.write;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.options.DatasetOptions;
import dev.fallow.value.RawElements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** A dataset of one dimension for each column, in one group. */
final class ColumnSink implements RowSink {
    /** The order of the columns, as AnnData names it. */
    private static final String ORDER = "column-order";

    private static final int DEFAULT_CHUNK_ROWS = 16_384;

    private final ContainerFile file;
    private final WriteOptions options;
    private final List<Column> columns;
    private final int chunkRows;
    /** The elements of a column: a buffer of those of fixed size, an array of others. */
    private final Object[] collected;
    /** Null before the first rows are written. */
    private Dataset[] datasets;

    private int rows;
    private long variableBytes;

    ColumnSink(ContainerFile file, WriteOptions options, List<Column> columns) {
        this.file = file;
        this.options = options;
        this.columns = columns;
        chunkRows = options.chunkRows() > 0 ? options.chunkRows() : DEFAULT_CHUNK_ROWS;
        collected = columns.stream()
                .map(column -> column.kind().isVariable()
                        ? new Object[chunkRows]
                        : ByteBuffer.allocate(chunkRows * column.kind().size()).order(ByteOrder.LITTLE_ENDIAN))
                .toArray();
    }

    @Override
    public void add(InternalRow row) {
        for (int i = 0; i < collected.length; i++) {
            Column column = columns.get(i);
            if (collected[i] instanceof ByteBuffer buffer) {
                column.encode(row, buffer);
            } else {
                ((Object[]) collected[i])[rows] = column.value(row);
                variableBytes += column.variableBytes(row);
            }
        }
        if (++rows == chunkRows || variableBytes > MOST_VARIABLE_BYTES) {
            write(false);
        }
    }

    @Override
    public void finish() {
        write(true);
    }

    private void write(boolean last) {
        if (datasets == null) {
            create(RowSink.chunkRows(chunkRows, rows, last));
        }
        for (int i = 0; i < datasets.length && rows > 0; i++) {
            if (collected[i] instanceof ByteBuffer buffer) {
                datasets[i].append(new RawElements(java.util.Arrays.copyOf(buffer.array(), buffer.position())));
                buffer.clear();
            } else {
                datasets[i].append(java.util.Arrays.copyOf((Object[]) collected[i], rows));
            }
        }
        rows = 0;
        variableBytes = 0;
    }

    private void create(int chunk) {
        Group group = file.root().createGroups(options.place());
        DatasetOptions form = DatasetOptions.chunked(chunk)
                .withMaxDimensions(DatasetOptions.UNLIMITED)
                .withFilters(options.filters());
        datasets = new Dataset[columns.size()];
        for (int i = 0; i < datasets.length; i++) {
            Column column = columns.get(i);
            datasets[i] = group.createDataset(column.name(), column.kind().datatype(), new long[] {0}, form);
            ColumnAttributes.of(column)
                    .forEach((name, value) -> ColumnAttributes.put(datasetOf(column), name, column, value));
        }
        group.createAttribute(ORDER, columns.stream().map(Column::name).toArray(String[]::new));
    }

    private Dataset datasetOf(Column column) {
        return datasets[column.ordinal()];
    }
}
