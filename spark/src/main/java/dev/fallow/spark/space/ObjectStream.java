package dev.fallow.spark.space;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.Reference;
import dev.fallow.StorageLayout;
import dev.fallow.StoredObject;
import dev.fallow.spark.hadoop.FileEntry;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** The objects of one file, one at a time. A file of any size takes bounded memory. */
final class ObjectStream implements AutoCloseable {
    /** The columns of a row for an object. */
    enum ObjectColumn implements SpaceColumn {
        FILE(DataTypes.StringType),
        PATH(DataTypes.StringType),
        KIND(DataTypes.StringType),
        TYPE(DataTypes.StringType),
        SHAPE(DataTypes.createArrayType(DataTypes.LongType, false)),
        LAYOUT(DataTypes.StringType),
        CHUNK(DataTypes.createArrayType(DataTypes.LongType, false)),
        FILTERS(DataTypes.createArrayType(DataTypes.StringType, false)),
        STORED(DataTypes.LongType),
        LOGICAL(DataTypes.LongType),
        TARGET(DataTypes.StringType),
        ERROR(DataTypes.StringType);

        private final DataType type;

        ObjectColumn(DataType type) {
            this.type = type;
        }

        @Override
        public DataType type() {
            return type;
        }

        @Override
        public boolean isNullable() {
            return this != FILE;
        }
    }

    /** For others, the header of a dataset or datatype has to be read. */
    private static final List<SpaceColumn> NOT_DESCRIBED =
            List.of(ObjectColumn.FILE, ObjectColumn.PATH, ObjectColumn.KIND, ObjectColumn.TARGET);

    private final String name;
    private final Collection<SpaceColumn> wanted;
    /** Null if the file cannot be read, and has no more rows. */
    private ContainerFile container;

    private Iterator<Entry> entries;
    /** Why the file cannot be opened; null if it can, and after the row that says it. */
    private String failure;

    /** Opens a file. */
    ObjectStream(FileEntry file, Configuration configuration, Collection<SpaceColumn> wanted) {
        name = file.printable();
        this.wanted = wanted;
        try {
            container = FleetFiles.open(file.path(), configuration, false);
            entries = container.root().walk(Integer.MAX_VALUE).iterator();
        } catch (IOException | RuntimeException e) {
            FleetFiles.endIfKilled();
            failure = FleetFiles.message(e);
        }
    }

    /** The figures of the next object; null at the end. */
    Object[] next() {
        try {
            Entry entry = failure == null && entries != null && entries.hasNext() ? entries.next() : null;
            if (entry != null) {
                return figures(entry);
            }
        } catch (RuntimeException e) {
            FleetFiles.endIfKilled();
            failure = FleetFiles.message(e);
        }
        String last = failure;
        failure = null;
        entries = null;
        return last == null ? null : failed(last);
    }

    private static void set(Object[] values, ObjectColumn column, Object value) {
        values[column.ordinal()] = value instanceof String text ? UTF8String.fromString(text) : value;
    }

    private Object[] figures() {
        Object[] values = new Object[ObjectColumn.values().length];
        set(values, ObjectColumn.FILE, name);
        return values;
    }

    /** The row of a file that cannot be read. */
    private Object[] failed(String error) {
        Object[] values = figures();
        set(values, ObjectColumn.ERROR, error);
        return values;
    }

    /**
     * The figures of an object or a link, as {@code fallow ls -l} tells them, in the form in which Spark keeps them: a value for each
     * column, by its ordinal; null if it was not wanted, or the object does not have it.
     */
    private Object[] figures(Entry entry) {
        Object[] values = figures();
        set(values, ObjectColumn.PATH, entry.path());
        set(values, ObjectColumn.KIND, entry.kind().label());
        set(values, ObjectColumn.TARGET, entry.target().orElse(null));
        set(values, ObjectColumn.ERROR, entry.problem().orElse(null));
        boolean described = entry.kind() == ObjectKind.DATASET || entry.kind() == ObjectKind.DATATYPE;
        if (described && entry.problem().isEmpty() && !NOT_DESCRIBED.containsAll(wanted)) {
            try {
                describe(container.get(new Reference.ToObject(entry.address())), values);
            } catch (ContainerException e) {
                set(values, ObjectColumn.ERROR, e.getMessage());
            }
        }
        return values;
    }

    private void describe(StoredObject object, Object[] values) {
        if (object instanceof CommittedDatatype committed) {
            set(values, ObjectColumn.TYPE, committed.datatype().toString());
        } else if (object instanceof Dataset dataset) {
            set(values, ObjectColumn.TYPE, dataset.datatype().toString());
            set(values, ObjectColumn.SHAPE, dataset.isNull() ? null : new GenericArrayData(dataset.dimensions()));
            set(values, ObjectColumn.LAYOUT, dataset.layout().name().toLowerCase(Locale.ROOT));
            set(
                    values,
                    ObjectColumn.CHUNK,
                    dataset.layout() == StorageLayout.CHUNKED ? new GenericArrayData(dataset.chunkDimensions()) : null);
            set(values, ObjectColumn.LOGICAL, dataset.logicalSize());
            if (wanted.contains(ObjectColumn.FILTERS)) {
                Object[] labels = dataset.filters().stream()
                        .map(filter -> UTF8String.fromString(filter.label()))
                        .toArray();
                set(values, ObjectColumn.FILTERS, new GenericArrayData(labels));
            }
            if (wanted.contains(ObjectColumn.STORED)) {
                set(values, ObjectColumn.STORED, dataset.storedSize());
            }
        }
    }

    @Override
    public void close() {
        if (container != null) {
            container.close();
        }
    }
}
