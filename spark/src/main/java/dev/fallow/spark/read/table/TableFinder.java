package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.type.Compound;
import dev.fallow.value.NameText;
import java.util.ArrayList;
import java.util.List;

/** Finds the table that is meant. */
public final class TableFinder {
    private static final int MOST_NAMED = 10;

    private TableFinder() {}

    /**
     * The table in a container.
     *
     * @param file the name of the container, for messages
     * @throws dev.fallow.NoSuchObjectException if nothing is at the path
     * @throws TableException if what is there is no table
     */
    public static FileTable find(ContainerFile container, String file, TableOptions options) {
        String path = options.dataset() == null ? only(container, file) : options.dataset();
        StoredObject object = container.root().get(path);
        if (object instanceof Dataset dataset) {
            return table(container, file, dataset, options.layout(), options.decodeCf());
        } else if (!(object instanceof Group group)) {
            throw FileTable.fail(file, path, "a dataset or a group", "a committed datatype");
        } else if (PandasTable.isIn(group)) {
            return new PandasTable(file, group);
        } else if (DataFrameTable.isIn(group)) {
            return new DataFrameTable(file, container, group);
        } else {
            return new GroupTable(file, group, options.columns(), options.decodeCf());
        }
    }

    private static FileTable table(
            ContainerFile container, String file, Dataset dataset, RowLayout layout, boolean decodeCf) {
        int rank = FileTable.dimensions(file, dataset).length;
        if (layout == RowLayout.ARRAYS) {
            return new ChunksTable(file, dataset);
        } else if (rank == 1 && layout != RowLayout.CELLS && dataset.datatype() instanceof Compound) {
            return new MembersTable(file, dataset, decodeCf);
        }
        return new DatasetTable(file, dataset, layout, decodeCf, new Coordinates(container, dataset, decodeCf));
    }

    /** The path of the only dataset, or of the only table of pandas or AnnData. */
    private static String only(ContainerFile container, String file) {
        List<String> found = new ArrayList<>();
        container.root().forEachEntry(Integer.MAX_VALUE, (entry, depth, last) -> {
            if (found.size() <= MOST_NAMED && entry.kind() == ObjectKind.DATASET && entry.problem() == null) {
                found.add(entry.path());
            }
        });
        if (found.size() == 1) {
            return table(container, found.get(0));
        }
        List<String> shown =
                found.stream().limit(MOST_NAMED).map(NameText::printable).toList();
        throw new TableException("%s: the option dataset is missing: expected one dataset, found %s%s"
                .formatted(file, found.isEmpty() ? "none" : shown, found.size() > MOST_NAMED ? " and others" : ""));
    }

    /** The table that a dataset belongs to. */
    private static String table(ContainerFile container, String path) {
        int end = path.lastIndexOf('/');
        return end > 0 && PandasTable.isIn(container.group(path.substring(0, end))) ? path.substring(0, end) : path;
    }
}
