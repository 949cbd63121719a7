package dev.fallow.freespace;

import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.ReferenceSection;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.hdf5.H5F_info2_t;
import org.bytedeco.hdf5.H5O_info2_t;
import org.bytedeco.hdf5.H5O_native_info_t;
import org.bytedeco.hdf5.H5O_token_t;
import org.bytedeco.hdf5.global.hdf5;

/**
 * A new file in libhdf5, for creating and deleting datasets without a name. Such a dataset has no link and uses exactly
 * two blocks, its object header and its elements; closing its identifier deletes it and releases both. No group, heap
 * or B-tree is changed, so that every allocation in the file is known. All addresses are relative to the end of the
 * user block.
 */
final class AnonymousDatasets implements AutoCloseable {
    /** A new dataset: its identifier, and the addresses of its two blocks. */
    record Made(long id, long header, long data) {}

    private final ReferenceFile reference;
    private final long base;
    private final long file;
    private final long creation;

    AnonymousDatasets(Path path, ReferenceOptions options, long userBlock) {
        reference = ReferenceFile.create(path, options.userBlock(userBlock));
        base = userBlock;
        long access = check(hdf5.H5Pcreate(hdf5.H5P_CLS_FILE_ACCESS_ID_g()), "H5Pcreate");
        check(hdf5.H5Pset_fclose_degree(access, hdf5.H5F_CLOSE_STRONG), "H5Pset_fclose_degree");
        file = check(hdf5.H5Fopen(path.toString(), hdf5.H5F_ACC_RDWR, access), "H5Fopen"); // shares the open file
        check(hdf5.H5Pclose(access), "H5Pclose");
        creation = check(hdf5.H5Pcreate(hdf5.H5P_CLS_DATASET_CREATE_ID_g()), "H5Pcreate");
        check(hdf5.H5Pset_alloc_time(creation, hdf5.H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time");
        check(hdf5.H5Pset_fill_time(creation, hdf5.H5D_FILL_TIME_NEVER), "H5Pset_fill_time");
        check(hdf5.H5Pset_obj_track_times(creation, false), "H5Pset_obj_track_times");
    }

    /** Creates a contiguous dataset of the given number of bytes, allocated at once. */
    Made create(long size) {
        long space = check(hdf5.H5Screate_simple(1, new long[] {size}, null), "H5Screate_simple");
        long id = check(
                hdf5.H5Dcreate_anon(file, hdf5.H5T_STD_I8LE_g(), space, creation, hdf5.H5P_DEFAULT), "H5Dcreate_anon");
        check(hdf5.H5Sclose(space), "H5Sclose");
        return new Made(id, headerAddress(id), hdf5.H5Dget_offset(id) - base);
    }

    /** Deletes the dataset by closing its identifier. */
    void delete(Made dataset) {
        check(hdf5.H5Dclose(dataset.id), "H5Dclose");
    }

    /** Returns the total size of all chunks of the dataset's object header, in bytes. */
    long headerSize(Made dataset) {
        return nativeHeaderSize(dataset.id);
    }

    /**
     * Adds an attribute of the given number of bytes, for which the dataset's header grows in place or by a
     * continuation chunk.
     */
    void addAttribute(Made dataset, long size) {
        long space = check(hdf5.H5Screate_simple(1, new long[] {size}, null), "H5Screate_simple");
        long attribute = check(
                hdf5.H5Acreate2(dataset.id, "a", hdf5.H5T_STD_I8LE_g(), space, hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT),
                "H5Acreate2");
        check(hdf5.H5Aclose(attribute), "H5Aclose");
        check(hdf5.H5Sclose(space), "H5Sclose");
    }

    /** Returns the number of chunks of the dataset's object header; the first is at the header's address. */
    int headerChunks(Made dataset) {
        try (H5O_native_info_t info = new H5O_native_info_t()) {
            check(hdf5.H5Oget_native_info(dataset.id, info, hdf5.H5O_NATIVE_INFO_HDR), "H5Oget_native_info");
            return info.hdr().nchunks();
        }
    }

    /** Returns the address of the root group's object header. */
    long rootHeader() {
        return reference.headerAddress("/");
    }

    /** Returns the size of the root group's object header in bytes. */
    long rootHeaderSize() {
        return nativeHeaderSize(file);
    }

    /**
     * Returns the sizes in bytes of the superblock and of the object header of its extension, 0 if there is no
     * extension.
     */
    long[] superblockSizes() {
        try (H5F_info2_t info = new H5F_info2_t()) {
            check(hdf5.H5Fget_info2(file, info), "H5Fget_info2");
            return new long[] {info._super_super_size(), info._super_super_ext_size()};
        }
    }

    /** Returns the end of allocation. */
    long endOfAllocation() {
        return reference.space().endOfAllocation() - base;
    }

    /**
     * Returns the number of free bytes as counted by libhdf5: the sections of its managers and the remaining bytes of
     * its aggregators.
     */
    long freeBytes() {
        return reference.space().freeBytes();
    }

    /** Returns the sections of all managers, in address order. */
    List<ReferenceSection> sections() {
        return reference.space().sections();
    }

    private static long headerAddress(long object) {
        try (H5O_info2_t info = new H5O_info2_t()) {
            check(hdf5.H5Oget_info3(object, info, hdf5.H5O_INFO_BASIC), "H5Oget_info3");
            H5O_token_t token = info.token();
            long address = 0;
            for (int i = Long.BYTES - 1; i >= 0; i--) {
                address = address << Byte.SIZE | token.__data(i) & 0xFF;
            }
            return address;
        }
    }

    private static long nativeHeaderSize(long object) {
        try (H5O_native_info_t info = new H5O_native_info_t()) {
            check(hdf5.H5Oget_native_info(object, info, hdf5.H5O_NATIVE_INFO_HDR), "H5Oget_native_info");
            return info.hdr().space_total();
        }
    }

    private static long check(long result, String call) {
        if (result < 0) {
            throw new AssertionError(call + " failed: " + result);
        }
        return result;
    }

    @Override
    public void close() {
        check(hdf5.H5Pclose(creation), "H5Pclose");
        check(hdf5.H5Fclose(file), "H5Fclose");
        reference.close();
    }
}
