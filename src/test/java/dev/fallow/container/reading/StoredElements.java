package dev.fallow.container.reading;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.SizeTPointer;

/** A file in which libhdf5 reads elements in the form in which they are stored. */
final class StoredElements implements AutoCloseable {
    private final Id file;

    /** Opens a file read-only. */
    StoredElements(Path path) {
        try (Id access = Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate");
                BytePointer name = Native.text(path.toString())) {
            // as in ReferenceFile, which may have the same file open
            Native.check(hdf5.H5Pset_fclose_degree(access.value(), hdf5.H5F_CLOSE_STRONG), "H5Pset_fclose_degree");
            file = Id.of(hdf5.H5Fopen(name, hdf5.H5F_ACC_RDONLY, access.value()), "H5Fopen(" + path + ")");
        }
    }

    /**
     * Reads the bytes of selected elements in the file's datatype. Variable-length elements cannot be read so, because
     * libhdf5 gives pointers in their place.
     *
     * @param selection null for all elements
     */
    byte[] read(String datasetPath, Selection selection) {
        try (Id dataset = open(datasetPath);
                Id type = Id.of(hdf5.H5Dget_type(dataset.value()), "H5Dget_type");
                Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space")) {
            if (selection != null) {
                select(space, selection);
            }
            long count = Native.check(hdf5.H5Sget_select_npoints(space.value()), "H5Sget_select_npoints");
            byte[] bytes = new byte[Math.toIntExact(Math.multiplyExact(count, hdf5.H5Tget_size(type.value())))];
            if (count > 0) {
                try (Id memory =
                                Id.of(hdf5.H5Screate_simple(1, new long[] {count}, (long[]) null), "H5Screate_simple");
                        BytePointer buffer = new BytePointer((long) bytes.length)) {
                    Pointer.memset(
                            buffer,
                            0,
                            bytes.length); // libhdf5 leaves missing elements without a fill value as they are
                    Native.check(
                            hdf5.H5Dread(
                                    dataset.value(),
                                    type.value(),
                                    memory.value(),
                                    space.value(),
                                    hdf5.H5P_DEFAULT,
                                    buffer),
                            "H5Dread(" + datasetPath + ")");
                    buffer.get(bytes);
                }
            }
            return bytes;
        }
    }

    /** The filters of a dataset, in the order of the pipeline. */
    List<Integer> filters(String datasetPath) {
        try (Id dataset = open(datasetPath);
                Id creation = Id.of(hdf5.H5Dget_create_plist(dataset.value()), "H5Dget_create_plist")) {
            if (hdf5.H5Pget_layout(creation.value()) != hdf5.H5D_CHUNKED) {
                return List.of();
            }
            int count = Native.check(hdf5.H5Pget_nfilters(creation.value()), "H5Pget_nfilters");
            List<Integer> filters = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                try (SizeTPointer values = new SizeTPointer(1)) {
                    values.put(0);
                    filters.add(Native.check(
                            hdf5.H5Pget_filter2(
                                    creation.value(), i, new int[1], values, new int[1], 0, (byte[]) null, new int[1]),
                            "H5Pget_filter2"));
                }
            }
            return filters;
        }
    }

    private static void select(Id space, Selection selection) {
        if (selection instanceof Selection.All) {
            Native.check(hdf5.H5Sselect_all(space.value()), "H5Sselect_all");
        } else if (selection instanceof Points points) {
            Native.check(
                    hdf5.H5Sselect_elements(space.value(), hdf5.H5S_SELECT_SET, points.count(), points.coordinates()),
                    "H5Sselect_elements");
        } else if (selection instanceof Hyperslab slab) {
            Native.check(
                    hdf5.H5Sselect_hyperslab(
                            space.value(),
                            hdf5.H5S_SELECT_SET,
                            slab.start(),
                            slab.stride(),
                            slab.count(),
                            slab.block()),
                    "H5Sselect_hyperslab");
        } else {
            select(space, (Blocks) selection);
        }
    }

    private static void select(Id space, Blocks blocks) {
        int rank = blocks.rank();
        Native.check(hdf5.H5Sselect_none(space.value()), "H5Sselect_none");
        for (int i = 0; i < blocks.count(); i++) {
            long[] start = new long[rank];
            long[] size = new long[rank];
            for (int d = 0; d < rank; d++) {
                start[d] = blocks.corners()[2 * i * rank + d];
                size[d] = blocks.corners()[(2 * i + 1) * rank + d] - start[d] + 1;
            }
            Native.check(
                    hdf5.H5Sselect_hyperslab(
                            space.value(), hdf5.H5S_SELECT_OR, start, (long[]) null, size, (long[]) null),
                    "H5Sselect_hyperslab");
        }
    }

    private Id open(String datasetPath) {
        try (BytePointer name = Native.text(datasetPath)) {
            return Id.of(hdf5.H5Dopen2(file.value(), name, hdf5.H5P_DEFAULT), "H5Dopen2(" + datasetPath + ")");
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
