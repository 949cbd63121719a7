package dev.fallow.oracle;

import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.chunk.ReferenceChunks;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.SnapshotValues;
import dev.fallow.oracle.type.Elements;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.TypeIds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.hdf5.H5AC_cache_image_config_t;
import org.bytedeco.hdf5.H5O_info2_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BoolPointer;
import org.bytedeco.javacpp.BytePointer;

/**
 * A file that is open in libhdf5. Every call opens the objects it needs and closes them again, so that the space of
 * deleted objects is free at once; {@link #close()} fails if an object is still open. Paths start with a slash.
 *
 * <p>Every method throws {@link ReferenceException} if a call of libhdf5 fails.
 */
public final class ReferenceFile implements AutoCloseable {
    private final Id file;
    private final Path path;
    private final ReferenceOptions options;
    private boolean open = true;

    private ReferenceFile(Id file, Path path, ReferenceOptions options) {
        this.file = file;
        this.path = path;
        this.options = options;
    }

    /** Returns whether the release of libhdf5 that the build uses has native libraries for this platform. */
    public static boolean isForThisPlatform() {
        return Native.isForThisPlatform();
    }

    /** Returns the version of the library, for example 1.14.3. */
    public static String libraryVersion() {
        return Native.version();
    }

    /** Creates a file; it must not exist. */
    public static ReferenceFile create(Path path, ReferenceOptions options) {
        try (Id creation = creation(options);
                Id access = access(options);
                BytePointer name = Native.text(path.toString())) {
            return new ReferenceFile(
                    Id.of(
                            hdf5.H5Fcreate(name, hdf5.H5F_ACC_EXCL, creation.value(), access.value()),
                            "H5Fcreate(" + path + ")"),
                    path,
                    options);
        }
    }

    /** Opens a file with the default options. */
    public static ReferenceFile open(Path path, boolean readWrite) {
        return open(path, readWrite, ReferenceOptions.defaults());
    }

    /** Opens a file. Options that only apply to the creation of a file are ignored. */
    public static ReferenceFile open(Path path, boolean readWrite, ReferenceOptions options) {
        try (Id access = access(options);
                BytePointer name = Native.text(path.toString())) {
            return new ReferenceFile(
                    Id.of(
                            hdf5.H5Fopen(name, readWrite ? hdf5.H5F_ACC_RDWR : hdf5.H5F_ACC_RDONLY, access.value()),
                            "H5Fopen(" + path + ")"),
                    path,
                    options);
        }
    }

    /** Creates a group; its parent must exist. */
    public void createGroup(String groupPath) {
        createGroup(groupPath, options.trackCreationOrder);
    }

    /** Creates a group, and optionally tracks and indexes the creation order of its links and attributes. */
    public void createGroup(String groupPath, boolean trackCreationOrder) {
        try (Id linkCreation = linkCreation(groupPath);
                Id creation = objectCreation(hdf5.H5P_CLS_GROUP_CREATE_ID_g(), trackCreationOrder);
                BytePointer name = Native.text(groupPath)) {
            if (trackCreationOrder) {
                Native.check(
                        hdf5.H5Pset_link_creation_order(
                                creation.value(), hdf5.H5P_CRT_ORDER_TRACKED | hdf5.H5P_CRT_ORDER_INDEXED),
                        "H5Pset_link_creation_order");
            }
            Id.of(
                            hdf5.H5Gcreate2(
                                    file.value(), name, linkCreation.value(), creation.value(), hdf5.H5P_DEFAULT),
                            "H5Gcreate2(" + groupPath + ")")
                    .close();
        }
    }

    /**
     * Creates a contiguous dataset and writes it.
     *
     * @param dimensions empty for a scalar, null for a null dataspace
     * @param data all elements in row-major order: a flat array of primitives (interpreted as signed or unsigned
     *     according to the type), of strings, or of the values that a read of the type returns; a list of these; or for
     *     a scalar a single value
     * @throws IllegalArgumentException if the data does not fit the dimensions or the type
     */
    public void createDataset(String datasetPath, ReferenceType type, long[] dimensions, Object data) {
        createDataset(datasetPath, type, dimensions, data, StorageKind.CONTIGUOUS);
    }

