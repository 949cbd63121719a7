package dev.fallow.oracle;

import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.snapshot.SnapshotValues;
import dev.fallow.oracle.type.Elements;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.TypeIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bytedeco.hdf5.H5A_info_t;
import org.bytedeco.hdf5.H5A_operator2_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** The attributes of an object. Every call opens the object and closes it again. */
public final class ReferenceAttributes {
    private final ReferenceFile file;
    private final String path;

    ReferenceAttributes(ReferenceFile file, String path) {
        this.file = file;
        this.path = path;
    }

    /**
     * Creates an attribute.
     *
     * @param dimensions empty for a scalar, null for a null dataspace
     * @param data the elements as in {@link ReferenceFile#createDataset}, or null to leave them unwritten
     */
    public void create(String name, ReferenceType type, long[] dimensions, Object data) {
        try (Id object = file.openObject(path);
                Id typeId = TypeIds.create(type)) {
            create(object, name, type, typeId, dimensions, data);
        }
    }

    private void create(Id object, String name, ReferenceType type, Id typeId, long[] dimensions, Object data) {
        try (Id space = Dataspaces.create(dimensions);
                Id properties = Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_ATTRIBUTE_CREATE_ID_g()), "H5Pcreate");
                BytePointer text = Native.text(name)) {
            ReferenceFile.setEncoding(properties, name);
            try (Id attribute = Id.of(
                    hdf5.H5Acreate2(
                            object.value(), text, typeId.value(), space.value(), properties.value(), hdf5.H5P_DEFAULT),
                    "H5Acreate2(" + path + ", " + name + ")")) {
                if (data != null) {
                    write(attribute, type, Math.toIntExact(Dataspaces.count(dimensions)), data);
                }
            }
        }
    }

    /** Creates an attribute with a committed datatype; the data as above. */
    public void createOfType(String name, String typePath, long[] dimensions, Object data) {
        try (Id object = file.openObject(path);
                Id type = file.openObject(typePath)) {
            create(object, name, TypeIds.describe(type.value()), type, dimensions, data);
        }
    }

    /** Creates a scalar attribute. */
    public void create(String name, ReferenceType type, Object value) {
        create(name, type, new long[0], value);
    }

    /** Overwrites all elements of an attribute. */
    public void write(String name, Object data) {
        try (Id object = file.openObject(path);
                Id attribute = open(object, name)) {
            write(attribute, type(attribute), Math.toIntExact(Dataspaces.count(dimensions(attribute))), data);
        }
    }

    /** Returns all elements as in {@link ReferenceFile#read}, or null for a null dataspace. */
    public Object read(String name) {
        try (Id object = file.openObject(path);
                Id attribute = open(object, name);
                Id space = Id.of(hdf5.H5Aget_space(attribute.value()), "H5Aget_space")) {
            long[] dimensions = Dataspaces.dimensions(space);
            return dimensions == null
                    ? null
                    : Elements.readFlat(
                            type(attribute),
                            Math.toIntExact(Dataspaces.count(dimensions)),
                            space.value(),
                            attribute.value(),
                            (memoryType, memory) -> hdf5.H5Aread(attribute.value(), memoryType, memory));
        }
    }

    /** Returns the names, sorted as in libhdf5. */
    public List<String> names() {
        try (Id object = file.openObject(path)) {
            return names(object, hdf5.H5_INDEX_NAME);
        }
    }

    /** Returns the names in creation order, or null if the object does not track it. */
    public List<String> namesByAge() {
        try (Id object = file.openObject(path);
                Id creation = creation(object)) {
            int[] flags = new int[1];
            Native.check(hdf5.H5Pget_attr_creation_order(creation.value(), flags), "H5Pget_attr_creation_order");
            return (flags[0] & hdf5.H5P_CRT_ORDER_TRACKED) == 0 ? null : names(object, hdf5.H5_INDEX_CRT_ORDER);
        }
    }

    private static Id creation(Id object) {
        int kind = hdf5.H5Iget_type(object.value());
        if (kind == hdf5.H5I_GROUP) {
            return Id.of(hdf5.H5Gget_create_plist(object.value()), "H5Gget_create_plist");
        }
        return kind == hdf5.H5I_DATASET
                ? Id.of(hdf5.H5Dget_create_plist(object.value()), "H5Dget_create_plist")
                : Id.of(hdf5.H5Tget_create_plist(object.value()), "H5Tget_create_plist");
    }

    private List<String> names(Id object, int index) {
        try (NameCollector collector = new NameCollector()) {
            Native.check(
                    hdf5.H5Aiterate2(object.value(), index, hdf5.H5_ITER_INC, (long[]) null, collector, null),
                    "H5Aiterate2(" + path + ")");
            return collector.names;
        }
    }

    /** Returns the type of an attribute. */
    public ReferenceType type(String name) {
        try (Id object = file.openObject(path);
                Id attribute = open(object, name)) {
            return type(attribute);
        }
    }

    /** Returns the dimensions of an attribute: empty for a scalar, null for a null dataspace. */
    public long[] dimensions(String name) {
        try (Id object = file.openObject(path);
                Id attribute = open(object, name)) {
            return dimensions(attribute);
        }
    }

    /** Deletes an attribute. */
    public void delete(String name) {
        try (Id object = file.openObject(path);
                BytePointer text = Native.text(name)) {
            Native.check(hdf5.H5Adelete(object.value(), text), "H5Adelete(" + path + ", " + name + ")");
        }
    }

    /** Renames an attribute. */
    public void rename(String from, String to) {
        try (Id object = file.openObject(path);
                BytePointer old = Native.text(from);
                BytePointer now = Native.text(to)) {
            Native.check(hdf5.H5Arename(object.value(), old, now), "H5Arename(" + path + ", " + from + ", " + to + ")");
        }
    }

    /** Returns snapshots of all attributes, by name. */
    SortedMap<String, AttributeSnapshot> snapshot() {
        SortedMap<String, AttributeSnapshot> attributes = new TreeMap<>();
        for (String name : names()) {
            try (Id object = file.openObject(path);
                    Id attribute = open(object, name);
                    Id space = Id.of(hdf5.H5Aget_space(attribute.value()), "H5Aget_space")) {
                long[] dimensions = Dataspaces.dimensions(space);
                ReferenceType type = type(attribute);
                attributes.put(
                        name,
                        new AttributeSnapshot(
                                type,
                                SnapshotValues.dimensions(dimensions),
                                SnapshotValues.read(
                                        type,
                                        dimensions,
                                        space.value(),
                                        attribute.value(),
                                        (memoryType, memory) -> hdf5.H5Aread(attribute.value(), memoryType, memory))));
            }
        }
        return attributes;
    }

    private Id open(Id object, String name) {
        try (BytePointer text = Native.text(name)) {
            return Id.of(hdf5.H5Aopen(object.value(), text, hdf5.H5P_DEFAULT), "H5Aopen(" + path + ", " + name + ")");
        }
    }

    private static void write(Id attribute, ReferenceType type, int count, Object data) {
        Elements.write(type, count, data, (memoryType, memory) -> hdf5.H5Awrite(attribute.value(), memoryType, memory));
    }

    private static ReferenceType type(Id attribute) {
        try (Id type = Id.of(hdf5.H5Aget_type(attribute.value()), "H5Aget_type")) {
            return TypeIds.describe(type.value());
        }
    }

    private static long[] dimensions(Id attribute) {
        try (Id space = Id.of(hdf5.H5Aget_space(attribute.value()), "H5Aget_space")) {
            return Dataspaces.dimensions(space);
        }
    }

    private static final class NameCollector extends H5A_operator2_t {
        private final List<String> names = new ArrayList<>();

        @Override
        public int call(long location, BytePointer name, H5A_info_t info, Pointer unused) {
            names.add(name.getString(StandardCharsets.UTF_8));
            return 0;
        }
    }
}
