package dev.fallow;

/** How the elements of a dataset are stored. */
public enum StorageLayout {
    /** One contiguous run of the file. */
    CONTIGUOUS,
    /** In the object header; at most about 64 KiB. */
    COMPACT,
    /** In chunks of equal shape, each in its own place, perhaps compressed. The dataset may be resized. */
    CHUNKED,
    /** Mapped onto other datasets, perhaps of other files: read through the mappings, written in the other datasets. */
    VIRTUAL
}
