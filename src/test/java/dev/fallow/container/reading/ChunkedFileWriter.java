package dev.fallow.container.reading;

import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;

/** Writes chunked datasets with libhdf5, with all its properties; bytes are given as they are to be stored. */
final class ChunkedFileWriter implements AutoCloseable {
    private final Id file;

    /** Creates a file with a lower bound of the format. */
    ChunkedFileWriter(Path path, FormatBound bound) {
        int low = switch (bound) {
            case EARLIEST -> hdf5.H5F_LIBVER_EARLIEST;
            case V110 -> hdf5.H5F_LIBVER_V110;
            default -> hdf5.H5F_LIBVER_V114;
        };
        try (Id access = Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate");
                BytePointer name = Native.text(path.toString())) {
            Native.check(
                    hdf5.H5Pset_libver_bounds(access.value(), low, hdf5.H5F_LIBVER_LATEST), "H5Pset_libver_bounds");
            file = Id.of(
                    hdf5.H5Fcreate(name, hdf5.H5F_ACC_EXCL, hdf5.H5P_DEFAULT, access.value()),
                    "H5Fcreate(" + path + ")");
        }
    }

    /**
     * A dataset to be created.
     *
     * @param type identifier of the datatype, for example {@code H5T_STD_I32LE_g}
     * @param most the maximum extent, -1 for no limit
     */
    record Shape(long type, long[] size, long[] most, long[] chunk) {
        Shape(long type, long size, long most, long chunk) {
            this(type, new long[] {size}, new long[] {most}, new long[] {chunk});
        }
    }

    /** Creates a dataset, and lets steps write it. */
    void create(String name, Shape shape, Consumer<Id> properties, Consumer<Id> writing) {
        try (Id creation = Id.of(hdf5.H5Pcreate(hdf5.H5P_CLS_DATASET_CREATE_ID_g()), "H5Pcreate");
                BytePointer path = Native.text(name);
                Id space =
                        Id.of(hdf5.H5Screate_simple(shape.size.length, shape.size, shape.most), "H5Screate_simple")) {
            Native.check(hdf5.H5Pset_chunk(creation.value(), shape.chunk.length, shape.chunk), "H5Pset_chunk");
            properties.accept(creation);
            try (Id dataset = Id.of(
                    hdf5.H5Dcreate2(
                            file.value(),
                            path,
                            shape.type,
                            space.value(),
                            hdf5.H5P_DEFAULT,
                            creation.value(),
                            hdf5.H5P_DEFAULT),
                    "H5Dcreate2(" + name + ")")) {
                writing.accept(dataset);
            }
        }
    }

    /** Writes all elements. */
    static void write(Id dataset, byte[] bytes) {
        write(dataset, null, null, bytes);
    }

    /** Writes a block, or all elements if there is none. */
    static void write(Id dataset, long[] start, long[] count, byte[] bytes) {
        try (Id type = Id.of(hdf5.H5Dget_type(dataset.value()), "H5Dget_type");
                Id space = Id.of(hdf5.H5Dget_space(dataset.value()), "H5Dget_space");
                BytePointer buffer = new BytePointer(bytes)) {
            if (start != null) {
                Native.check(
                        hdf5.H5Sselect_hyperslab(
                                space.value(), hdf5.H5S_SELECT_SET, start, (long[]) null, count, (long[]) null),
                        "H5Sselect_hyperslab");
            }
            long elements = hdf5.H5Sget_select_npoints(space.value());
            if (elements * hdf5.H5Tget_size(type.value()) != bytes.length) {
                throw new IllegalArgumentException(bytes.length + " bytes for " + elements + " elements");
            }
            try (Id memory =
                    Id.of(hdf5.H5Screate_simple(1, new long[] {elements}, (long[]) null), "H5Screate_simple")) {
                Native.check(
                        hdf5.H5Dwrite(
                                dataset.value(), type.value(), memory.value(), space.value(), hdf5.H5P_DEFAULT, buffer),
                        "H5Dwrite");
            }
        }
    }

    /** Stores the bytes of a chunk as they are, and the mask of filters that were not applied to them. */
    static void writeChunk(Id dataset, long[] firstElement, int mask, byte[] stored) {
        try (BytePointer buffer = new BytePointer(stored)) {
            Native.check(
                    hdf5.H5Dwrite_chunk(dataset.value(), hdf5.H5P_DEFAULT, mask, firstElement, stored.length, buffer),
                    "H5Dwrite_chunk");
        }
    }

    /** Changes the extent. */
    static void resize(Id dataset, long... size) {
        Native.check(hdf5.H5Dset_extent(dataset.value(), size), "H5Dset_extent");
    }

    /** Sets the fill value. */
    static void fill(Id creation, long type, byte... element) {
        try (BytePointer value = new BytePointer(element)) {
            Native.check(hdf5.H5Pset_fill_value(creation.value(), type, value), "H5Pset_fill_value");
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
