package dev.fallow;

import dev.fallow.filter.FilterSetting;
import dev.fallow.format.message.Dataspace;
import dev.fallow.type.ElementType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options for creating a dataset. Options are immutable: each {@code with} method returns a modified copy.
 *
 * <pre>{@code
 * DatasetOptions options = DatasetOptions.defaults()
 *         .withChunks(100, 100)
 *         .withMaxDimensions(DatasetOptions.UNLIMITED, 100)
 *         .withFilters(Filters.shuffle(), Filters.deflate(4));
 * }</pre>
 */
public final class DatasetOptions implements Cloneable {
    /** UTF-8 strings of individual length, stored in the global heap. This is the default. */
    public static final int VARIABLE_LENGTH = -1;
    /** The maximum size of a dimension that can grow without limit. */
    public static final long UNLIMITED = Dataspace.UNLIMITED;

    private static final DatasetOptions DEFAULTS = new DatasetOptions();

    private StorageLayout layout = StorageLayout.CONTIGUOUS;
    private Optional<ElementType> type = Optional.empty();
    private int stringLength = VARIABLE_LENGTH;
    private AttributeOptions attributes = AttributeOptions.defaults();
    private long[] chunks = {};
    private long[] maxDimensions = {};
    private List<FilterSetting> filters = List.of();
    private boolean unfilteredEdges;
    private Optional<Object> fillValue = Optional.empty();
    private AllocationTime allocation = AllocationTime.UNSPECIFIED;
    private boolean fillNever;
    private Progress progress = Progress.NONE;
    private Conversion conversion = Conversion.LOSSLESS;
    private boolean createParents;

    private DatasetOptions() {}

    private DatasetOptions with(Consumer<DatasetOptions> change) {
        try {
            DatasetOptions copy = (DatasetOptions) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options can be cloned", e);
        }
    }

