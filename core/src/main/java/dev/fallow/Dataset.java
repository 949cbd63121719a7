package dev.fallow;

import dev.fallow.filter.FilterSetting;
import dev.fallow.type.Datatype;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An n-dimensional array or a scalar.
 *
 * <pre>{@code
 * Dataset image = file.dataset("/image");
 * double[][] all = image.read(double[][].class);
 * float[] row = image.read(Selection.of("0, :"), float[].class);
 * image.write(Selection.of("5, 7"), 1.5);
 * for (Slab slab : image.slabs(100)) {
 *     double[][] rows = (double[][]) slab.rows();
 * }
 * }</pre>
 */
public non-sealed interface Dataset extends StoredObject {
    /** The datatype of the elements. */
    Datatype datatype();

    /** The number of elements in each dimension; none for a scalar, or if there is no value: {@link #isNull()} tells. */
    long[] dimensions();

    /** Whether there is no value: a null dataspace. It is read as {@link Empty}. */
    boolean isNull();

    /** The number of elements: 1 for a scalar, 0 if there is no value. */
    long elementCount();

    /**
     * The limit of each dimension: the dataset can be resized up to it; -1 if there is none. Equal to {@link #dimensions}
     * if the file states no limits.
     */
    long[] maxDimensions();

    /** The number of elements of a chunk in each dimension; none if the elements are not in chunks. */
    long[] chunkDimensions();

    /** How the elements are stored. */
    StorageLayout layout();

    /** The filters of the chunks with the values that are stored, in the order in which they are applied on writing. */
    List<FilterSetting> filters();

    /**
     * The mappings of a virtual dataset, in the order in which they apply: where several have the same element, the last one counts. Empty if
     * the dataset is not {@linkplain StorageLayout#VIRTUAL virtual}.
     *
     * @throws CorruptFileException if they are damaged
     */
    List<VirtualMapping> virtualMappings();

    /**
     * The sources of a virtual dataset, each once, and whether they are there, in the order of the mappings; of a name with {@code %b} those up to the
     * first that is missing, which counts only if it is the first of all. Empty if the dataset is not {@linkplain StorageLayout#VIRTUAL virtual}. Looks
     * for each of them: takes the time of opening every source file.
     *
     * @throws CorruptFileException if the mappings are damaged
     */
    default List<VirtualSource> virtualSources() {
        return virtualSources(Selection.all());
    }

    /**
     * Those of the {@link #virtualSources()} that have selected elements, or determine how far the dataset reaches and are missing.
     *
     * @param selection as for {@link #read(Selection)}
     */
    List<VirtualSource> virtualSources(Selection selection);

    /**
     * The address of the elements, relative to the base address; -1 if they are in the object header or not allocated.
     */
    long storageAddress();

    /**
     * The size of all elements in bytes, as declared: the number of elements times the size of an element of the datatype, whether
     * they are stored, compressed or neither. Elements of variable length count with their references.
     */
    long logicalSize();

    /**
     * The bytes that the elements take in this file: those of all stored chunks, after their filters, O(number of chunks); 0 if no space
     * is allocated, or the elements are in other files. What elements of variable length refer to is not counted.
     */
    long storedSize();

    /** The value of elements that were never written, as {@link #read()} returns an element. */
    Object fillValue();

    /**
     * Reads all elements: a single element for a scalar, an n-dimensional array otherwise, {@link Empty} if there is no value.
     * {@link dev.fallow.Types} lists the Java types of the elements. Elements that were never allocated read as the fill value;
     * elements that were allocated but never written are undefined. A string of variable length, or a null-terminated one, ends at its
     * first zero byte: bytes behind that are no part of the value, and are lost if what was read is written.
     *
     * @throws UnsupportedFeatureException if the datatype or the layout is not supported
     * @throws TooLargeException if a dimension exceeds the length of a Java array, or there is not enough memory
     * @throws CorruptFileException if an element refers to something that does not exist
     */
    Object read();

    /**
     * Reads selected elements. Chunks without selected elements are not read.
     *
     * @param selection {@code Selection.block} and its like; of the dataset's rank
     * @return an array of the selection's shape, as for {@link #read()}; one dimension for points and for several blocks
     * @throws WrongTypeException if the selection is of another rank
     * @throws OutOfRangeException if it is not inside the dataset
     * @throws UnsupportedFeatureException if the datatype, the layout or a filter is not supported
     * @throws TooLargeException if the result does not fit into Java arrays or the memory
     * @throws CorruptFileException if a chunk is damaged; the message has its coordinates, and the others can be read
     */
    Object read(Selection selection);

    /**
     * Reads all elements as a Java type: an array with the dimensions of the dataset ({@code float[][].class}); an array
     * of one dimension for all elements in row-major order ({@code float[].class}), also of a scalar; or a single element
     * of a scalar, or of a dataset with just one ({@code double.class}, {@code String.class}). {@link dev.fallow.Types} lists the types of elements. Numbers are
     * converted if every one of them is represented exactly.
     *
     * <p>{@code RawElements.class} returns the bytes as stored in the file; elements of variable length are stored as addresses.
     *
     * <p>{@code Instant[].class} takes numbers in the units of the attribute {@code units}, which has the form of the CF
     * conventions, {@code hours since 1970-01-01 00:00:00}; from nanoseconds to days. Fractions are rounded to nanoseconds; NaN
     * is null. {@code Instant.class} takes one, which must not be NaN. {@link TimeUnits} says what dates before 1582-10-15 are.
     *
     * @return an array without elements, or {@link Empty}, if there is no value
     * @throws WrongTypeException if the elements cannot be read as this type, or one is not represented exactly; the
     *     message names it. For instants, if the attribute {@code units} is missing or has another form, the attribute {@code
     *     calendar} is neither missing nor the standard calendar, or an element is too far away
     */
    default <T> T read(Class<T> type) {
        return read(Selection.all(), type, Conversion.LOSSLESS);
    }

    /**
     * Reads all elements, in row-major order, of a compound datatype as records. A component is the member of its name, or else
     * the only one whose name differs in case and underscores. Members without a component are not converted.
     *
     * @return empty if there is no value
     * @throws WrongTypeException if a component has no member, or a member cannot be read as its type
     */
    default <T extends Record> List<T> readRecords(Class<T> recordClass) {
        return readRecords(Selection.all(), recordClass);
    }

    /**
     * Reads selected elements, as {@link #readRecords(Class)} reads all.
     *
     * @param selection as for {@link #read(Selection)}
     */
    @SuppressWarnings("unchecked") // the array has this component type
    default <T extends Record> List<T> readRecords(Selection selection, Class<T> recordClass) {
        return Collections.unmodifiableList(Arrays.asList((T[]) read(selection, recordClass.arrayType())));
    }

    /**
     * Reads one member of all elements of a compound: a column of a table. The other members are not converted.
     *
     * @param member its name
     * @param type as for {@link #read(Class)}; if the member is an array, with its dimensions, too
     * @throws WrongTypeException if there is no such member, or it cannot be read as this type
     */
    default <T> T readMember(String member, Class<T> type) {
        return readMember(Selection.all(), member, type);
    }

    /**
     * Reads one member of selected elements, as {@link #readMember(String, Class)} reads that of all.
     *
     * @param selection as for {@link #read(Selection)}
     */
    <T> T readMember(Selection selection, String member, Class<T> type);

    /**
     * Reads one element of a member that is an array of one dimension, as {@link #readMember(Selection, String, Class)} reads the
     * whole member. The other elements are not converted.
     *
     * @param index of the element in the member
     * @throws WrongTypeException if there is no such element, too
     */
    <T> T readMember(Selection selection, String member, int index, Class<T> type);

    /**
     * Reads all elements into an array of the dataset's shape, into one of one dimension, or into a buffer from its position, which is
     * advanced; in row-major order. A {@code ByteBuffer} receives the bytes as stored in the file; others receive converted numbers. After a
     * failure the array's contents are undefined.
     *
     * @throws WrongTypeException as for {@link #read(Class)}, or if the array has another shape, the buffer has not enough room or
     *     holds characters, or there is no value
     */
    default void readInto(Object target) {
        readInto(Selection.all(), target, Conversion.LOSSLESS);
    }

    /**
     * Reads selected elements as a Java type, as {@link #read(Class)} reads all: an array of the selection's shape, or of one
     * dimension.
     *
     * @param selection as for {@link #read(Selection)}
     */
    default <T> T read(Selection selection, Class<T> type) {
        return read(selection, type, Conversion.LOSSLESS);
    }

    /**
     * As {@link #read(Selection, Class)}.
     *
     * @param conversion what happens with a number that is not represented exactly
     */
    <T> T read(Selection selection, Class<T> type, Conversion conversion);

    /**
     * Reads selected elements, as {@link #readInto(Object)} reads all.
     *
     * @param selection as for {@link #read(Selection)}
     * @param conversion what happens with a number that is not represented exactly
     */
    void readInto(Selection selection, Object target, Conversion conversion);

    /**
     * Writes all elements: {@linkplain WriteMode#COPY to new chunks}, if the dataset has chunks; otherwise {@linkplain
     * WriteMode#IN_PLACE in place}. Elements with variable-length parts are always written by {@link WriteMode#COPY}. A
     * write that replaces many chunks may be committed in parts; see {@link
     * dev.fallow.SessionOptions#withSplitCommits}.
     *
     * @param value of the dataset's shape, with elements that fit its datatype; or a one-dimensional array or buffer of
     *     all elements in row-major order; or {@link dev.fallow.RawElements} or a {@code ByteBuffer} of the bytes as stored; or an
     *     {@code Instant[]} or list of all elements, or one {@code Instant}, which {@link #read(Class)} reads, where a floating-point
     *     number becomes the nearest one and null NaN
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    void write(Object value);

    /**
     * Writes all elements.
     *
     * @param value as for {@link #write(Object)}
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    void write(Object value, WriteMode mode);

    /**
     * Writes selected elements, in the mode of {@link #write(Object)}. Chunks that are selected whole are not read.
     *
     * @param selection as for {@link #read(Selection)}
     * @param value of the selection's shape; elements as for {@link #write(Object)}
     * @throws WrongTypeException if the selection is not inside the dataset, the shape differs, or an element does not fit
     * @throws UnsupportedFeatureException if a filter cannot be applied
     * @throws CorruptFileException if a chunk that is selected in part is damaged; nothing is changed then
     */
    void write(Selection selection, Object value);

    /**
     * Writes selected elements.
     *
     * @param selection as for {@link #read(Selection)}
     * @param value as for {@link #write(Selection, Object)}
     */
    void write(Selection selection, Object value, WriteMode mode);

    /**
     * Writes all elements, in the mode of {@link #write(Object)}.
     *
     * @param value as for {@link #write(Object)}
     * @param conversion what happens with a number that the datatype does not represent exactly; {@link Conversion#ROUNDING}
     *     stores {@code double[]} as float32, for example
     * @throws WrongTypeException if the shape differs, or an element does not fit
     */
    void write(Object value, Conversion conversion);

    /**
     * Writes selected elements, as {@link #write(Selection, Object)}.
     *
     * @param conversion as for {@link #write(Object, Conversion)}
     */
    void write(Selection selection, Object value, Conversion conversion);

    /**
     * Changes the number of elements in each dimension. Elements outside the new dimensions are lost, and their chunks are
     * freed; new elements are the fill value.
     *
     * @param dimensions at most {@link #maxDimensions}
     * @throws WrongTypeException if a dimension exceeds its limit, or their number differs
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    void resize(long... dimensions);

    /**
     * Appends rows: elements behind the last ones of the first dimension.
     *
     * @param rows of the dataset's shape except in the first dimension; or a single row, with one dimension less; or a
     *     one-dimensional array or buffer of whole rows in row-major order; elements as for {@link #write(Object)}
     * @throws WrongTypeException if the shape differs, an element does not fit, or the dataset cannot grow by as much
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    default void append(Object rows) {
        append(0, rows);
    }

    /**
     * Appends elements behind the last ones of a dimension, in one change.
     *
     * @param dimension 0 is the first one
     * @param value as for {@link #append(Object)}
     */
    void append(int dimension, Object value);

    /**
     * As {@link #append(Object)}.
     *
     * @param conversion as for {@link #write(Object, Conversion)}
     */
    void append(Object rows, Conversion conversion);

    /**
     * Collects rows and appends many of them at a time: the way to append rows one by one.
     *
     * @throws UnsupportedFeatureException if the dataset has no chunks
     * @throws ContainerException if the container is read-only
     */
    default Appender appender() {
        return appender(Conversion.LOSSLESS);
    }

    /**
     * As {@link #appender()}.
     *
     * @param conversion of the rows, as for {@link #write(Object, Conversion)}
     */
    Appender appender(Conversion conversion);

    /**
     * All elements, a number of rows of the first dimension at a time, each read when it is asked for. Memory is bounded by these rows
     * and the chunks that they are in; multiples of the chunk's first dimension are read fastest. The extent is that at the call.
     *
     * @param rows at least 1
     * @throws WrongTypeException if there is no first dimension
     */
    Iterable<Slab> slabs(long rows);

    /**
     * Copies the elements and the attributes to a new dataset, which may be in another container and have another layout,
     * other chunks and filters. Memory is bounded by a few MiB and one chunk of each dataset. Of a chunked dataset with the same fill
     * value as the copy only the stored chunks are copied.
     *
     * @param group of this or another container
     * @param path of the copy
     * @param options of the copy; their {@link DatasetOptions#progress} is told of the elements copied, and if it ends the copying, the
     *     copy is deleted
     * @return the copy
     * @throws WrongTypeException if there is no value
     * @throws UnsupportedFeatureException if elements refer to objects of another container
     */
    Dataset copyTo(Group group, String path, DatasetOptions options);

    /**
     * Visits the stored chunks in the order of their index, without reading their bytes. The container must not be changed
     * meanwhile.
     *
     * @throws UnsupportedFeatureException if the dataset has no chunks
     */
    void forEachChunk(Consumer<StoredChunkInfo> visitor);

    /**
     * Reads the bytes of a chunk as they are stored, with the effect of the filters.
     *
     * @param offset the first element of the chunk
     * @return empty if the chunk is not stored
     * @throws WrongTypeException if no chunk begins there
     */
    Optional<RawChunk> readChunk(long... offset);

    /**
     * Stores the bytes of a chunk, to which the caller has applied the filters that the mask does not skip. They are not
     * checked.
     *
     * @param offset the first element of the chunk
     * @throws WrongTypeException if no chunk begins there, or it cannot have this length
     */
    void writeChunk(long[] offset, RawChunk chunk);

    /** The dimensions, with their labels and scales; empty for a scalar and for a null dataspace. */
    List<Dimension> dims();

    /** Makes this dataset a dimension scale without a name, as {@link #makeScale(String)}. */
    default void makeScale() {
        makeScale("");
    }

    /**
     * Makes this dataset a dimension scale: one with the coordinates of the elements of others, to which {@link Dimension#attach} attaches it.
     *
     * @param name of the dimension; may be empty. netCDF takes the name of the dataset
     * @throws ContainerException if the dataset has scales itself
     * @throws WrongTypeException if the name contains a zero character or a lone surrogate
     */
    void makeScale(String name);

    /** Whether this dataset is a dimension scale. */
    boolean isScale();

    /** The name of the dimension scale; empty if it has none, or is none. */
    String scaleName();

    /**
     * Returns a reference to a region of this dataset, for storing as an element.
     *
     * @throws OutOfRangeException if the region ends outside of the dataset
     * @throws WrongTypeException if the region has another number of dimensions
     */
    Reference.ToRegion reference(Selection region);
}
