package dev.fallow.spark.read.element;

import dev.fallow.type.Datatype;
import java.util.function.Function;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ArrayType;

/** Columns of a table in which each box is one row. */
public final class BoxReader {
    private BoxReader() {}

    /** The start of the box. */
    public static ColumnReader offset() {
        return new Numbers(Box::start);
    }

    /** The number of indexes in each dimension. */
    public static ColumnReader shape() {
        return new Numbers(Box::count);
    }

    /** The elements of the box, in row-major order. */
    public static ColumnReader values(BoxElements elements) {
        return new Values(elements);
    }

    private static final class Numbers implements ColumnReader {
        private final Function<Box, long[]> numbers;
        private Box box;

        Numbers(Function<Box, long[]> numbers) {
            this.numbers = numbers;
        }

        @Override
        public void moveTo(Box next) {
            box = next;
        }

        @Override
        public void put(int first, int count, WritableColumnVector target) {
            long[] all = numbers.apply(box);
            int at = Vectors.startArray(target, 0, all.length);
            target.arrayData().putLongs(at, all.length, all, 0);
        }
    }

    private static final class Values implements ColumnReader {
        private final BoxElements elements;
        private int length;

        Values(BoxElements elements) {
            this.elements = elements;
        }

        @Override
        public void moveTo(Box next) {
            elements.moveTo(next);
            length = Math.toIntExact(next.size());
        }

        @Override
        public void put(int first, int count, WritableColumnVector target) {
            Datatype type = elements.dataset().datatype();
            RawDecoder raw = RawDecoders.of(type, ((ArrayType) target.dataType()).elementType());
            int at = Vectors.startArray(target, 0, length);
            if (raw != null) {
                raw.put(elements.bytes(), 0, (int) type.size(), target.arrayData(), at, length);
                return;
            }
            Object[] values = elements.values();
            for (int i = 0; i < length; i++) {
                ValueDecoder.put(values[i], target.arrayData(), at + i);
            }
        }
    }
}
