package dev.fallow.spark.read.element;

import dev.fallow.WrongTypeException;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataTypes;

/** Times as NumPy stores them: a number of units since 1970. The least number, which is NumPy's NaT, is no time. */
public final class InstantReader implements ColumnReader {
    private final ColumnReader numbers;
    private final long unitsInMicrosecond;
    private final long microsecondsInUnit;

    /**
     * A column of microseconds; fractions are rounded down.
     *
     * @param part an integer of 8 bytes
     * @param unit s, ms, us or ns
     */
    public InstantReader(BoxElements elements, ElementPart part, String unit) {
        numbers = new ElementReader(elements, part, new long[0], DataTypes.LongType);
        unitsInMicrosecond = unit.equals("ns") ? 1_000 : 1;
        microsecondsInUnit = unit.equals("s") ? 1_000_000 : unit.equals("ms") ? 1_000 : 1;
    }

    private long microseconds(long number) {
        if (Math.abs(number) > Long.MAX_VALUE / microsecondsInUnit) {
            throw new WrongTypeException("expected a time that is a number of microseconds of 8 bytes, found " + number
                    + " units of " + microsecondsInUnit + " microseconds");
        }
        return Math.floorDiv(number * microsecondsInUnit, unitsInMicrosecond);
    }

    @Override
    public void moveTo(Box box) {
        numbers.moveTo(box);
    }

    @Override
    public void put(int first, int count, WritableColumnVector target) {
        numbers.put(first, count, target);
        for (int i = 0; i < count; i++) {
            long number = target.getLong(i);
            if (number == Long.MIN_VALUE) {
                target.putNull(i);
            } else {
                target.putLong(i, microseconds(number));
            }
        }
    }
}
