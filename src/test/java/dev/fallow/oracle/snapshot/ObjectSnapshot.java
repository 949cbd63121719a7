package dev.fallow.oracle.snapshot;

import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.type.ReferenceType;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one path leads to, by value: equal snapshots say that libhdf5 sees no difference.
 *
 * @param kind what it is
 * @param target of a soft or external link, or the path at which the same object was met first; otherwise null
 * @param type of a dataset or a committed datatype; otherwise null
 * @param dimensions of a dataset: none for a scalar; null for no value at all, and for what is not a dataset
 * @param values of a dataset, as {@link SnapshotValues} makes them; null for what is not a dataset
 * @param attributes by name
 */
public record ObjectSnapshot(
        ObjectKind kind,
        String target,
        ReferenceType type,
        List<Long> dimensions,
        Object values,
        SortedMap<String, AttributeSnapshot> attributes) {
    /** Takes a copy of the attributes. */
    public ObjectSnapshot {
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    /** A group without attributes. */
    public static ObjectSnapshot group() {
        return new ObjectSnapshot(ObjectKind.GROUP, null, null, null, null, new TreeMap<>());
    }

    /** A dataset without attributes, from flat data or a single value. */
    public static ObjectSnapshot dataset(ReferenceType type, long[] dimensions, Object data) {
        return new ObjectSnapshot(
                ObjectKind.DATASET,
                null,
                type,
                SnapshotValues.dimensions(dimensions),
                SnapshotValues.of(data),
                new TreeMap<>());
    }

    /** A committed datatype without attributes. */
    public static ObjectSnapshot datatype(ReferenceType type) {
        return new ObjectSnapshot(ObjectKind.DATATYPE, null, type, null, null, new TreeMap<>());
    }

    /** A soft or external link, or another path of an object that was met before. */
    public static ObjectSnapshot link(ObjectKind kind, String target) {
        return new ObjectSnapshot(kind, target, null, null, null, new TreeMap<>());
    }

    /** The same with one more attribute. */
    public ObjectSnapshot with(String name, AttributeSnapshot attribute) {
        SortedMap<String, AttributeSnapshot> more = new TreeMap<>(attributes);
        more.put(name, attribute);
        return new ObjectSnapshot(kind, target, type, dimensions, values, more);
    }
}
