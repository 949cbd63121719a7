package dev.fallow;

/** When space for the elements of a dataset is allocated; the ordinal is the number in files. */
public enum AllocationTime {
    /** Not specified: contiguous elements when data is first written, each chunk when it is written. */
    UNSPECIFIED,
    /** When the dataset is created. */
    EARLY,
    /** When data is first written. */
    LATE,
    /** Chunk by chunk. */
    INCREMENTAL
}
