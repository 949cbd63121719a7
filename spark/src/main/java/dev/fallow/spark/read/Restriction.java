package dev.fallow.spark.read;

import dev.fallow.spark.read.table.Box;
import dev.fallow.spark.read.table.CoordinateReader;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.SparkTypes;
import dev.fallow.spark.read.table.TableColumn;
import dev.fallow.spark.read.table.Vectors;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;

/** The smallest box that has all rows that meet conditions on indexes and coordinates. Other conditions do not matter. */
final class Restriction {
    private static final int COORDINATES_AT_ONCE = 1 << 16;

    private final FileTable table;
    private final long[] from;
    private final long[] to;

    private Restriction(FileTable table) {
        this.table = table;
        to = table.dimensions();
        from = new long[to.length];
    }

    /** The box in a table. Reads the coordinates that conditions are on. */
    static Box of(FileTable table, List<Bound> bounds) {
        Restriction restriction = new Restriction(table);
        for (Bound bound : bounds) {
            restriction.apply(bound);
        }
        long[] count = restriction.to.clone();
        for (int d = 0; d < count.length; d++) {
            count[d] = Math.max(0, restriction.to[d] - restriction.from[d]);
        }
        return new Box(restriction.from, count);
    }

    private void apply(Bound bound) {
        if (bound.column().equals(Metadata.ROW_INDEX_COLUMN) && to.length == 1 && !table.isRowABox()) {
            applyToIndex(0, bound);
        } else if (bound.column().size() == 1) {
            TableColumn column = table.column(bound.column().get(0));
            if (column == null || column.dimension() < 0) {
                return;
            } else if (column.reader(column.type()) instanceof CoordinateReader coordinate) {
                applyToCoordinate(column, coordinate, bound);
            } else {
                applyToIndex(column.dimension(), bound);
            }
        }
    }

    private void applyToIndex(int dimension, Bound bound) {
        if (!bound.compares(Long.class)) {
            return;
        }
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (Comparable<?> each : bound.values()) {
            least = Math.min(least, (Long) each);
            most = Math.max(most, (Long) each);
        }
        switch (bound.operator()) {
            case EQUAL, IN -> narrow(dimension, least, after(most));
            case LESS -> narrow(dimension, 0, least);
            case LESS_OR_EQUAL -> narrow(dimension, 0, after(least));
            case GREATER -> narrow(dimension, after(least), Long.MAX_VALUE);
            case GREATER_OR_EQUAL -> narrow(dimension, least, Long.MAX_VALUE);
        }
    }

    private static long after(long value) {
        return value == Long.MAX_VALUE ? value : value + 1;
    }

    private void narrow(int dimension, long least, long end) {
        from[dimension] = Math.max(from[dimension], least);
        to[dimension] = Math.min(to[dimension], end);
        if (from[dimension] >= to[dimension]) {
            from[dimension] = 0;
            to[dimension] = 0;
        }
    }

    private void applyToCoordinate(TableColumn column, CoordinateReader coordinate, Bound bound) {
        int dimension = column.dimension();
        long first = Long.MAX_VALUE;
        long last = -1;
        for (long at = from[dimension]; at < to[dimension]; at += COORDINATES_AT_ONCE) {
            int count = (int) Math.min(COORDINATES_AT_ONCE, to[dimension] - at);
            WritableColumnVector values = coordinate.values(at, count);
            for (int i = 0; i < count; i++) {
                if (accepts(bound, values, column.type(), i)) {
                    first = Math.min(first, at + i);
                    last = at + i;
                }
            }
        }
        narrow(dimension, first, last + 1);
    }

    /** Whether a value may meet the condition: yes, if they cannot be compared here. */
    private static boolean accepts(Bound bound, WritableColumnVector values, DataType type, int index) {
        if (values.isNullAt(index)) {
            return false;
        }
        Comparable<?> value = null;
        if (SparkTypes.INTEGERS.contains(type)) {
            value = Vectors.integer(values, index, type.defaultSize());
        } else if (type.equals(DataTypes.FloatType)) {
            value = (double) values.getFloat(index);
        } else if (type.equals(DataTypes.DoubleType)) {
            value = values.getDouble(index);
        } else if (type instanceof StringType) {
            value = values.getUTF8String(index).toString();
        }
        return value == null || !bound.compares(value.getClass()) || bound.accepts(value);
    }
}
