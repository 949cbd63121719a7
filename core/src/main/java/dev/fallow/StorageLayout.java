package dev.fallow;

/** How the elements of a dataset are stored. */
public enum StorageLayout {
    /** In one run of the file. */
    CONTIGUOUS,
    /** Inside the object header; at most about 64 KiB. */
    COMPACT,
    /** In chunks. Not supported: such a dataset is listed and left alone. */
    CHUNKED,
    /** Mapped onto other datasets. Not supported: such a dataset is listed and left alone. */
    VIRTUAL
}
