package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.table.PandasFrame;
import dev.fallow.type.Compound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in an open container. A dataset is opened when one of its columns is first read. */
public abstract class FileTable {
    private static final int MOST_NAMED = 10;

    /** The name of the container, for messages. */
    final String file;

    private final String path;

    FileTable(String file, String path) {
        this.file = file;
        this.path = path;
    }

    /**
     * The table in a container that is meant.
     *
     * @param file the name of the container, for messages
     * @throws dev.fallow.NoSuchObjectException if nothing is at the path
     * @throws TableException if what is there is no table
     */
    public static FileTable find(ContainerFile container, String file, TableOptions options) {
        String path = options.dataset() == null ? only(container, file) : options.dataset();
        StoredObject object = NamedObject.at(container, path);
        if (object instanceof Dataset dataset) {
            return of(container, file, dataset, options.layout(), options.decodeCf());
        } else if (!(object instanceof Group group)) {
            throw fail(file, path, "a dataset or a group", "a committed datatype");
        } else if (PandasFrame.isIn(group)) {
            return new PandasTable(file, group);
        } else if (DataFrameTable.isIn(group)) {
            return new DataFrameTable(file, container, group);
        } else if (PandasFixedTable.isIn(group)) {
            return new PandasFixedTable(file, group, options.columns());
        } else if (SparseTable.isIn(group)) {
            return new SparseTable(file, container, group);
        } else if (GridTable.isIn(group, options.columns())) {
            return new GridTable(file, container, group, options.columns(), options.decodeCf());
        } else {
            return new GroupTable(file, group, options.columns(), options.decodeCf());
        }
    }

    private static FileTable of(
            ContainerFile container, String file, Dataset dataset, TableOptions.RowLayout layout, boolean decodeCf) {
        int rank = dimensions(file, dataset).length;
        if (layout == TableOptions.RowLayout.ARRAYS) {
            return new ChunksTable(file, dataset);
        } else if (rank == 1 && layout != TableOptions.RowLayout.CELLS && dataset.datatype() instanceof Compound) {
            return new MembersTable(file, dataset, decodeCf);
        }
        return new DatasetTable(file, container, dataset, layout, decodeCf);
    }

    /** The path of the only dataset, or of the only table of pandas. */
    private static String only(ContainerFile container, String file) {
        List<String> found = new ArrayList<>();
        for (Entry entry : container.root().walk(Integer.MAX_VALUE)) {
            if (found.size() > MOST_NAMED) {
                break;
            } else if (entry.kind() == ObjectKind.DATASET && entry.problem().isEmpty()) {
                String table = tableOf(container, entry.path());
                if (!found.contains(table)) {
                    found.add(table);
                }
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        List<String> shown =
                found.stream().limit(MOST_NAMED).map(NameText::printable).toList();
        throw new TableException("%s: the option dataset is missing: expected one dataset, found %s%s"
                .formatted(file, found.isEmpty() ? "none" : shown, found.size() > MOST_NAMED ? " and others" : ""));
    }

    /** The table of pandas in which a dataset is; else the dataset. */
    private static String tableOf(ContainerFile container, String path) {
        int end = path.lastIndexOf('/');
        Group group = end > 0 ? container.group(path.substring(0, end)) : null;
        return group != null && (PandasFrame.isIn(group) || PandasFixedTable.isIn(group)) ? group.path() : path;
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
    public TableColumn column(String name) {
        return named(name, columns());
    }

    static TableColumn named(String name, List<TableColumn> columns) {
        return columns.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * The size of a chunk in each dimension of the table; null if there are none.
     *
     * @param columns those that are read; the one with the most bytes decides
     */
    public long[] chunk(List<TableColumn> columns) {
        BoxElements main = main(columns);
        long[] chunk = main == null ? new long[0] : main.dataset().chunkDimensions();
        return chunk.length == 0 ? null : Arrays.copyOf(chunk, dimensions().length);
    }

    /** The elements of these columns with the most bytes; null if they have none. */
    public final BoxElements main(List<TableColumn> columns) {
        BoxElements main = null;
        for (TableColumn column : columns) {
            for (BoxElements each : column.elements()) {
                if (main == null
                        || each.dataset().logicalSize() > main.dataset().logicalSize()) {
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
        if (dataset.isNull()) {
            throw fail(file, dataset.path(), "a dataset with elements", "one without (a null dataspace)");
        }
        return dataset.dimensions();
    }
}
