package dev.fallow;

import dev.fallow.filter.FilterSetting;
import dev.fallow.format.message.Dataspace;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Options for creating a dataset. Options are immutable: each {@code with} method returns a modified copy. */
public final class DatasetOptions implements Cloneable {
    /** UTF-8 strings of individual length, stored in the global heap. This is the default. */
    public static final int VARIABLE_LENGTH = -1;
    /** The maximum size of a dimension that can grow without limit. */
    public static final long UNLIMITED = Dataspace.UNLIMITED;

    private static final DatasetOptions DEFAULTS = new DatasetOptions();

    private StorageLayout layout = StorageLayout.CONTIGUOUS;
    private int stringLength = VARIABLE_LENGTH;
    private AttributeOptions attributes = AttributeOptions.defaults();
    private long[] chunks;
    private long[] maxDimensions;
    private List<FilterSetting> filters = List.of();
    private boolean unfilteredEdges;
    private Object fillValue;
    private AllocationTime allocation = AllocationTime.UNSPECIFIED;
    private boolean fillNever;
    private Progress progress = Progress.NONE;

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
        if (newLayout != StorageLayout.CONTIGUOUS && newLayout != StorageLayout.COMPACT) {
            throw new IllegalArgumentException("layout: expected CONTIGUOUS or COMPACT, found " + newLayout);
        }
        return with(copy -> {
            copy.layout = newLayout;
            copy.chunks = null;
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

    /**
     * How strings are stored when no datatype is given: {@link #VARIABLE_LENGTH}; or bytes per string, where 0 stands for
     * the length of the longest one.
     */
    public int stringLength() {
        return stringLength;
    }

    /** How the dataset stores its attributes. */
    public AttributeOptions attributes() {
        return attributes;
    }

    /** The dimensions of a chunk; null if the layout is not chunked. */
    public long[] chunks() {
        return chunks == null ? null : chunks.clone();
    }

    /** The size up to which each dimension can grow, or {@link #UNLIMITED}; null if the dataset cannot be resized. */
    public long[] maxDimensions() {
        return maxDimensions == null ? null : maxDimensions.clone();
    }

    /** The filters of chunks, in the order in which they are applied when a chunk is written. */
    public List<FilterSetting> filters() {
        return filters;
    }

    /** Whether chunks that are partly outside the dataset are stored without filters. */
    public boolean unfilteredEdges() {
        return unfilteredEdges;
    }

    /** The value of elements that were never written; null for zeros. */
    public Object fillValue() {
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

    /** Whether the fill value is never written into new chunks. */
    public boolean fillNever() {
        return fillNever;
    }

    /**
     * Returns a copy with fixed-length strings of this many bytes; 0 stands for the length of the longest one.
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
     * Returns a copy with this limit of each dimension.
     *
     * @param limits at least the size of the new dataset, or {@link #UNLIMITED}
     * @throws IllegalArgumentException if the layout is not chunked, or the number of dimensions is not that of a chunk
     */
    public DatasetOptions withMaxDimensions(long... limits) {
        requireChunks("maximum dimensions");
        if (limits.length != chunks.length || Arrays.stream(limits).anyMatch(limit -> limit < UNLIMITED)) {
            throw new IllegalArgumentException("maximum dimensions: expected %d limits of at least 0, found %s"
                    .formatted(chunks.length, Arrays.toString(limits)));
        }
        return with(copy -> copy.maxDimensions = limits.clone());
    }

    /**
     * Returns a copy with these filters.
     *
     * @param newFilters in the order in which they are applied when a chunk is written
     * @throws IllegalArgumentException if the layout is not chunked
     */
    public DatasetOptions withFilters(FilterSetting... newFilters) {
        requireChunks("filters");
        return with(copy -> copy.filters = List.of(newFilters));
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
        return with(copy -> copy.fillValue = element);
    }

    /**
     * Returns a copy that allocates the space of chunks at this time: early, all when the dataset is created or grows;
     * late, all when it is first written; or incrementally, each when it is written.
     *
     * @throws IllegalArgumentException if the layout is not chunked
     */
    public DatasetOptions withAllocation(AllocationTime newAllocation) {
        requireChunks("time of allocation");
        return with(copy -> copy.allocation = newAllocation);
    }

    /** Returns a copy that never writes the fill value into new chunks, or does. */
    public DatasetOptions withFillNever(boolean newFillNever) {
        return with(copy -> copy.fillNever = newFillNever);
    }

    private void requireChunks(String what) {
        if (layout != StorageLayout.CHUNKED) {
            throw new IllegalArgumentException(what + ": only with chunked layout");
        }
    }
}
