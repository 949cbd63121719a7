package dev.fallow.internal.dataset.creation;

import dev.fallow.AllocationTime;
import dev.fallow.DatasetOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterException;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.storage.Memory;
import dev.fallow.type.Datatype;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The layout and the filters of a new chunked dataset, as libhdf5 chooses them for the file's format: the oldest version that
 * the content needs, unless libhdf5 1.8 does not open the file anyway ({@link NewObjects#earliestChunks}).
 *
 * @param space the extent and its limits
 * @param layout without an index yet
 * @param filters null if there are none
 */
record NewChunks(Dataspace space, ChunkedLayout layout, FilterPipeline filters) {
    private static final int BEFORE_1_10 = 3;
    private static final int SINCE_1_10 = 4;
    private static final long PAGE_BITS = 10;
    /** Element bits, elements in the index block, least pointers of a super block, least elements of a data block. */
    private static final long[] EXTENSIBLE_ARRAY = {32, 4, 4, 16, PAGE_BITS};
    /** Bytes of a node, split and merge percentage. */
    private static final long[] B_TREE = {2048, 100, 40};

    /**
     * The chunks of a new dataset.
     *
     * @param fill the fill value as stored, of no bytes for zeros
     * @throws WrongTypeException if the dimensions do not fit each other, or a chunk is too large
     * @throws UnsupportedFeatureException if a filter is not available or does not apply
     */
    static NewChunks of(
            ObjectStore store, Datatype type, long[] dimensions, byte[] fill, DatasetOptions options, String path) {
        String where = store.fileName() + ": " + path;
        long[] chunk = options.chunks().length == 0 ? guessed(type, dimensions, options, where) : options.chunks();
        if (chunk.length != dimensions.length) {
            throw new WrongTypeException("%s: chunks of %d dimensions, the dataset has %d"
                    .formatted(where, chunk.length, dimensions.length));
        }
        long[] limits = options.maxDimensions();
        checkLimits(where, dimensions, limits, chunk);
        long[] stored = Arrays.copyOf(chunk, chunk.length + 1);
        stored[chunk.length] = type.size();
        NewObjects forms = store.newObjects();
        // always with limits: the numbers of chunks in arrays depend on them, also after the dataset has shrunk
        Dataspace space = new Dataspace(2, Dataspace.Kind.SIMPLE, dimensions, limits.length == 0 ? dimensions : limits);
        FilterPipeline filters = filters(forms.earliest(), type, chunk, fill, options, where);
        ChunkedLayout layout = layout(space, stored, filters != null, options, forms.earliestChunks());
        if (layout.chunkBytes() > Pipeline.MAX_CHUNK) {
            throw new WrongTypeException("%s: chunks of %s elements of %d bytes: at most %d bytes are supported"
                    .formatted(where, Arrays.toString(chunk), type.size(), Pipeline.MAX_CHUNK));
        }
        return new NewChunks(space, layout, filters);
    }

    private static long[] guessed(Datatype type, long[] dimensions, DatasetOptions options, String where) {
        long[] limits = options.maxDimensions();
        if (dimensions.length == 0) {
            throw new WrongTypeException(where + ": a scalar has no chunks, so it has neither filters nor limits");
        } else if (limits.length > 0 && limits.length != dimensions.length) {
            throw new WrongTypeException(
                    "%s: expected %d maximum dimensions, found %d".formatted(where, dimensions.length, limits.length));
        }
        return GuessedChunk.of(dimensions, limits, type.size());
    }

    private static void checkLimits(String where, long[] dimensions, long[] limits, long[] chunk) {
        for (int i = 0; i < dimensions.length; i++) {
            long limit = limits.length == 0 ? dimensions[i] : limits[i];
            if (limit == Dataspace.UNLIMITED) {
                continue;
            }
            if (limit < dimensions[i]) {
                throw new WrongTypeException(
                        "%s: dimension %d has %d elements, its limit is %d".formatted(where, i, dimensions[i], limit));
            } else if (chunk[i] > limit && dimensions[i] != 0) {
                throw new WrongTypeException("%s: chunks of %d elements in dimension %d, which has at most %d"
                        .formatted(where, chunk[i], i, limit));
            }
        }
    }

    private static FilterPipeline filters(
            boolean earliest, Datatype type, long[] chunk, byte[] fill, DatasetOptions options, String where) {
        if (options.filters().isEmpty()) {
            return null;
        }
        try {
            ElementTraits traits =
                    new ElementTraits(type, LongStream.of(chunk).boxed().toList(), Optional.of(fill));
            return Pipeline.describe(earliest ? 1 : 2, options.filters(), traits);
        } catch (FilterException e) {
            throw new UnsupportedFeatureException(where + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new WrongTypeException(where + ": " + e.getMessage(), e);
        }
    }

    private static ChunkedLayout layout(
            Dataspace space, long[] chunk, boolean filtered, DatasetOptions options, boolean earliest) {
        int flags = options.unfilteredEdges() ? ChunkedLayout.PARTIAL_UNFILTERED : 0;
        if (earliest && flags == 0) {
            return ChunkedLayout.create(BEFORE_1_10, 0, chunk, Index.B_TREE_V1);
        }
        long[] limits = space.maxSizes() == null ? space.sizes() : space.maxSizes();
        long unlimited = LongStream.of(limits)
                .filter(limit -> limit == Dataspace.UNLIMITED)
                .count();
        if (unlimited > 1) {
            return ChunkedLayout.create(SINCE_1_10, flags, chunk, Index.B_TREE_V2, B_TREE);
        } else if (unlimited == 1) {
            return ChunkedLayout.create(SINCE_1_10, flags, chunk, Index.EXTENSIBLE_ARRAY, EXTENSIBLE_ARRAY);
        } else if (Arrays.equals(limits, space.sizes())
                && Arrays.equals(limits, 0, limits.length, chunk, 0, limits.length)) {
            int single = filtered ? flags | ChunkedLayout.SINGLE_FILTERED : flags;
            return ChunkedLayout.create(SINCE_1_10, single, chunk, Index.SINGLE_CHUNK);
        } else if (!filtered && options.allocation() == AllocationTime.EARLY) {
            return ChunkedLayout.create(SINCE_1_10, flags, chunk, Index.IMPLICIT);
        }
        return ChunkedLayout.create(SINCE_1_10, flags, chunk, Index.FIXED_ARRAY, PAGE_BITS);
    }

    /** The bytes of all chunks of the extent without filters; saturates at 2^63-1. */
    long bytes() {
        Grid grid = new Grid(space.sizes(), Arrays.copyOf(layout.dimensions(), layout.rank()));
        long bytes = layout.chunkBytes();
        for (int i = 0; i < grid.rank(); i++) {
            bytes = Memory.product(bytes, grid.chunks(i));
        }
        return bytes;
    }
}
