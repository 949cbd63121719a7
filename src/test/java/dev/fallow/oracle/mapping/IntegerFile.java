package dev.fallow.oracle.mapping;

import dev.fallow.Hyperslab;
import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;

/** A file of libhdf5 with datasets of integers of four bytes, also in external files, and virtual ones. */
public final class IntegerFile implements AutoCloseable {
    /** An unlimited dimension, count, block or size. */
    public static final long UNLIMITED = -1;

    private static final int FILL = -1;

    private final Id file;

    private IntegerFile(Id file) {
        this.file = file;
    }

    /**
     * A part of an external file.
     *
     * @param size in bytes, or {@link #UNLIMITED}
     */
    public record Segment(String file, long offset, long size) {}

    /** Dimensions, and what is selected of them; null for everything. */
    public record Space(long[] sizes, long[] most, Hyperslab selected) {
        /** Dimensions that are selected whole. */
        public static Space whole(long... sizes) {
            return new Space(sizes, null, null);
        }

        private Id open() {
            return Id.build(
                    Id.of(hdf5.H5Screate_simple(sizes.length, sizes, most), "H5Screate_simple"),
                    id -> select(id, selected));
        }
    }

    /** Elements of a virtual dataset and their source. */
    public record Mapping(String file, String dataset, Space source, Hyperslab virtual) {}

    /** Creates a file. */
    public static IntegerFile create(Path path) {
        try (BytePointer name = Native.text(path.toString());
                Id access = Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate")) {
            Native.check(
                    hdf5.H5Pset_libver_bounds(access.value(), hdf5.H5F_LIBVER_V110, hdf5.H5F_LIBVER_V110),
                    "H5Pset_libver_bounds");
            return new IntegerFile(
                    Id.of(hdf5.H5Fcreate(name, hdf5.H5F_ACC_TRUNC, hdf5.H5P_DEFAULT, access.value()), "H5Fcreate"));
        }
    }

    /** Opens a file read-only. */
    public static IntegerFile open(Path path) {
        try (BytePointer name = Native.text(path.toString())) {
            return new IntegerFile(
                    Id.of(hdf5.H5Fopen(name, hdf5.H5F_ACC_RDONLY, hdf5.H5P_DEFAULT), "H5Fopen(" + path + ")"));
        }
    }

    /**
     * Creates a dataset and writes it.
     *
     * @param chunk null for a contiguous dataset
     */
    public void write(String path, Space space, long[] chunk, int[] elements) {
        try (Id creation = creation()) {
            if (chunk != null) {
                Native.check(hdf5.H5Pset_chunk(creation.value(), chunk.length, chunk), "H5Pset_chunk");
                Native.check(hdf5.H5Pset_deflate(creation.value(), 4), "H5Pset_deflate");
            }
            create(path, space, creation, elements);
        }
    }

    /** Creates a dataset whose elements are in external files; their names are stored as given. */
    public void external(String path, long[] sizes, List<Segment> segments) {
        try (Id creation = creation()) {
            for (Segment each : segments) {
                try (BytePointer name = Native.text(each.file)) {
                    Native.check(
                            hdf5.H5Pset_external(creation.value(), name, each.offset, each.size), "H5Pset_external");
                }
            }
            create(path, Space.whole(sizes), creation, null);
        }
    }

    /** Creates a virtual dataset with the fill value -1. */
    public void virtual(String path, long[] sizes, long[] most, List<Mapping> mappings) {
        try (Id creation = creation();
                IntPointer fill = new IntPointer(new int[] {FILL})) {
            Native.check(
                    hdf5.H5Pset_fill_value(creation.value(), hdf5.H5T_NATIVE_INT32_g(), fill), "H5Pset_fill_value");
            for (Mapping each : mappings) {
                try (Id virtual = new Space(sizes, most, each.virtual).open();
                        Id source = each.source.open();
                        BytePointer name = Native.text(each.file);
                        BytePointer dataset = Native.text(each.dataset)) {
                    Native.check(
                            hdf5.H5Pset_virtual(creation.value(), virtual.value(), name, dataset, source.value()),
                            "H5Pset_virtual");
                }
            }
            create(path, new Space(sizes, most, null), creation, null);
        }
    }

    private static Id creation() {
        return Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_DATASET_CREATE_ID_g()), "H5Pcreate");
    }

    private void create(String path, Space space, Id creation, int[] elements) {
        try (Id shape = space.open();
                BytePointer name = Native.text(path);
                Id dataset = Id.of(
                        hdf5.H5Dcreate2(
                                file.value(),
                                name,
                                hdf5.H5T_NATIVE_INT32_g(),
                                shape.value(),
                                hdf5.H5P_DEFAULT,
                                creation.value(),
                                hdf5.H5P_DEFAULT),
                        "H5Dcreate2(" + path + ")")) {
            if (elements != null) {
                try (IntPointer memory = new IntPointer(elements)) {
                    Native.check(
                            hdf5.H5Dwrite(
                                    dataset.value(),
                                    hdf5.H5T_NATIVE_INT32_g(),
                                    hdf5.H5S_ALL,
                                    hdf5.H5S_ALL,
                                    hdf5.H5P_DEFAULT,
                                    memory),
                            "H5Dwrite(" + path + ")");
                }
            }
        }
    }

    private Id dataset(String path) {
        try (BytePointer name = Native.text(path);
                BytePointer origin = Native.text("${ORIGIN}");
                Id access = Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_DATASET_ACCESS_ID_g()), "H5Pcreate")) {
            Native.check(hdf5.H5Pset_efile_prefix(access.value(), origin), "H5Pset_efile_prefix");
            return Id.of(hdf5.H5Dopen2(file.value(), name, access.value()), "H5Dopen2(" + path + ")");
        }
    }

    /** The dimensions of a dataset. */
    public long[] sizes(String path) {
        try (Id dataset = dataset(path);
                Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space")) {
            long[] sizes = new long
                    [Native.check(hdf5.H5Sget_simple_extent_ndims(space.value()), "H5Sget_simple_extent_ndims")];
            Native.check(
                    hdf5.H5Sget_simple_extent_dims(space.value(), sizes, (long[]) null), "H5Sget_simple_extent_dims");
            return sizes;
        }
    }

    /**
     * The selected elements of a dataset, in row-major order. With some selections libhdf5 does not touch the elements of a
     * virtual dataset that have no source; they count as the fill value.
     *
     * @param selected null for all elements
     */
    public int[] read(String path, Hyperslab selected) {
        try (Id dataset = dataset(path);
                Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space")) {
            select(space, selected);
            int count =
                    Math.toIntExact(Native.check(hdf5.H5Sget_select_npoints(space.value()), "H5Sget_select_npoints"));
            int[] elements = new int[count];
            Arrays.fill(elements, FILL);
            if (count == 0) {
                return elements;
            }
            try (Id shape = Space.whole(count).open();
                    IntPointer memory = new IntPointer(elements)) {
                Native.check(
                        hdf5.H5Dread(
                                dataset.value(),
                                hdf5.H5T_NATIVE_INT32_g(),
                                shape.value(),
                                space.value(),
                                hdf5.H5P_DEFAULT,
                                memory),
                        "H5Dread(" + path + ")");
                memory.get(elements);
            }
            return elements;
        }
    }

    private static void select(Id space, Hyperslab selected) {
        if (selected != null) {
            Native.check(
                    hdf5.H5Sselect_hyperslab(
                            space.value(),
                            hdf5.H5S_SELECT_SET,
                            selected.start(),
                            selected.stride(),
                            selected.count(),
                            selected.block()),
                    "H5Sselect_hyperslab");
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
