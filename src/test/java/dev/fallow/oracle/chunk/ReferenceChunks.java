package dev.fallow.oracle.chunk;

import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.type.Elements;
import dev.fallow.oracle.type.ReferenceType;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.hdf5.global.hdf5;

/** Edits a chunked dataset that is open in libhdf5. */
public final class ReferenceChunks {
    private final Id dataset;
    private final ReferenceType type;

    /** @param dataset an open dataset, which the caller closes */
    public ReferenceChunks(Id dataset, ReferenceType type) {
        this.dataset = dataset;
        this.type = type;
    }

    /** Describes the chunks in a dataset creation property list. */
    public static void describe(Id creation, ReferenceType type, Chunking chunking) {
        long list = creation.value();
        long[] chunk = Chunking.array(chunking.chunk());
        Native.check(hdf5.H5Pset_chunk(list, chunk.length, chunk), "H5Pset_chunk");
        chunking.filters().forEach(filter -> filter.addTo(list));
        if (chunking.early()) {
            Native.check(hdf5.H5Pset_alloc_time(list, hdf5.H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time");
        }
        if (chunking.unfilteredEdges()) {
            Native.check(hdf5.H5Pset_chunk_opts(list, hdf5.H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS), "H5Pset_chunk_opts");
        }
        if (chunking.fill() != null) {
            Elements.write(
                    type,
                    1,
                    List.of(chunking.fill()),
                    (memoryType, memory) -> hdf5.H5Pset_fill_value(list, memoryType, memory));
        }
    }

    /** Writes one block of elements. */
    public void write(long[] start, long[] count, List<?> values) {
        long[] ones = new long[start.length];
        Arrays.fill(ones, 1);
        try (Id stored = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space");
                Id memorySpace = Id.of(hdf5.H5Screate_simple(count.length, count, (long[]) null), "H5Screate_simple")) {
            Native.check(
                    hdf5.H5Sselect_hyperslab(stored.value(), hdf5.H5S_SELECT_SET, start, ones, count, ones),
                    "H5Sselect_hyperslab");
            Elements.write(
                    type,
                    values.size(),
                    values,
                    (memoryType, memory) -> hdf5.H5Dwrite(
                            dataset.value(),
                            memoryType,
                            memorySpace.value(),
                            stored.value(),
                            hdf5.H5P_DEFAULT,
                            memory));
        }
    }

    /** Changes the dimensions. */
    public void resize(long[] dimensions) {
        Native.check(hdf5.H5Dset_extent(dataset.value(), dimensions), "H5Dset_extent");
    }

    /** Adds elements behind the last ones of a dimension. */
    public void append(int dimension, long[] shape, List<?> values, long[] dimensions) {
        long[] grown = dimensions.clone();
        grown[dimension] += shape[dimension];
        resize(grown);
        long[] start = new long[shape.length];
        start[dimension] = dimensions[dimension];
        write(start, shape, values);
    }
}
