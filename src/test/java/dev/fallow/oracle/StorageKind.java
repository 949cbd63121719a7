package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The storage layouts of a dataset. */
public enum StorageKind {
    /** In the object header. */
    COMPACT(hdf5.H5D_COMPACT),
    /** In one contiguous block. */
    CONTIGUOUS(hdf5.H5D_CONTIGUOUS),
    /** In chunks. */
    CHUNKED(hdf5.H5D_CHUNKED),
    /** In other datasets. */
    VIRTUAL(hdf5.H5D_VIRTUAL);

    final int code;

    StorageKind(int code) {
        this.code = code;
    }

    static StorageKind ofCode(int code) {
        for (StorageKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no layout has the code " + code);
    }
}
