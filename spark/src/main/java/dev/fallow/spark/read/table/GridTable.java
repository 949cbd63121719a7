package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several datasets of a group, of several dimensions and one shape, such as the variables of a grid: a row has an element of each, with the
 * indexes and the dimension scales of the first.
 */
final class GridTable extends FileTable {
    private final List<DatasetTable> tables = new ArrayList<>();
    private final List<String> names;

    /** @param names of the datasets; at least one */
    GridTable(String file, ContainerFile container, Group group, List<String> names, boolean decodeCf) {
        super(file, group.path());
        this.names = names;
        for (String name : names) {
            Dataset dataset = group.dataset(name);
            tables.add(new DatasetTable(file, container, dataset, TableOptions.RowLayout.CELLS, decodeCf));
            if (!Arrays.equals(dimensions(file, dataset), dimensions())) {
                throw fail(
                        file,
                        dataset.path(),
                        "dimensions %s, as in %s (the option columns selects datasets)"
                                .formatted(Arrays.toString(dimensions()), names.get(0)),
                        Arrays.toString(dataset.dimensions()));
            }
        }
        for (TableColumn each : shared()) {
            if (names.contains(each.name())) {
                throw fail("a dataset that is no index or dimension scale of the others", each.name());
            }
        }
    }

    /** Whether these are no columns of one dimension. */
    static boolean isIn(Group group, List<String> names) {
        return !names.isEmpty()
                && group.exists(names.get(0))
                && group.get(names.get(0)) instanceof Dataset dataset
                && dataset.dimensions().length > 1;
    }

    @Override
    public long[] dimensions() {
        return tables.get(0).dimensions();
    }

    /** The indexes and scales. */
    private List<TableColumn> shared() {
        return tables.get(0).columns().stream()
                .filter(each -> each.dimension() >= 0)
                .toList();
    }

    @Override
    public List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>(shared());
        names.forEach(name -> columns.add(column(name)));
        return columns;
    }

    @Override
    public TableColumn column(String name) {
        int number = names.indexOf(name);
        if (number < 0) {
            TableColumn column = tables.get(0).column(name);
            return column == null || column.dimension() < 0 ? null : column;
        }
        TableColumn value = tables.get(number).column(DatasetTable.VALUE);
        return new TableColumn(name, value.type(), value.dimension(), value.elements(), value.readers());
    }
}
