package dev.fallow.spark.read.table;

/** What a row is. */
public enum RowLayout {
    /** An element, with its indexes; of a compound dataset of one dimension, its members. */
    AUTO,
    /** An element, with its indexes. */
    CELLS,
    /** An index of the first dimension. */
    ROWS,
    /** A chunk. */
    ARRAYS
}