    /** As above, contiguous or compact; if the data is null, the dataset is allocated at once and left unwritten. */
    public void createDataset(
            String datasetPath, ReferenceType type, long[] dimensions, Object data, StorageKind storage) {
        if (storage != StorageKind.CONTIGUOUS && storage != StorageKind.COMPACT) {
            throw new IllegalArgumentException("contiguous or compact, not " + storage);
        }
        try (Id creation = objectCreation(hdf5.H5P_CLS_DATASET_CREATE_ID_g())) {
            Native.check(hdf5.H5Pset_layout(creation.value(), storage.code), "H5Pset_layout");
            if (data == null) {
                Native.check(hdf5.H5Pset_alloc_time(creation.value(), hdf5.H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time");
            }
            create(datasetPath, type, dimensions, data, creation);
        }
    }

    /**
     * Creates an unwritten dataset with a fill value.
     *
     * @param chunk the dimensions of a chunk in elements; null for a contiguous dataset
     * @param early whether the dataset is allocated at once
     * @param fill one element, as in {@link #createDataset}
     */
    public void createFilledDataset(
            String datasetPath, ReferenceType type, long[] dimensions, long[] chunk, boolean early, Object fill) {
        try (Id creation = objectCreation(hdf5.H5P_CLS_DATASET_CREATE_ID_g())) {
            if (chunk != null) {
                Native.check(hdf5.H5Pset_chunk(creation.value(), chunk.length, chunk), "H5Pset_chunk");
            }
            if (early) {
                Native.check(hdf5.H5Pset_alloc_time(creation.value(), hdf5.H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time");
            }
            Elements.write(
                    type,
                    1,
                    List.of(fill),
                    (memoryType, memory) -> hdf5.H5Pset_fill_value(creation.value(), memoryType, memory));
            create(datasetPath, type, dimensions, null, creation);
        }
    }

    /**
     * Creates a contiguous dataset of one dimension, allocated at once and unwritten; returns its offset in the file.
     */
    public long allocateDataset(String datasetPath, ReferenceType type, long count) {
        createDataset(datasetPath, type, new long[] {count}, null);
        return offset(datasetPath);
    }

    /**
     * Creates a chunked dataset and writes it.
     *
     * @param chunk the dimensions of a chunk in elements
     */
    public void createChunkedDataset(
            String datasetPath, ReferenceType type, long[] dimensions, long[] chunk, Object data) {
        try (Id creation = objectCreation(hdf5.H5P_CLS_DATASET_CREATE_ID_g())) {
            Native.check(hdf5.H5Pset_chunk(creation.value(), chunk.length, chunk), "H5Pset_chunk");
            create(datasetPath, type, dimensions, data, creation);
        }
    }

    /**
     * Creates a chunked dataset with filters, and writes it.
     *
     * @param data as in {@link #createDataset}; null to leave the dataset unwritten
     */
    public void createChunkedDataset(
            String datasetPath, ReferenceType type, long[] dimensions, Chunking chunking, Object data) {
        try (Id creation = objectCreation(hdf5.H5P_CLS_DATASET_CREATE_ID_g());
                Id typeId = TypeIds.create(type);
                Id space = Dataspaces.extendible(dimensions, Chunking.array(chunking.most()))) {
            ReferenceChunks.describe(creation, type, chunking);
            create(datasetPath, type, typeId, space, data, creation);
        }
    }

    /** Writes a block of elements of a dataset, in row-major order. */
    public void writePart(String datasetPath, long[] start, long[] count, List<?> values) {
        try (Id dataset = openDataset(datasetPath)) {
            new ReferenceChunks(dataset, type(dataset)).write(start, count, values);
        }
    }

    /** Changes the dimensions of a chunked dataset. */
    public void resize(String datasetPath, long[] dimensions) {
        try (Id dataset = openDataset(datasetPath)) {
            new ReferenceChunks(dataset, type(dataset)).resize(dimensions);
        }
    }

    /**
     * Adds elements behind the last ones of a dimension of a chunked dataset.
     *
     * @param shape of the new elements
     */
    public void append(String datasetPath, int dimension, long[] shape, List<?> values) {
        try (Id dataset = openDataset(datasetPath)) {
            new ReferenceChunks(dataset, type(dataset)).append(dimension, shape, values, dimensions(dataset));
        }
    }

    /** Overwrites all elements of a dataset; the data as in {@link #createDataset}. */
    public void write(String datasetPath, Object data) {
        try (Id dataset = openDataset(datasetPath)) {
            write(dataset, type(dataset), dimensions(dataset), data);
        }
    }

    /**
     * Returns all elements in row-major order, in a flat array: signed integers in an array of their width, unsigned
     * ones of the next larger width (eight-byte ones in {@code long[]}), floating-point numbers of up to four bytes in
     * {@code float[]}, others in {@code double[]}, strings without their padding in {@code String[]}; other types in
     * {@code Object[]} of maps, lists, numbers and strings. Null for a null dataspace.
     */
    public Object read(String datasetPath) {
        try (Id dataset = openDataset(datasetPath);
                Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space")) {
            long[] dimensions = Dataspaces.dimensions(space);
            return dimensions == null
                    ? null
                    : Elements.readFlat(
                            type(dataset), count(dimensions), space.value(), dataset.value(), reading(dataset));
        }
    }

    /** Returns all elements, converted to signed eight-byte integers. */
    public long[] readLongs(String datasetPath) {
        try (Id dataset = openDataset(datasetPath)) {
            return Elements.readLongs(count(dimensions(dataset)), hdf5.H5T_NATIVE_INT64_g(), reading(dataset));
        }
    }

    /** Returns all elements, converted to double. */
    public double[] readDoubles(String datasetPath) {
        try (Id dataset = openDataset(datasetPath)) {
            return Elements.readDoubles(count(dimensions(dataset)), reading(dataset));
        }
    }

    /** Returns all elements, converted to a primitive number type, in a flat array. */
    public Object readAs(String datasetPath, Class<?> primitive) {
        try (Id dataset = openDataset(datasetPath)) {
            return Elements.readAs(primitive, count(dimensions(dataset)), reading(dataset));
        }
    }

    /** Returns the type of a dataset, or a committed datatype. */
    public ReferenceType type(String objectPath) {
        try (Id object = openObject(objectPath)) {
            return hdf5.H5Iget_type(object.value()) == hdf5.H5I_DATATYPE
                    ? TypeIds.describe(object.value())
                    : type(object);
        }
    }

    /** Returns the dimensions of a dataset: empty for a scalar, null for a null dataspace. */
    public long[] dimensions(String datasetPath) {
        try (Id dataset = openDataset(datasetPath)) {
            return dimensions(dataset);
        }
    }

    /** Returns the storage layout of a dataset. */
    public StorageKind storage(String datasetPath) {
        try (Id dataset = openDataset(datasetPath);
                Id creation = Id.of(hdf5.H5Dget_create_plist(dataset.value()), "H5Dget_create_plist")) {
            return StorageKind.ofCode(Native.check(hdf5.H5Pget_layout(creation.value()), "H5Pget_layout"));
        }
    }

    /**
     * Returns the offset of a contiguous dataset's elements from the beginning of the file, or -1 for other layouts and
     * unallocated datasets.
     */
    public long offset(String datasetPath) {
        try (Id dataset = openDataset(datasetPath)) {
            return hdf5.H5Dget_offset(dataset.value());
        }
    }

    /** Returns the kind of chunk index of a dataset: one of the constants {@code H5D_CHUNK_IDX}. */
    public int chunkIndex(String datasetPath) {
        int[] index = new int[1];
        try (Id dataset = openDataset(datasetPath)) {
            Native.check(hdf5.H5Dget_chunk_index_type(dataset.value(), index), "H5Dget_chunk_index_type");
        }
        return index[0];
    }

    /** Returns the number of bytes allocated for a dataset's elements. */
    public long storageSize(String datasetPath) {
        try (Id dataset = openDataset(datasetPath)) {
            return hdf5.H5Dget_storage_size(dataset.value());
        }
    }

    /** Creates a committed datatype. */
    public void commitType(String typePath, ReferenceType type) {
        try (Id linkCreation = linkCreation(typePath);
                Id creation = objectCreation(hdf5.H5P_CLS_DATATYPE_CREATE_ID_g());
                Id typeId = TypeIds.create(type);
                BytePointer name = Native.text(typePath)) {
            Native.check(
                    hdf5.H5Tcommit2(
                            file.value(),
                            name,
                            typeId.value(),
                            linkCreation.value(),
                            creation.value(),
                            hdf5.H5P_DEFAULT),
                    "H5Tcommit2(" + typePath + ")");
        }
    }

    /** Creates a contiguous dataset with a committed datatype, and writes it; the data as above. */
    public void createDatasetOfType(String datasetPath, String typePath, long[] dimensions, Object data) {
        try (Id creation = objectCreation(hdf5.H5P_CLS_DATASET_CREATE_ID_g());
                Id type = openObject(typePath)) {
            create(datasetPath, TypeIds.describe(type.value()), type, dimensions, data, creation);
        }
    }

    /** Returns the attributes of an object. */
    public ReferenceAttributes attributes(String objectPath) {
        return new ReferenceAttributes(this, objectPath);
    }

    /** Returns every link reachable from the root group; the links of each group once, parents before children. */
    public List<ReferenceEntry> list(LinkOrder order) {
        return Listing.of(file, order);
    }

    /** Returns the names of the links of a group in creation order, or null if it does not track it. */
    public List<String> linksByAge(String groupPath) {
        try (Id group = openObject(groupPath);
                Id creation = Id.of(hdf5.H5Gget_create_plist(group.value()), "H5Gget_create_plist")) {
            int[] flags = new int[1];
            Native.check(hdf5.H5Pget_link_creation_order(creation.value(), flags), "H5Pget_link_creation_order");
            return (flags[0] & hdf5.H5P_CRT_ORDER_TRACKED) == 0
                    ? null
                    : Listing.linkNames(file, groupPath, LinkOrder.CREATION);
        }
    }

    /** Returns whether every link of a path exists; the target of the last one need not exist. */
    public boolean exists(String linkPath) {
        for (int slash = linkPath.indexOf('/', 1); ; slash = linkPath.indexOf('/', slash + 1)) {
            String part = slash < 0 ? linkPath : linkPath.substring(0, slash);
            try (BytePointer name = Native.text(part)) {
                int result =
                        Native.check(hdf5.H5Lexists(file.value(), name, hdf5.H5P_DEFAULT), "H5Lexists(" + part + ")");
                if (result == 0) {
                    return false;
                }
            }
            if (slash < 0) {
                return true;
            }
        }
    }

    /** Deletes a link, and with its last link the object. */
    public void delete(String linkPath) {
        try (BytePointer name = Native.text(linkPath)) {
            Native.check(hdf5.H5Ldelete(file.value(), name, hdf5.H5P_DEFAULT), "H5Ldelete(" + linkPath + ")");
        }
    }

    /** Renames a link, or moves it to another group. */
    public void move(String from, String to) {
        try (Id linkCreation = linkCreation(to);
                BytePointer old = Native.text(from);
                BytePointer now = Native.text(to)) {
            Native.check(
                    hdf5.H5Lmove(file.value(), old, file.value(), now, linkCreation.value(), hdf5.H5P_DEFAULT),
                    "H5Lmove(" + from + ", " + to + ")");
        }
    }

    /** Copies an object, a group with its descendants. */
    public void copy(String from, String to) {
        try (Id linkCreation = linkCreation(to);
                BytePointer source = Native.text(from);
                BytePointer target = Native.text(to)) {
            Native.check(
                    hdf5.H5Ocopy(file.value(), source, file.value(), target, hdf5.H5P_DEFAULT, linkCreation.value()),
                    "H5Ocopy(" + from + ", " + to + ")");
        }
    }

    /** Copies an object to another file, a group with its descendants. */
    public void copy(String from, ReferenceFile target, String to) {
        try (Id linkCreation = linkCreation(to);
                BytePointer source = Native.text(from);
                BytePointer name = Native.text(to)) {
            Native.check(
                    hdf5.H5Ocopy(
                            file.value(), source, target.file.value(), name, hdf5.H5P_DEFAULT, linkCreation.value()),
                    "H5Ocopy(" + from + ", " + target.path + ", " + to + ")");
        }
    }

    /** Creates a hard link to an object. */
    public void createHardLink(String existing, String linkPath) {
        try (Id linkCreation = linkCreation(linkPath);
                BytePointer object = Native.text(existing);
                BytePointer name = Native.text(linkPath)) {
            Native.check(
                    hdf5.H5Lcreate_hard(
                            file.value(), object, file.value(), name, linkCreation.value(), hdf5.H5P_DEFAULT),
                    "H5Lcreate_hard(" + existing + ", " + linkPath + ")");
        }
    }

    /** Creates a soft link to a path, which need not exist. */
    public void createSoftLink(String target, String linkPath) {
        try (Id linkCreation = linkCreation(linkPath);
                BytePointer value = Native.text(target);
                BytePointer name = Native.text(linkPath)) {
            Native.check(
                    hdf5.H5Lcreate_soft(value, file.value(), name, linkCreation.value(), hdf5.H5P_DEFAULT),
                    "H5Lcreate_soft(" + target + ", " + linkPath + ")");
        }
    }

    /** Creates an external link to a path in another file; neither need exist. */
    public void createExternalLink(String targetFile, String target, String linkPath) {
        try (Id linkCreation = linkCreation(linkPath);
                BytePointer fileName = Native.text(targetFile);
                BytePointer value = Native.text(target);
                BytePointer name = Native.text(linkPath)) {
            Native.check(
                    hdf5.H5Lcreate_external(
                            fileName, value, file.value(), name, linkCreation.value(), hdf5.H5P_DEFAULT),
                    "H5Lcreate_external(" + targetFile + ", " + target + ", " + linkPath + ")");
        }
    }

    /** Returns the kind of the object at a path; soft and external links are followed. */
    public ObjectKind kind(String objectPath) {
        return Listing.kind(file, objectPath);
    }

    /** Returns the address of an object's header, relative to the base address. */
    public long headerAddress(String objectPath) {
        String token = Listing.token(file, objectPath);
        return Long.reverseBytes(Long.parseUnsignedLong(token.substring(0, 2 * Long.BYTES), 16));
    }

    /** Returns the reference count of an object. */
    public int referenceCount(String objectPath) {
        try (H5O_info2_t info = new H5O_info2_t()) {
            Listing.objectInfo(file, objectPath, info);
            return info.rc();
        }
    }

    /** Returns the space that an object uses outside of its header. */
    public StorageOverhead overhead(String objectPath) {
        return StorageOverhead.of(file, objectPath);
    }

    /** Returns the space information of libhdf5. */
    public ReferenceSpace space() {
        return new ReferenceSpace(file);
    }

    /** Writes buffered changes to the file. */
    public void flush() {
        Native.check(hdf5.H5Fflush(file.value(), hdf5.H5F_SCOPE_GLOBAL), "H5Fflush(" + path + ")");
    }

    /**
     * Closes the file, even if objects in it are open.
     *
     * @throws AssertionError if an object was open, which is an error of the oracle that would keep space in use
     */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        List<String> forgotten = openObjects();
        file.close(hdf5::H5Fclose, "H5Fclose(" + path + ")");
        if (!forgotten.isEmpty()) {
            throw new AssertionError("left open in " + path + ": " + forgotten);
        }
    }

    /** Opens an object for another class of the package; the caller closes it. */
    Id openObject(String objectPath) {
        try (BytePointer name = Native.text(objectPath)) {
            return Id.of(hdf5.H5Oopen(file.value(), name, hdf5.H5P_DEFAULT), "H5Oopen(" + objectPath + ")");
        }
    }

    /** Returns a snapshot of the target of a listing entry. */
    public ObjectSnapshot snapshot(ReferenceEntry entry) {
        String at = entry.path();
        return switch (entry.kind()) {
            case GROUP ->
                new ObjectSnapshot(
                        ObjectKind.GROUP, null, null, null, null, attributes(at).snapshot());
            case DATATYPE ->
                new ObjectSnapshot(
                        ObjectKind.DATATYPE,
                        null,
                        type(at),
                        null,
                        null,
                        attributes(at).snapshot());
            case DATASET -> snapshotDataset(at);
            default -> ObjectSnapshot.link(entry.kind(), entry.target());
        };
    }

    /** Marks a non-ASCII name as UTF-8 in a link or attribute creation property list. */
    static void setEncoding(Id properties, String name) {
        if (!name.chars().allMatch(c -> c < 128)) {
            Native.check(hdf5.H5Pset_char_encoding(properties.value(), hdf5.H5T_CSET_UTF8), "H5Pset_char_encoding");
        }
    }

    private ObjectSnapshot snapshotDataset(String at) {
        try (Id dataset = openDataset(at);
                Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space")) {
            long[] dimensions = Dataspaces.dimensions(space);
            ReferenceType type = type(dataset);
            return new ObjectSnapshot(
                    ObjectKind.DATASET,
                    null,
                    type,
                    SnapshotValues.dimensions(dimensions),
                    SnapshotValues.read(type, dimensions, space.value(), dataset.value(), reading(dataset)),
                    attributes(at).snapshot());
        }
    }

    /**
     * Creates an extendible chunked dataset, unwritten if the data is null.
     *
     * @param most the maximal dimensions, -1 for unlimited
     * @param filtered whether to use a filter, the Fletcher-32 checksum
     * @param early whether to allocate all chunks at once
     */
    public void createChunkedDataset(
            String datasetPath,
            ReferenceType type,
            long[] dimensions,
            long[] most,
            long[] chunk,
            boolean filtered,
            boolean early,
            Object data) {
        try (Id creation = objectCreation(hdf5.H5P_CLS_DATASET_CREATE_ID_g());
                Id typeId = TypeIds.create(type);
                Id linkCreation = linkCreation(datasetPath);
                Id space = Dataspaces.extendible(dimensions, most);
                BytePointer name = Native.text(datasetPath)) {
            Native.check(hdf5.H5Pset_chunk(creation.value(), chunk.length, chunk), "H5Pset_chunk");
            if (filtered) {
                Native.check(hdf5.H5Pset_fletcher32(creation.value()), "H5Pset_fletcher32");
            }
            if (early) {
                Native.check(hdf5.H5Pset_alloc_time(creation.value(), hdf5.H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time");
            }
            try (Id dataset = Id.of(
                    hdf5.H5Dcreate2(
                            file.value(),
                            name,
                            typeId.value(),
                            space.value(),
                            linkCreation.value(),
                            creation.value(),
                            hdf5.H5P_DEFAULT),
                    "H5Dcreate2(" + datasetPath + ")")) {
                if (data != null) {
                    write(dataset, type, dimensions, data);
                }
            }
        }
    }

    private void create(String at, ReferenceType type, long[] dimensions, Object data, Id creation) {
        try (Id typeId = TypeIds.create(type)) {
            create(at, type, typeId, dimensions, data, creation);
        }
    }

    private void create(String at, ReferenceType type, Id typeId, long[] dimensions, Object data, Id creation) {
        try (Id space = Dataspaces.create(dimensions)) {
            create(at, type, typeId, space, data, creation);
        }
    }

    private void create(String at, ReferenceType type, Id typeId, Id space, Object data, Id creation) {
        try (Id linkCreation = linkCreation(at);
                BytePointer name = Native.text(at);
                Id dataset = Id.of(
                        hdf5.H5Dcreate2(
                                file.value(),
                                name,
                                typeId.value(),
                                space.value(),
                                linkCreation.value(),
                                creation.value(),
                                hdf5.H5P_DEFAULT),
                        "H5Dcreate2(" + at + ")")) {
            if (data != null) {
                write(dataset, type, Dataspaces.dimensions(space), data);
            }
        }
    }

    private static void write(Id dataset, ReferenceType type, long[] dimensions, Object data) {
        Elements.write(
                type,
                count(dimensions),
                data,
                (memoryType, memory) -> hdf5.H5Dwrite(
                        dataset.value(), memoryType, hdf5.H5S_ALL, hdf5.H5S_ALL, hdf5.H5P_DEFAULT, memory));
    }

    private static Elements.Transfer reading(Id dataset) {
        return (memoryType, memory) ->
                hdf5.H5Dread(dataset.value(), memoryType, hdf5.H5S_ALL, hdf5.H5S_ALL, hdf5.H5P_DEFAULT, memory);
    }

    private Id openDataset(String datasetPath) {
        try (BytePointer name = Native.text(datasetPath)) {
            return Id.of(hdf5.H5Dopen2(file.value(), name, hdf5.H5P_DEFAULT), "H5Dopen2(" + datasetPath + ")");
        }
    }

    private static ReferenceType type(Id dataset) {
        try (Id type = Id.of(hdf5.H5Dget_type(dataset.value()), "H5Dget_type")) {
            return TypeIds.describe(type.value());
        }
    }

    private static long[] dimensions(Id dataset) {
        try (Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space")) {
            return Dataspaces.dimensions(space);
        }
    }

    private static int count(long[] dimensions) {
        return Math.toIntExact(Dataspaces.count(dimensions));
    }

    /** Returns the names of the open objects of the file, without the file itself. */
    private List<String> openObjects() {
        int kinds = hdf5.H5F_OBJ_DATASET
                | hdf5.H5F_OBJ_GROUP
                | hdf5.H5F_OBJ_DATATYPE
                | hdf5.H5F_OBJ_ATTR
                | hdf5.H5F_OBJ_LOCAL;
        long count = Native.check(hdf5.H5Fget_obj_count(file.value(), kinds), "H5Fget_obj_count");
        List<String> names = new ArrayList<>();
        if (count > 0) {
            long[] ids = new long[Math.toIntExact(count)];
            Native.check(hdf5.H5Fget_obj_ids(file.value(), kinds, count, ids), "H5Fget_obj_ids");
            for (long id : ids) {
                names.add(Native.name((buffer, size) -> hdf5.H5Iget_name(id, buffer, size), "H5Iget_name"));
            }
        }
        return names;
    }

    private Id objectCreation(long propertyClass) {
        return objectCreation(propertyClass, options.trackCreationOrder);
    }

    private Id objectCreation(long propertyClass, boolean trackCreationOrder) {
        return Id.build(Id.of(hdf5.H5Pcreate(propertyClass), "H5Pcreate"), id -> {
            Native.check(hdf5.H5Pset_obj_track_times(id.value(), options.trackTimes), "H5Pset_obj_track_times");
            if (trackCreationOrder) {
                Native.check(
                        hdf5.H5Pset_attr_creation_order(
                                id.value(), hdf5.H5P_CRT_ORDER_TRACKED | hdf5.H5P_CRT_ORDER_INDEXED),
                        "H5Pset_attr_creation_order");
            }
        });
    }

    private static Id linkCreation(String name) {
        return Id.build(
                Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_LINK_CREATE_ID_g()), "H5Pcreate"), id -> setEncoding(id, name));
    }

    private static Id creation(ReferenceOptions options) {
        return Id.build(Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_CREATE_ID_g()), "H5Pcreate"), id -> {
            long list = id.value();
            Native.check(
                    hdf5.H5Pset_file_space_strategy(list, options.strategy.code, options.persist, options.threshold),
                    "H5Pset_file_space_strategy");
            Native.check(hdf5.H5Pset_file_space_page_size(list, options.pageSize), "H5Pset_file_space_page_size");
            Native.check(hdf5.H5Pset_userblock(list, options.userBlockSize), "H5Pset_userblock");
            Native.check(hdf5.H5Pset_sizes(list, options.offsetBytes, options.lengthBytes), "H5Pset_sizes");
            Native.check(hdf5.H5Pset_obj_track_times(list, options.trackTimes), "H5Pset_obj_track_times");
            if (options.mostSharedInList >= 0) {
                shareMessages(list, options.mostSharedInList);
            }
            if (options.trackCreationOrder) {
                int tracked = hdf5.H5P_CRT_ORDER_TRACKED | hdf5.H5P_CRT_ORDER_INDEXED;
                Native.check(hdf5.H5Pset_link_creation_order(list, tracked), "H5Pset_link_creation_order");
                Native.check(hdf5.H5Pset_attr_creation_order(list, tracked), "H5Pset_attr_creation_order");
            }
        });
    }

    private static void shareMessages(long list, int mostInList) {
        int attributes = hdf5.H5O_SHMESG_ATTR_FLAG;
        Native.check(hdf5.H5Pset_shared_mesg_nindexes(list, 2), "H5Pset_shared_mesg_nindexes");
        Native.check(hdf5.H5Pset_shared_mesg_index(list, 0, attributes, 1), "H5Pset_shared_mesg_index");
        Native.check(
                hdf5.H5Pset_shared_mesg_index(list, 1, hdf5.H5O_SHMESG_ALL_FLAG & ~attributes, 1),
                "H5Pset_shared_mesg_index");
        Native.check(
                hdf5.H5Pset_shared_mesg_phase_change(list, mostInList, mostInList / 2),
                "H5Pset_shared_mesg_phase_change");
    }

    private static Id access(ReferenceOptions options) {
        return Id.build(Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate"), id -> {
            long list = id.value();
            Native.check(hdf5.H5Pset_libver_bounds(list, options.low.code, options.high.code), "H5Pset_libver_bounds");
            Native.check(
                    hdf5.H5Pset_alignment(list, options.alignmentThreshold, options.alignment), "H5Pset_alignment");
            Native.check(hdf5.H5Pset_meta_block_size(list, options.metaBlockSize), "H5Pset_meta_block_size");
            Native.check(
                    hdf5.H5Pset_small_data_block_size(list, options.smallDataBlockSize),
                    "H5Pset_small_data_block_size");
            if (options.clearStatusFlags) {
                clearStatusFlags(list);
            }
            if (options.cacheImage) {
                writeCacheImage(list);
            }
            Native.check(hdf5.H5Pset_fclose_degree(list, hdf5.H5F_CLOSE_STRONG), "H5Pset_fclose_degree");
        });
    }

    private static void writeCacheImage(long list) {
        try (H5AC_cache_image_config_t config = new H5AC_cache_image_config_t()) {
            config.version(hdf5.H5AC__CURR_CACHE_IMAGE_CONFIG_VERSION);
            config.generate_image(true);
            config.save_resize_status(false);
            config.entry_ageout(hdf5.H5AC__CACHE_IMAGE__ENTRY_AGEOUT__NONE);
            Native.check(hdf5.H5Pset_mdc_image_config(list, config), "H5Pset_mdc_image_config");
        }
    }

    /** Clears the status flags like the tool h5clear; the property has no public function. */
    private static void clearStatusFlags(long list) {
        try (BytePointer name = Native.text("clear_status_flags");
                BoolPointer yes = new BoolPointer(1)) {
            yes.put(0, true);
            Native.check(hdf5.H5Pset(list, name, yes), "H5Pset(clear_status_flags)");
        }
    }
}
