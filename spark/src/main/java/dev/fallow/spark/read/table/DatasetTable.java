package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.spark.read.element.Box;
import dev.fallow.spark.read.element.BoxElements;
import dev.fallow.spark.read.element.ElementPart;
import dev.fallow.spark.read.element.ElementReader;
import dev.fallow.spark.read.element.SparkTypes;
import dev.fallow.type.Datatype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * A dataset. Its columns are the index in each dimension over which the rows are, {@code i0}, {@code i1} and so on; the
 * values of the dimension scales of these; and {@code value}: the element, or an array of the further dimensions.
 */
final class DatasetTable extends FileTable {
    private static final String VALUE = "value";
    private static final String INDEX = "i";

    private final BoxElements elements;
    private final long[] all;
    private final int rank;
    private final boolean decodeCf;
    private final Coordinates coordinates;

    /** @param coordinates of the dataset */
    DatasetTable(
            String file, Dataset dataset, TableOptions.RowLayout layout, boolean decodeCf, Coordinates coordinates) {
        super(file, dataset.path());
        this.decodeCf = decodeCf;
        elements = new BoxElements(dataset);
        all = dimensions(file, dataset);
        rank = layout == TableOptions.RowLayout.ROWS ? Math.min(1, all.length) : all.length;
        this.coordinates = coordinates;
    }

    @Override
    public long[] dimensions() {
        return Arrays.copyOf(all, rank);
    }

    private long[] inRow() {
        return Arrays.copyOfRange(all, rank, all.length);
    }

    @Override
    public List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>();
        for (int d = 0; d < rank; d++) {
            columns.add(TableColumn.index(INDEX + d, d));
        }
        columns.addAll(coordinates());
        columns.add(value());
        return columns;
    }

    private List<TableColumn> coordinates() {
        return coordinates.columns(rank, name -> name.equals(VALUE) || index(name) >= 0);
    }

    private TableColumn value() {
        Datatype datatype = elements.dataset().datatype();
        ElementPart whole = ElementPart.whole(datatype);
        boolean single = rank == all.length;
        DataType type = TextAttributes.type(elements.dataset(), datatype, "", decodeCf && single);
        return single
                ? TableColumn.decoded(VALUE, type, elements, whole, "", decodeCf)
                : TableColumn.of(
                        VALUE,
                        SparkTypes.arrayOf(type, all.length - rank),
                        elements,
                        target -> new ElementReader(elements, whole, inRow(), target));
    }

    /** The dimension whose index has this name; -1 if there is none. */
    private int index(String name) {
        for (int d = 0; d < rank; d++) {
            if (name.equals(INDEX + d)) {
                return d;
            }
        }
        return -1;
    }

    @Override
    public TableColumn column(String name) {
        if (name.equals(VALUE)) {
            return value();
        }
        int dimension = index(name);
        if (dimension >= 0) {
            return TableColumn.index(name, dimension);
        }
        return named(name, coordinates());
    }

    @Override
    public long rowBytes(List<TableColumn> columns) {
        return Box.product(super.rowBytes(columns), Math.max(1, Box.product(inRow())));
    }
}
