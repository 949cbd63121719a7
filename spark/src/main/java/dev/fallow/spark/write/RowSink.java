package dev.fallow.spark.write;

import org.apache.spark.sql.catalyst.InternalRow;

/** Collects the rows of one file, and writes them in chunks. */
interface RowSink {
    /** The approximate bytes of strings and the like that are collected before they are written. */
    long MOST_VARIABLE_BYTES = 8L << 20;

    /** The rows of the chunks of a dataset that is known to remain small, at least. */
    int LEAST_CHUNK_ROWS = 1024;

    /** Collects a row, and writes those that are collected if they fill a chunk. */
    void add(InternalRow row);

    /** Writes what is left. Creates the datasets, if there were no rows. */
    void finish();

    /** The rows of a chunk: those of a dataset that has no more get a smaller one. */
    static int chunkRows(int wanted, int rows, boolean last) {
        return last ? Math.min(wanted, Math.max(rows, LEAST_CHUNK_ROWS)) : wanted;
    }
}
