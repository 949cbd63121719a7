package dev.fallow.spark.space;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.value.Reference;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** What a row tells of one object, as {@code fallow ls -l} does. */
final class ObjectFigures {
    private final Object[] values = new Object[ObjectColumn.values().length];

    private ObjectFigures(String file) {
        set(ObjectColumn.FILE, file);
    }

    private void set(ObjectColumn column, Object value) {
        values[column.ordinal()] = value instanceof String text ? UTF8String.fromString(text) : value;
    }

    /** The row of a file that cannot be read. */
    static Object[] failed(String file, String error) {
        ObjectFigures figures = new ObjectFigures(file);
        figures.set(ObjectColumn.ERROR, error);
        return figures.values;
    }

    /**
     * The figures of an object or a link, in the form in which Spark keeps them.
     *
     * @return a value for each column, by its ordinal; null if it was not wanted, or the object does not have it
     */
    static Object[] of(String file, ContainerFile container, Entry entry, Set<ObjectColumn> wanted) {
        ObjectFigures figures = new ObjectFigures(file);
        figures.set(ObjectColumn.PATH, entry.path());
        figures.set(ObjectColumn.KIND, entry.kind().label());
        figures.set(ObjectColumn.TARGET, entry.target());
        figures.set(ObjectColumn.ERROR, entry.problem());
        boolean described = entry.kind() == ObjectKind.DATASET || entry.kind() == ObjectKind.DATATYPE;
        if (described && entry.problem() == null && wanted.stream().anyMatch(ObjectColumn::describes)) {
            try {
                figures.describe(container.get(new Reference.ToObject(entry.address())), wanted);
            } catch (ContainerException e) {
                figures.set(ObjectColumn.ERROR, e.getMessage());
            }
        }
        return figures.values;
    }

    private void describe(StoredObject object, Set<ObjectColumn> wanted) {
        if (object instanceof CommittedDatatype committed) {
            set(ObjectColumn.TYPE, committed.datatype().toString());
        } else if (object instanceof Dataset dataset) {
            set(ObjectColumn.TYPE, dataset.datatype().toString());
            set(ObjectColumn.SHAPE, array(dataset.dimensions()));
            set(ObjectColumn.LAYOUT, dataset.layout().name().toLowerCase(Locale.ROOT));
            set(ObjectColumn.CHUNK, array(dataset.chunkDimensions()));
            set(ObjectColumn.LOGICAL, dataset.storageSize());
            if (wanted.contains(ObjectColumn.FILTERS)) {
                set(
                        ObjectColumn.FILTERS,
                        new GenericArrayData(dataset.filters().stream()
                                .map(filter -> UTF8String.fromString(filter.label()))
                                .toArray()));
            }
            if (wanted.contains(ObjectColumn.STORED)) {
                set(ObjectColumn.STORED, stored(dataset));
            }
        }
    }

    private static GenericArrayData array(long[] numbers) {
        return numbers == null ? null : new GenericArrayData(numbers);
    }

    /** The bytes that the elements take in this file. */
    private static long stored(Dataset dataset) {
        long[] sum = {0};
        switch (dataset.layout()) {
            case COMPACT -> sum[0] = dataset.storageSize();
            case CONTIGUOUS -> sum[0] = dataset.storageAddress() < 0 ? 0 : dataset.storageSize();
            case CHUNKED -> dataset.forEachChunk(chunk -> sum[0] += chunk.size());
            default -> sum[0] = 0; // elements in other files
        }
        return sum[0];
    }
}
