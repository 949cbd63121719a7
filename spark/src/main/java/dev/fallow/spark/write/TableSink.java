package dev.fallow.spark.write;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.options.DatasetOptions;
import dev.fallow.type.Datatype;
import dev.fallow.value.RawElements;
import dev.fallow.value.Types;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;

/** One dataset whose elements are compounds. */
final class TableSink implements RowSink {
    private static final int MOST_CHUNK_ROWS = 16_384;
    private static final int CHUNK_BYTES = 1 << 20;

    private final ContainerFile file;
    private final WriteOptions options;
    private final List<Column> columns;
    private final Datatype datatype;
    private final int chunkRows;
    /** The rows, if all members have a fixed size; otherwise null. */
    private final ByteBuffer encoded;
    /** The rows otherwise. */
    private final Object[] values;
    /** Null before the first rows are written. */
    private Dataset dataset;

    private int rows;
    private long variableBytes;

    TableSink(ContainerFile file, WriteOptions options, List<Column> columns) {
        this.file = file;
        this.options = options;
        this.columns = columns;
        Map<String, Datatype> members = new LinkedHashMap<>();
        columns.forEach(column -> members.put(column.name(), column.kind().datatype()));
        datatype = Types.compound(members);
        int rowBytes = Math.toIntExact(datatype.size());
        chunkRows = options.chunkRows() > 0
                ? options.chunkRows()
                : Math.max(1, Math.min(MOST_CHUNK_ROWS, CHUNK_BYTES / rowBytes));
        boolean variable = columns.stream().anyMatch(column -> column.kind().isVariable());
        encoded = variable
                ? null
                : ByteBuffer.allocate(Math.multiplyExact(chunkRows, rowBytes)).order(ByteOrder.LITTLE_ENDIAN);
        values = variable ? new Object[chunkRows] : null;
    }

    @Override
    public void add(InternalRow row) {
        if (encoded != null) {
            columns.forEach(column -> column.encode(row, encoded));
        } else {
            Map<String, Object> members = new LinkedHashMap<>(columns.size() * 2);
            for (Column column : columns) {
                members.put(column.name(), column.value(row));
                variableBytes += column.variableBytes(row);
            }
            values[rows] = members;
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
        if (dataset == null) {
            create(RowSink.chunkRows(chunkRows, rows, last));
        }
        if (rows > 0 && encoded != null) {
            dataset.append(new RawElements(Arrays.copyOf(encoded.array(), encoded.position())));
            encoded.clear();
        } else if (rows > 0) {
            dataset.append(Arrays.copyOf(values, rows));
        }
        rows = 0;
        variableBytes = 0;
    }

    private void create(int chunk) {
        String place = options.place();
        int name = place.lastIndexOf('/') + 1;
        DatasetOptions form = DatasetOptions.chunked(chunk)
                .withMaxDimensions(DatasetOptions.UNLIMITED)
                .withFilters(options.filters());
        dataset = file.root()
                .createGroups(place.substring(0, name))
                .createDataset(place.substring(name), datatype, new long[] {0}, form);
        // the names that PyTables gives the attributes of a column
        columns.forEach(column -> ColumnAttributes.of(column)
                .forEach((attribute, value) -> ColumnAttributes.put(
                        dataset, "FIELD_" + column.ordinal() + "_ATTR_" + attribute, column, value)));
    }
}