    /** Contiguous layout, strings of variable length, no fill value. */
    public static DatasetOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with this layout. With {@link StorageLayout#CONTIGUOUS} the elements occupy one run of the file; with {@link
     * StorageLayout#COMPACT} they are in the object header, for small datasets.
     *
     * @throws IllegalArgumentException for chunks, whose shape {@link #withChunks} gives, and for virtual datasets
     */
    public DatasetOptions withLayout(StorageLayout newLayout) {
        Objects.requireNonNull(newLayout, "layout");
        if (newLayout != StorageLayout.CONTIGUOUS && newLayout != StorageLayout.COMPACT) {
            throw new IllegalArgumentException("layout: expected CONTIGUOUS or COMPACT, found " + newLayout);
        }
        return with(copy -> {
            copy.layout = newLayout;
            copy.chunks = new long[0];
        });
    }

    /**
     * Returns a copy with chunked layout: the elements are in chunks of equal shape, each in its own place.
     *
     * @param newChunks the number of elements of a chunk in each dimension, each at least 1
     * @throws IllegalArgumentException if there is no dimension, or one is less than 1
     */
    public DatasetOptions withChunks(long... newChunks) {
        if (newChunks.length == 0 || Arrays.stream(newChunks).anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException(
                    "chunks: expected dimensions of at least 1, found " + Arrays.toString(newChunks));
        }
        return with(copy -> {
            copy.layout = StorageLayout.CHUNKED;
            copy.chunks = newChunks.clone();
        });
    }

    /** How the elements are stored. */
    public StorageLayout layout() {
        return layout;
    }

    /** The type of the elements; empty if the value determines it. */
    public Optional<ElementType> type() {
        return type;
    }

    /**
     * How strings, and those of records, are stored when no datatype is given: {@link #VARIABLE_LENGTH}; or bytes per string, where 0
     * stands for the length of the longest one.
     */
    public int stringLength() {
        return stringLength;
    }

    /** How the dataset stores its attributes. */
    public AttributeOptions attributes() {
        return attributes;
    }

    /** The dimensions of a chunk; none if the layout is not chunked, or they are chosen when the dataset is created. */
    public long[] chunks() {
        return chunks.clone();
    }

    /** The size up to which each dimension can grow, or {@link #UNLIMITED}; none if the dataset cannot grow. */
    public long[] maxDimensions() {
        return maxDimensions.clone();
    }

    /** The filters of chunks, in the order in which they are applied when a chunk is written. */
    public List<FilterSetting> filters() {
        return filters;
    }

    /** Whether chunks that are partly outside the dataset are stored without filters. */
    public boolean unfilteredEdges() {
        return unfilteredEdges;
    }

    /** The value of elements that were never written; empty for zeros. */
    public Optional<Object> fillValue() {
        return fillValue;
    }

    /** When space for chunks is allocated; unspecified: each when it is written. */
    public AllocationTime allocation() {
        return allocation;
    }

    /** Who is told of the progress of {@link Dataset#copyTo}, in elements. */
    public Progress progress() {
        return progress;
    }

    /** Returns a copy with this receiver of the progress of {@link Dataset#copyTo}. */
    public DatasetOptions withProgress(Progress newProgress) {
        Objects.requireNonNull(newProgress, "progress");
        return with(copy -> copy.progress = newProgress);
    }

    /** Whether the fill value is never written into new space. */
    public boolean fillNever() {
        return fillNever;
    }

    /** What happens with a number of the value, or of the fill value, that a given datatype does not represent exactly. */
    public Conversion conversion() {
        return conversion;
    }

    /**
     * Returns a copy with this type of the elements of a value, which then determines only the shape.
     *
     * <pre>{@code
     * group.createDataset("half", new float[] {1, 2}, DatasetOptions.defaults().withType(Types.floatingPoint(2)));
     * }</pre>
     *
     * @param newType see {@link dev.fallow.Types}. The dataset refers to a committed one. Calls with a datatype of their own, and {@link
     *     Dataset#copyTo}, which keeps that of the dataset, refuse it
     */
    public DatasetOptions withType(ElementType newType) {
        Objects.requireNonNull(newType, "type");
        return with(copy -> copy.type = Optional.of(newType));
    }

    /**
     * Returns a copy with fixed-length strings of this many bytes; 0 stands for the length of the longest one. Strings of records
     * too; these are in UTF-8, others in ASCII if all of the value are. Creating a dataset of a given datatype refuses it.
     *
     * @throws IllegalArgumentException if the number is negative, and not {@link #VARIABLE_LENGTH}
     */
    public DatasetOptions withStringLength(int newStringLength) {
        if (newStringLength < VARIABLE_LENGTH) {
            throw new IllegalArgumentException("stringLength: " + newStringLength);
        }
        return with(copy -> copy.stringLength = newStringLength);
    }

    /** Returns a copy with variable-length strings. */
    public DatasetOptions withVariableStrings() {
        return withStringLength(VARIABLE_LENGTH);
    }

    /** Returns a copy with these attribute options. */
    public DatasetOptions withAttributes(AttributeOptions newAttributes) {
        Objects.requireNonNull(newAttributes, "attributes");
        return with(copy -> copy.attributes = newAttributes);
    }

    /**
     * Returns a copy with this limit of each dimension. A contiguous layout becomes a chunked one, as with {@link #withFilters}.
     *
     * @param limits at least the size of the new dataset, or {@link #UNLIMITED}
     * @throws IllegalArgumentException if the layout is compact, there is no limit, or their number is not that of the dimensions of a
     *     chunk
     */
    public DatasetOptions withMaxDimensions(long... limits) {
        requireChunksOrNone("maximum dimensions");
        if (limits.length == 0
                || chunks.length > 0 && limits.length != chunks.length
                || Arrays.stream(limits).anyMatch(limit -> limit < UNLIMITED)) {
            throw new IllegalArgumentException("maximum dimensions: expected %s limits of at least 0, found %s"
                    .formatted(chunks.length == 0 ? "only" : chunks.length, Arrays.toString(limits)));
        }
        return with(copy -> {
            copy.layout = StorageLayout.CHUNKED;
            copy.maxDimensions = limits.clone();
        });
    }

    /**
     * Returns a copy with these filters. A contiguous layout becomes a chunked one, whose chunks are chosen when the dataset is
     * created, as h5py chooses them: of 8 KiB to 1 MiB, in proportion to the dimensions.
     *
     * <p>Shuffle, bitshuffle, nbit and scaleoffset work on elements, so they must come before the filters that compress. A checksum may be
     * anywhere; at the end it is one of the bytes that are stored.
     *
     * @param newFilters in the order in which they are applied when a chunk is written
     * @throws IllegalArgumentException if the layout is compact, or a filter comes after one that defeats it
     */
    public DatasetOptions withFilters(FilterSetting... newFilters) {
        requireChunksOrNone("filters");
        FilterOrder.check(newFilters);
        return with(copy -> {
            copy.layout = newFilters.length == 0 ? layout : StorageLayout.CHUNKED;
            copy.filters = List.of(newFilters);
        });
    }

    /**
     * Returns a copy that stores chunks that are partly outside the dataset without filters. This needs readers of HDF5
     * 1.10 or later.
     *
     * @throws IllegalArgumentException if the layout is not chunked
     */
    public DatasetOptions withUnfilteredEdges(boolean newUnfilteredEdges) {
        requireChunks("unfiltered edges");
        return with(copy -> copy.unfilteredEdges = newUnfilteredEdges);
    }

    /**
     * Returns a copy with this value of elements that are never written.
     *
     * @param element one element of the datatype
     */
    public DatasetOptions withFillValue(Object element) {
        Objects.requireNonNull(element, "element");
        return with(copy -> copy.fillValue = Optional.of(element));
    }

    /**
     * Returns a copy that allocates the space of chunks at this time: early, all when the dataset is created or grows;
     * late, all when it is first written; or incrementally, each when it is written.
     *
     * @throws IllegalArgumentException if the layout is not chunked
     */
    public DatasetOptions withAllocation(AllocationTime newAllocation) {
        Objects.requireNonNull(newAllocation, "allocation");
        requireChunks("time of allocation");
        return with(copy -> copy.allocation = newAllocation);
    }

    /**
     * Returns a copy that never writes the fill value into new space, or does. Elements in space that was allocated but not written are
     * undefined then. The space of a contiguous dataset that is created without a value is then allocated with the next commit at
     * the latest, unless there is a fill value.
     */
    public DatasetOptions withFillNever(boolean newFillNever) {
        return with(copy -> copy.fillNever = newFillNever);
    }

    /** Whether the groups on the way to the dataset are created. */
    public boolean createParents() {
        return createParents;
    }

    /** Returns a copy that creates the groups on the way to the dataset that do not exist, or does not. */
    public DatasetOptions withCreateParents(boolean newCreateParents) {
        return with(copy -> copy.createParents = newCreateParents);
    }

    /** Returns a copy that rounds numbers that a given datatype does not represent exactly, or refuses them. */
    public DatasetOptions withConversion(Conversion newConversion) {
        Objects.requireNonNull(newConversion, "conversion");
        return with(copy -> copy.conversion = newConversion);
    }

    private void requireChunksOrNone(String what) {
        if (layout != StorageLayout.CHUNKED && layout != StorageLayout.CONTIGUOUS) {
            throw new IllegalArgumentException(what + ": not with compact layout");
        }
    }

    private void requireChunks(String what) {
        if (layout != StorageLayout.CHUNKED) {
            throw new IllegalArgumentException(what + ": only with chunked layout");
        }
    }
}
