package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.spark.read.element.BoxElements;
import dev.fallow.spark.read.element.BoxReader;
import dev.fallow.spark.read.element.SparkTypes;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The chunks of a dataset, one a row: {@code offset} and {@code shape}, and {@code values} in row-major order. */
final class ChunksTable extends FileTable {
    private final BoxElements elements;
    private final long[] dimensions;

    ChunksTable(String file, Dataset dataset) {
        super(file, dataset.path());
        elements = new BoxElements(dataset);
        dimensions = dimensions(file, dataset);
    }

    @Override
    public long[] dimensions() {
        return dimensions.clone();
    }

    @Override
    public List<TableColumn> columns() {
        return Stream.of("offset", "shape", "values").map(this::column).toList();
    }

    @Override
    public TableColumn column(String name) {
        DataType indexes = DataTypes.createArrayType(DataTypes.LongType);
        return switch (name) {
            case "offset" -> TableColumn.special(name, indexes, null, target -> BoxReader.offset());
            case "shape" -> TableColumn.special(name, indexes, null, target -> BoxReader.shape());
            case "values" ->
                TableColumn.special(
                        name,
                        DataTypes.createArrayType(
                                SparkTypes.of(elements.dataset().datatype())),
                        elements,
                        target -> BoxReader.values(elements));
            default -> null;
        };
    }

    @Override
    public boolean isRowABox() {
        return true;
    }

    @Override
    public long[] chunk(List<TableColumn> columns) {
        return elements.dataset().chunkDimensions();
    }

    /** Of an element: a row is a box of them. */
    @Override
    public long rowBytes(List<TableColumn> columns) {
        return elements.dataset().datatype().size();
    }
}
