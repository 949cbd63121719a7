package dev.fallow.benchmarks.data.library;

import static dev.fallow.benchmarks.race.entrant.Hdf5Exception.check;

import java.nio.file.Path;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.Pointer;

/** A file that is open in libhdf5, and the sequences of calls that its datasets need. */
final class Hdf5File implements AutoCloseable {
    private static final long[] NO_STRIDE = null;
    private static final long[] NO_BLOCK = null;

    private final long id;

    private Hdf5File(long id) {
        this.id = id;
    }

    /** Creates a file in the earliest format or in that of 1.10, in which datasets with one growing dimension have an array. */
    static Hdf5File create(Path file, boolean earliest) {
        long access = check(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate");
        if (!earliest) {
            check(hdf5.H5Pset_libver_bounds(access, hdf5.H5F_LIBVER_V110, hdf5.H5F_LIBVER_V110), "the version");
        }
        Hdf5File created = new Hdf5File(check(
                hdf5.H5Fcreate(file.toString(), hdf5.H5F_ACC_TRUNC, hdf5.H5P_DEFAULT, access), "H5Fcreate " + file));
        check(hdf5.H5Pclose(access), "H5Pclose");
        return created;
    }

    static Hdf5File open(Path file, boolean readOnly) {
        int flags = readOnly ? hdf5.H5F_ACC_RDONLY : hdf5.H5F_ACC_RDWR;
        return new Hdf5File(check(hdf5.H5Fopen(file.toString(), flags, hdf5.H5P_DEFAULT), "H5Fopen " + file));
    }

    /** @param chunk null for a contiguous dataset */
    long createDataset(String name, long type, long[] shape, long[] limits, long[] chunk, Codec codec) {
        long space = check(hdf5.H5Screate_simple(shape.length, shape, limits), "H5Screate_simple");
        long creation = check(hdf5.H5Pcreate(hdf5.H5P_CLS_DATASET_CREATE_ID_g()), "H5Pcreate");
        if (chunk != null) {
            check(hdf5.H5Pset_chunk(creation, chunk.length, chunk), "H5Pset_chunk");
        }
        if (codec != Codec.NONE) {
            check(hdf5.H5Pset_shuffle(creation), "H5Pset_shuffle");
            check(hdf5.H5Pset_deflate(creation, codec.level()), "H5Pset_deflate");
        }
        long dataset = check(
                hdf5.H5Dcreate2(id, name, type, space, hdf5.H5P_DEFAULT, creation, hdf5.H5P_DEFAULT), "H5Dcreate2");
        check(hdf5.H5Pclose(creation), "H5Pclose");
        check(hdf5.H5Sclose(space), "H5Sclose");
        return dataset;
    }

    long dataset(String name) {
        return check(hdf5.H5Dopen2(id, name, hdf5.H5P_DEFAULT), "H5Dopen2");
    }

    static long[] dimensions(long dataset, int rank) {
        long space = check(hdf5.H5Dget_space(dataset), "H5Dget_space");
        long[] dimensions = new long[rank];
        check(hdf5.H5Sget_simple_extent_dims(space, dimensions, new long[rank]), "H5Sget_simple_extent_dims");
        check(hdf5.H5Sclose(space), "H5Sclose");
        return dimensions;
    }

    /** One transfer between a block of elements and memory. */
    @FunctionalInterface
    private interface Transfer {
        int run(long memorySpace, long fileSpace);
    }

    static void write(long dataset, long type, long[] start, long[] count, Pointer memory) {
        transfer(dataset, start, count, (in, out) -> hdf5.H5Dwrite(dataset, type, in, out, hdf5.H5P_DEFAULT, memory));
    }

    static void read(long dataset, long type, long[] start, long[] count, Pointer memory) {
        transfer(dataset, start, count, (to, from) -> hdf5.H5Dread(dataset, type, to, from, hdf5.H5P_DEFAULT, memory));
    }

    private static void transfer(long dataset, long[] start, long[] count, Transfer transfer) {
        long inMemory = check(hdf5.H5Screate_simple(count.length, count, (long[]) null), "H5Screate_simple");
        long inFile = check(hdf5.H5Dget_space(dataset), "H5Dget_space");
        check(
                hdf5.H5Sselect_hyperslab(inFile, hdf5.H5S_SELECT_SET, start, NO_STRIDE, count, NO_BLOCK),
                "H5Sselect_hyperslab");
        check(transfer.run(inMemory, inFile), "H5Dread or H5Dwrite");
        check(hdf5.H5Sclose(inFile), "H5Sclose");
        check(hdf5.H5Sclose(inMemory), "H5Sclose");
    }

    void flush() {
        check(hdf5.H5Fflush(id, hdf5.H5F_SCOPE_GLOBAL), "H5Fflush");
    }

    void delete(String name) {
        check(hdf5.H5Ldelete(id, name, hdf5.H5P_DEFAULT), "H5Ldelete");
    }

    @Override
    public void close() {
        check(hdf5.H5Fclose(id), "H5Fclose");
    }
}
