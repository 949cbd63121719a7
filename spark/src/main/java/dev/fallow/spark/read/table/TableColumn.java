package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A column of a table in an open container.
 *
 * @param dimension along which the values are the same for all rows of an index; -1 if there is none
 * @param elements of which each row has some of its own; empty for indexes and coordinates
 * @param readers makes the reader for the column's type, or one that it {@linkplain SparkTypes#widens
 *     widens} to
 */
public record TableColumn(
        String name,
        DataType type,
        int dimension,
        List<BoxElements> elements,
        Function<DataType, ColumnReader> readers) {
    /** The index in a dimension. */
    static TableColumn index(String name, int dimension) {
        return new TableColumn(
                name, DataTypes.LongType, dimension, List.of(), target -> ColumnReaders.index(dimension));
    }

    /** A column without a dimension. */
    static TableColumn of(String name, DataType type, BoxElements elements, Function<DataType, ColumnReader> readers) {
        return new TableColumn(name, type, -1, List.of(elements), readers);
    }

    /** Elements, each of which is a row, or parts of them. */
    static TableColumn parts(String name, DataType type, BoxElements elements, ElementPart part) {
        return of(name, type, elements, target -> new ElementReader(elements, part, new long[0], target));
    }

    /**
     * Elements, each of which is a row, or parts of them; unpacked, if that is wanted.
     *
     * @param type of what is stored
     * @param prefix of the names of the attributes that tell the packing
     */
    static TableColumn decoded(
            String name, DataType type, BoxElements elements, ElementPart part, String prefix, boolean decodeCf) {
        Dataset dataset = elements.dataset();
        PackedNumbers packing = decodeCf ? TextAttributes.packing(dataset, type, prefix) : null;
        return packing == null
                ? parts(name, type, elements, part)
                : of(
                        name,
                        packing.type(),
                        elements,
                        target -> packing.reader(
                                new ElementReader(elements, part, new long[0], packing.stored()), target));
    }

    /** A reader of the column. */
    public ColumnReader reader(DataType target) {
        return readers.apply(target);
    }
}
