package dev.fallow.spark.read.table;

import dev.fallow.spark.read.element.BoxElements;
import dev.fallow.spark.read.element.ColumnReader;
import dev.fallow.spark.read.element.CoordinateReader;
import dev.fallow.spark.read.element.ElementPart;
import dev.fallow.spark.read.element.ElementReader;
import dev.fallow.spark.read.element.IndexReader;
import dev.fallow.spark.read.element.PackedNumbers;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** A column of a table in an open container. */
public final class TableColumn {
    private final String name;
    private final DataType type;
    private final int dimension;
    private final List<BoxElements> elements;
    private final Function<DataType, ColumnReader> reader;

    private TableColumn(
            String name,
            DataType type,
            int dimension,
            List<BoxElements> elements,
            Function<DataType, ColumnReader> reader) {
        this.name = name;
        this.type = type;
        this.dimension = dimension;
        this.elements = elements;
        this.reader = reader;
    }

    /** The index in a dimension. */
    static TableColumn index(String name, int dimension) {
        return new TableColumn(name, DataTypes.LongType, dimension, List.of(), target -> new IndexReader(dimension));
    }

    /**
     * The values along a dimension.
     *
     * @param packing null if they are what is stored
     */
    static TableColumn coordinate(
            String name, DataType type, int dimension, BoxElements values, PackedNumbers packing) {
        return new TableColumn(
                name,
                packing == null ? type : packing.type(),
                dimension,
                List.of(),
                target -> new CoordinateReader(dimension, values, target, packing));
    }

    /**
     * Elements, each of which is a row, or parts of them.
     *
     * @param packing null if they are what is stored
     */
    static TableColumn unpacked(
            String name, DataType type, BoxElements elements, ElementPart part, PackedNumbers packing) {
        return packing == null
                ? elements(name, type, elements, part, new long[0])
                : special(
                        name,
                        packing.type(),
                        elements,
                        target -> packing.reader(
                                new ElementReader(elements, part, new long[0], packing.stored()), target));
    }

    /**
     * Elements, or parts of them.
     *
     * @param inRow the dimensions that are in each row
     */
    static TableColumn elements(String name, DataType type, BoxElements elements, ElementPart part, long[] inRow) {
        return new TableColumn(
                name, type, -1, List.of(elements), target -> new ElementReader(elements, part, inRow, target));
    }

    /** A column with a reader of its own, that has no wider types. */
    static TableColumn special(
            String name, DataType type, BoxElements elements, Function<DataType, ColumnReader> reader) {
        return new TableColumn(name, type, -1, elements == null ? List.of() : List.of(elements), reader);
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** The type. */
    public DataType type() {
        return type;
    }

    /** The dimension along which the values are the same for all rows of an index; -1 if there is none. */
    public int dimension() {
        return dimension;
    }

    /** The elements of which each row has some of its own; empty for indexes and coordinates. */
    public List<BoxElements> elements() {
        return elements;
    }

    /**
     * A reader of the column.
     *
     * @param target the column's type, or one that it {@linkplain dev.fallow.spark.read.element.SparkTypes#widens widens} to
     */
    public ColumnReader reader(DataType target) {
        return reader.apply(target);
    }
}
