package dev.fallow.spark.read.table;

import java.io.Serializable;
import java.util.List;

/**
 * Which table of a file is meant.
 *
 * @param dataset the path of a dataset or group; null for the only dataset
 * @param columns the names of the datasets of a group that are columns; empty for all of one dimension
 * @param decodeCf whether numbers are unpacked, and are times, as {@link PackedNumbers} says
 */
public record TableOptions(String dataset, RowLayout layout, List<String> columns, boolean decodeCf)
        implements Serializable {
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

    /** These options for another dataset. */
    public TableOptions withDataset(String path) {
        return new TableOptions(path, layout, columns, decodeCf);
    }
}
