package dev.fallow.benchmarks.data.library;

/** What a library is asked to do. */
public enum Kind {
    /** Create a contiguous dataset. */
    WRITE_DOUBLES,
    /** Read it. */
    READ_DOUBLES,
    /** Overwrite it. */
    OVERWRITE_DOUBLES,
    /** Create a chunked dataset. */
    WRITE_FIELD,
    /** Read it. */
    READ_FIELD,
    /** Read random slices of it. */
    SLICES,
    /** Read random slices of it in two threads, each of which has opened the file. */
    TWO_READERS,
    /** Create a chunked dataset of a type of numbers. */
    WRITE_NUMBERS,
    /** Read it. */
    READ_NUMBERS,
    /** Append rows, single ones in the way that the library has for them. */
    APPEND,
    /** Append rows, each call at once to the dataset, although the library can collect them. */
    APPEND_DIRECTLY,
    /** Rewrite compressed chunks. */
    CHURN,
    /** Create a dataset of many small chunks: a preparation. */
    WRITE_CHUNKS,
    /** Open it and read one element. */
    FIRST_ELEMENT,
    /** List its chunks. */
    LIST_CHUNKS,
    /** Read random elements of it. */
    RANDOM_ELEMENTS,
    /** Read it whole. */
    ALL_ELEMENTS,
    /** Create a dataset that will be deleted: a preparation. */
    WRITE_DELETABLE,
    /** Delete a dataset of many chunks. */
    DELETE
}
