package dev.fallow.spark.read.table;

import dev.fallow.CorruptFileException;
import dev.fallow.NameText;
import dev.fallow.WrongTypeException;
import dev.fallow.type.Datatype;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** ColumnReaders of columns that are no plain elements: indexes, boxes that are rows, and values that a second column or a rule changes. */
public final class ColumnReaders {
    private ColumnReaders() {}

    /** The index in one dimension. */
    public static ColumnReader index(int dimension) {
        return (box, first, count, target) -> {
            long start = box.start()[dimension];
            CoordinateReader.forEachRun(
                    box, dimension, first, count, (row, length, index) -> target.putLongs(row, length, start + index));
        };
    }

    /** Of tables in which each box is one row: the start of the box, or the number of indexes, in each dimension. */
    public static ColumnReader numbers(Function<Box, long[]> numbers) {
        return (box, first, count, target) -> {
            long[] all = numbers.apply(box);
            int at = Vectors.startArray(target, 0, all.length);
            target.arrayData().putLongs(at, all.length, all, 0);
        };
    }

    /** Of tables in which each box is one row: the elements of the box, in row-major order. */
    public static ColumnReader values(BoxElements elements) {
        return (box, first, count, target) -> {
            elements.moveTo(box);
            int length = Math.toIntExact(box.size());
            Datatype type = elements.dataset().datatype();
            RawDecoder raw = RawDecoder.of(type, ((ArrayType) target.dataType()).elementType());
            int at = Vectors.startArray(target, 0, length);
            if (raw != null) {
                raw.put(elements.bytes(), 0, (int) type.size(), target.arrayData(), at, length);
                return;
            }
            Object[] values = elements.values();
            for (int i = 0; i < length; i++) {
                Vectors.put(values[i], target.arrayData(), at + i);
            }
        };
    }

    /** Values that are changed after they were put. */
    private static ColumnReader changed(ColumnReader values, ObjIntConsumer<WritableColumnVector> change) {
        return (box, first, count, target) -> {
            values.put(box, first, count, target);
            change.accept(target, count);
        };
    }

    /** Strings, of which a certain one becomes null. */
    public static ColumnReader texts(ColumnReader texts, String missing) {
        UTF8String none = UTF8String.fromString(missing);
        return changed(texts, (target, count) -> {
            for (int i = 0; i < count; i++) {
                if (!target.isNullAt(i) && none.equals(target.getUTF8String(i))) {
                    target.putNull(i);
                }
            }
        });
    }

    /**
     * Times as NumPy stores them, in microseconds; fractions are rounded down. The least number, which is NumPy's NaT, is no time.
     *
     * @param numbers of units since 1970, of type bigint
     * @param unit s, ms, us or ns
     */
    public static ColumnReader instants(ColumnReader numbers, String unit) {
        long unitsInMicrosecond = unit.equals("ns") ? 1_000 : 1;
        long microsecondsInUnit = unit.equals("s") ? 1_000_000 : unit.equals("ms") ? 1_000 : 1;
        return changed(numbers, (target, count) -> {
            for (int i = 0; i < count; i++) {
                long number = target.getLong(i);
                if (number == Long.MIN_VALUE) {
                    target.putNull(i);
                    continue;
                } else if (Math.abs(number) > Long.MAX_VALUE / microsecondsInUnit) {
                    throw new WrongTypeException("expected a time that is a number of microseconds of 8 bytes, found "
                            + number + " units of " + microsecondsInUnit + " microseconds");
                }
                target.putLong(i, Math.floorDiv(number * microsecondsInUnit, unitsInMicrosecond));
            }
        });
    }

    /** Rows of another column, on which values depend. */
    static final class Other {
        private final ColumnReader column;
        private final DataType type;
        private WritableColumnVector vector;

        Other(ColumnReader column, DataType type) {
            this.column = column;
            this.type = type;
        }

        WritableColumnVector rows(Box box, int first, int count) {
            if (vector == null) {
                vector = new OnHeapColumnVector(Math.max(1, count), type);
            }
            vector.reset();
            vector.reserve(count);
            column.put(box, first, count, vector);
            return vector;
        }
    }

    /** Values, of which those are missing that a dataset of booleans marks. */
    public static ColumnReader masked(ColumnReader values, BoxElements mask) {
        Other marks = new Other(ElementReader.of(mask, DataTypes.BooleanType), DataTypes.BooleanType);
        return (box, first, count, target) -> {
            values.put(box, first, count, target);
            WritableColumnVector marked = marks.rows(box, first, count);
            for (int i = 0; i < count; i++) {
                if (marked.getBoolean(i)) {
                    target.putNull(i);
                }
            }
        };
    }

    /**
     * Values that are stored once, and their numbers in the rows. A number below zero is no value.
     *
     * @param codes of a type that {@link SparkTypes#widens widens} to bigint
     * @param categories the values, of one dimension
     * @param count the number of categories
     * @param type of the categories; is not nested
     */
    public static ColumnReader categories(
            BoxElements codes, ElementPart codesPart, ColumnReader categories, long count, DataType type) {
        int most = Math.toIntExact(count);
        Vectors.Put copy = Vectors.copying(type);
        Other numbers =
                new Other(new ElementReader(codes, codesPart, new long[0], DataTypes.LongType), DataTypes.LongType);
        WritableColumnVector[] read = {null};
        return (box, first, rows, target) -> {
            if (read[0] == null) {
                WritableColumnVector all = new OnHeapColumnVector(Math.max(1, most), type);
                categories.put(new Box(new long[1], new long[] {most}), 0, most, all);
                read[0] = all;
            }
            WritableColumnVector all = numbers.rows(box, first, rows);
            for (int i = 0; i < rows; i++) {
                long number = all.getLong(i);
                if (number < 0) {
                    target.putNull(i);
                } else if (number < most) {
                    copy.put(read[0], (int) number, target, i);
                } else {
                    throw new CorruptFileException("%s: expected a category below %d, found %d"
                            .formatted(NameText.printable(codes.dataset().path()), most, number));
                }
            }
        };
    }
}
