package dev.fallow.spark.read.element;

import dev.fallow.CorruptFileException;
import dev.fallow.Dataset;
import dev.fallow.value.NameText;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Values that are stored once, and their numbers in the rows. A number below zero is no value. */
public final class CategoryReader implements ColumnReader {
    private final ColumnReader codes;
    private final Dataset codesDataset;
    private final ColumnReader categories;
    private final int categoryCount;
    private final DataType type;
    private final Vectors.Put copy;
    private WritableColumnVector values;
    private WritableColumnVector numbers;

    /**
     * A column.
     *
     * @param codes of a type that {@link SparkTypes#widens widens} to bigint
     * @param categories their values, of one dimension
     * @param count the number of categories
     * @param type of the categories; is not nested
     */
    public CategoryReader(
            BoxElements codes, ElementPart codesPart, ColumnReader categories, long count, DataType type) {
        this.codes = new ElementReader(codes, codesPart, new long[0], DataTypes.LongType);
        codesDataset = codes.dataset();
        this.categories = categories;
        categoryCount = Math.toIntExact(count);
        this.type = type;
        copy = Vectors.copying(type);
    }

    @Override
    public void moveTo(Box box) {
        codes.moveTo(box);
    }

    @Override
    public void put(int first, int count, WritableColumnVector target) {
        if (values == null) {
            WritableColumnVector all = new OnHeapColumnVector(Math.max(1, categoryCount), type);
            categories.moveTo(new Box(new long[1], new long[] {categoryCount}));
            categories.put(0, categoryCount, all);
            values = all;
        }
        if (numbers == null) {
            numbers = new OnHeapColumnVector(count, DataTypes.LongType);
        }
        numbers.reset();
        numbers.reserve(count);
        codes.put(first, count, numbers);
        for (int i = 0; i < count; i++) {
            long number = numbers.getLong(i);
            if (number < 0) {
                target.putNull(i);
            } else if (number < categoryCount) {
                copy.put(values, (int) number, target, i);
            } else {
                throw new CorruptFileException("%s: expected a category below %d, found %d"
                        .formatted(NameText.printable(codesDataset.path()), categoryCount, number));
            }
        }
    }
}
