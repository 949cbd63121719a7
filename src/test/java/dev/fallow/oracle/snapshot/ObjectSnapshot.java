package dev.fallow.oracle.snapshot;

import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.type.ReferenceType;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The object or link at a path, compared by value: two snapshots are equal if libhdf5 reads no difference.
 *
 * @param kind its kind
 * @param target the target of a soft or external link, or the first path of the same object; otherwise null
 * @param type the type of a dataset or a committed datatype; otherwise null
 * @param dimensions the dimensions of a dataset, empty for a scalar; null for a null dataspace, and for other kinds
 * @param values the values of a dataset in the form of {@link SnapshotValues}; null for other kinds
 * @param attributes the attributes, by name
 */
public record ObjectSnapshot(
        ObjectKind kind,
        String target,
        ReferenceType type,
        List<Long> dimensions,
        Object values,
        SortedMap<String, AttributeSnapshot> attributes) {
    /** Copies the attributes. */
    public ObjectSnapshot {
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    /** Returns a group without attributes. */
    public static ObjectSnapshot group() {
        return new ObjectSnapshot(ObjectKind.GROUP, null, null, null, null, new TreeMap<>());
    }

    /** Returns a dataset without attributes, from flat data or a single value. */
    public static ObjectSnapshot dataset(ReferenceType type, long[] dimensions, Object data) {
        return new ObjectSnapshot(
                ObjectKind.DATASET,
                null,
                type,
                SnapshotValues.dimensions(dimensions),
                SnapshotValues.of(data),
                new TreeMap<>());
    }

    /** Returns a committed datatype without attributes. */
    public static ObjectSnapshot datatype(ReferenceType type) {
        return new ObjectSnapshot(ObjectKind.DATATYPE, null, type, null, null, new TreeMap<>());
    }

    /** Returns a soft or external link, or another path of an object that was already visited. */
    public static ObjectSnapshot link(ObjectKind kind, String target) {
        return new ObjectSnapshot(kind, target, null, null, null, new TreeMap<>());
    }

    /** Returns a copy with an additional attribute. */
    public ObjectSnapshot with(String name, AttributeSnapshot attribute) {
        SortedMap<String, AttributeSnapshot> more = new TreeMap<>(attributes);
        more.put(name, attribute);
        return new ObjectSnapshot(kind, target, type, dimensions, values, more);
    }
}
