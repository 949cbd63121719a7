package dev.fallow.oracle;

import org.bytedeco.hdf5.H5O_native_info_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;

/**
 * Bytes of an object outside of its header ({@code H5Oget_native_info}); none while all is compact.
 *
 * @param linkIndex B-trees of the links
 * @param linkHeap heap of the links
 * @param attributeIndex B-trees of the attributes
 * @param attributeHeap heap of the attributes
 */
public record StorageOverhead(long linkIndex, long linkHeap, long attributeIndex, long attributeHeap) {
    static StorageOverhead of(Id file, String objectPath) {
        try (H5O_native_info_t info = new H5O_native_info_t();
                BytePointer name = Native.text(objectPath)) {
            Native.check(
                    hdf5.H5Oget_native_info_by_name(
                            file.value(), name, info, hdf5.H5O_NATIVE_INFO_META_SIZE, hdf5.H5P_DEFAULT),
                    "H5Oget_native_info_by_name(" + objectPath + ")");
            return new StorageOverhead(
                    info.meta_size_obj().index_size(),
                    info.meta_size_obj().heap_size(),
                    info.meta_size_attr().index_size(),
                    info.meta_size_attr().heap_size());
        }
    }

    /** Whether the links are in dense storage. */
    public boolean linksAreDense() {
        return linkHeap > 0;
    }

    /** Whether the attributes are in dense storage. */
    public boolean attributesAreDense() {
        return attributeHeap > 0;
    }
}
