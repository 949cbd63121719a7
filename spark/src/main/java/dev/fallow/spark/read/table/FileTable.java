package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.spark.read.element.BoxElements;
import dev.fallow.value.NameText;
import java.util.Arrays;
import java.util.List;

/** A table in an open container. A dataset is opened when one of its columns is first read. */
public abstract class FileTable {
    private final String file;
    private final String path;

    /**
     * A table.
     *
     * @param file for messages
     * @param path of the dataset or group
     */
    FileTable(String file, String path) {
        this.file = file;
        this.path = path;
    }

    /** The path of the dataset or group. */
    public final String path() {
        return path;
    }

    /** The dimensions over which the rows are; one for most tables. */
    public abstract long[] dimensions();

    /** All columns, in order. */
    public abstract List<TableColumn> columns();

    /**
     * A column by name. No other dataset is opened.
     *
     * @return null if there is none
     */
    public abstract TableColumn column(String name);

    /**
     * The size of a chunk in each dimension of the table; null if there are none.
     *
     * @param columns those that are read; the one with the most bytes decides
     */
    public long[] chunk(List<TableColumn> columns) {
        BoxElements main = main(columns);
        long[] chunk = main == null ? null : main.dataset().chunkDimensions();
        return chunk == null ? null : Arrays.copyOf(chunk, dimensions().length);
    }

    /** The elements of these columns with the most bytes; null if they have none. */
    public final BoxElements main(List<TableColumn> columns) {
        BoxElements main = null;
        for (TableColumn column : columns) {
            for (BoxElements each : column.elements()) {
                if (main == null
                        || each.dataset().storageSize() > main.dataset().storageSize()) {
                    main = each;
                }
            }
        }
        return main;
    }

    /** Whether a whole box is one row. */
    public boolean isRowABox() {
        return false;
    }

    /** The bytes of a row in memory, about, in these columns: at least 1. */
    public long rowBytes(List<TableColumn> columns) {
        return Math.max(
                1,
                columns.stream()
                        .flatMap(each -> each.elements().stream())
                        .distinct()
                        .mapToLong(each -> each.dataset().datatype().size())
                        .sum());
    }

    /** A failure that names file and table. */
    final TableException fail(String expected, Object found) {
        return fail(file, path, expected, found);
    }

    static TableException fail(String file, String path, String expected, Object found) {
        return new TableException(
                "%s: %s: expected %s, found %s".formatted(file, NameText.printable(path), expected, found));
    }

    /** Requires a dataset with elements. */
    static long[] dimensions(String file, Dataset dataset) {
        long[] dimensions = dataset.dimensions();
        if (dimensions == null) {
            throw fail(file, dataset.path(), "a dataset with elements", "one without (a null dataspace)");
        }
        return dimensions;
    }
}
