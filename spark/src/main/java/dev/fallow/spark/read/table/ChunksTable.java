package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import java.util.List;
import java.util.function.Function;
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
        DataType values =
                DataTypes.createArrayType(SparkTypes.of(elements.dataset().datatype()));
        return List.of(
                numbers("offset", Box::start),
                numbers("shape", Box::count),
                TableColumn.of("values", values, elements, target -> ColumnReaders.values(elements)));
    }

    private static TableColumn numbers(String name, Function<Box, long[]> numbers) {
        DataType type = DataTypes.createArrayType(DataTypes.LongType);
        return new TableColumn(name, type, -1, List.of(), target -> ColumnReaders.numbers(numbers));
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
