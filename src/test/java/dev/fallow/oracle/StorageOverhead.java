package dev.fallow.oracle;

import org.bytedeco.hdf5.H5O_native_info_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;

/**
 * The bytes that an object uses outside of its header ({@code H5Oget_native_info}); all 0 with compact storage.
 *
 * @param linkIndex bytes in B-trees of the links
 * @param linkHeap bytes in the heap of the links
 * @param attributeIndex bytes in B-trees of the attributes
 * @param attributeHeap bytes in the heap of the attributes
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

    /** Returns whether the links are in dense storage. */
    public boolean linksAreDense() {
        return linkHeap > 0;
    }

    /** Returns whether the attributes are in dense storage. */
    public boolean attributesAreDense() {
        return attributeHeap > 0;
    }
}
