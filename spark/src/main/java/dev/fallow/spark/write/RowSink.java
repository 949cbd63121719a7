package dev.fallow.spark.write;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.RawElements;
import dev.fallow.Types;
import dev.fallow.type.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Collects the rows of one file, and writes them in chunks: a dataset of one dimension for each column, in one group; or one
 * dataset whose elements are compounds.
 */
final class RowSink {
    /** The order of the columns, as AnnData names it. */
    private static final String ORDER = "column-order";

    /** The approximate bytes of strings and the like that are collected before they are written. */
    private static final long MOST_VARIABLE_BYTES = 8L << 20;
    /** The rows of the chunks of a dataset that is known to remain small, at least. */
    static final int LEAST_CHUNK_ROWS = 1024;

    private static final int DEFAULT_CHUNK_ROWS = 16_384;
    private static final int TABLE_CHUNK_BYTES = 1 << 20;

    private final ContainerFile file;
    private final WriteOptions options;
    private final List<Column> columns;
    private final int chunkRows;
    private final List<Elements> datasets;
    private boolean created;
    private int rows;
    private long variableBytes;

    RowSink(ContainerFile file, WriteOptions options, List<Column> columns) {
        this.file = file;
        this.options = options;
        this.columns = columns;
        Datatype compound = options.table() ? compound(columns) : null;
        int most = compound == null
                ? DEFAULT_CHUNK_ROWS
                : Math.max(1, Math.min(DEFAULT_CHUNK_ROWS, TABLE_CHUNK_BYTES / Math.toIntExact(compound.size())));
        chunkRows = options.chunkRows() > 0 ? options.chunkRows() : most;
        datasets = compound != null
                ? List.of(new Elements(compound, columns))
                : columns.stream()
                        .map(column -> new Elements(column.datatype(), List.of(column)))
                        .toList();
    }

    private static Datatype compound(List<Column> columns) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        columns.forEach(column -> members.put(column.name(), column.datatype()));
        return Types.compound(members);
    }

    /** The collected elements of a dataset. */
    private final class Elements {
        private final Datatype datatype;
        private final List<Column> parts;
        /** If all parts have a fixed size; otherwise null. */
        private final ByteBuffer encoded;
        /** The elements otherwise. */
        private final Object[] values;
        /** Null before the first rows are written. */
        private Dataset dataset;

        Elements(Datatype datatype, List<Column> parts) {
            this.datatype = datatype;
            this.parts = parts;
            boolean variable = parts.stream().anyMatch(column -> column.isVariable());
            int bytes = variable ? 0 : Math.multiplyExact(chunkRows, Math.toIntExact(datatype.size()));
            encoded = variable ? null : ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            values = variable ? new Object[chunkRows] : null;
        }

        void add(InternalRow row) {
            if (encoded != null) {
                for (Column column : parts) {
                    column.encode(row, encoded);
                }
            } else if (options.table()) {
                Map<String, Object> members = new LinkedHashMap<>(parts.size() * 2);
                for (Column column : parts) {
                    members.put(column.name(), value(column, row));
                }
                values[rows] = members;
            } else {
                values[rows] = value(parts.get(0), row);
            }
        }

        private Object value(Column column, InternalRow row) {
            Object value = column.value(row);
            variableBytes += column.variableBytes(row);
            return value;
        }

        void create(Group group, String name, int chunk) {
            DatasetOptions form = DatasetOptions.defaults()
                    .withChunks(chunk)
                    .withMaxDimensions(DatasetOptions.UNLIMITED)
                    .withFilters(options.filters());
            dataset = group.createDataset(name, datatype, new long[] {0}, form);
            for (Column column : parts) {
                // in a table, the names that PyTables gives the attributes of a column
                column.describe(dataset, options.table() ? "FIELD_" + parts.indexOf(column) + "_ATTR_" : "");
            }
        }

        void write() {
            if (encoded != null) {
                dataset.append(new RawElements(Arrays.copyOf(encoded.array(), encoded.position())));
                encoded.clear();
            } else {
                dataset.append(Arrays.copyOf(values, rows));
            }
        }
    }

    /** Collects a row, and writes those that are collected if they fill a chunk. */
    void add(InternalRow row) {
        for (Elements each : datasets) {
            each.add(row);
        }
        if (++rows == chunkRows || variableBytes > MOST_VARIABLE_BYTES) {
            if (!created) {
                create(chunkRows);
            }
            write();
        }
    }

    /** Writes what is left. Creates the datasets, if there were no rows; those that have no more rows get smaller chunks. */
    void finish() {
        if (!created) {
            create(Math.min(chunkRows, Math.max(rows, LEAST_CHUNK_ROWS)));
        }
        write();
    }

    private void write() {
        if (rows > 0) {
            datasets.forEach(Elements::write);
        }
        rows = 0;
        variableBytes = 0;
    }

    private void create(int chunk) {
        created = true;
        String place = options.place();
        if (options.table()) {
            int name = place.lastIndexOf('/') + 1;
            Group group = file.root().createGroups(place.substring(0, name));
            datasets.get(0).create(group, place.substring(name), chunk);
            return;
        }
        Group group = file.root().createGroups(place);
        for (int i = 0; i < columns.size(); i++) {
            datasets.get(i).create(group, columns.get(i).name(), chunk);
        }
        group.createAttribute(ORDER, columns.stream().map(Column::name).toArray(String[]::new));
    }
}
