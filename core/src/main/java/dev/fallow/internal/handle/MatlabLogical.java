package dev.fallow.internal.handle;

import dev.fallow.Conversion;
import dev.fallow.Selection;
import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;

/** The truth values of MATLAB 7.3: integers of one byte, with the attribute MATLAB_class; false is 0. */
record MatlabLogical(DatasetHandle dataset) {
    private static final String LOGICAL = "logical";

    /** Whether a dataset with truth values in this form is to be read or written as a type of these. */
    static boolean isWanted(DatasetHandle dataset, Class<?> type) {
        Class<?> innermost = type;
        while (innermost.isArray()) {
            innermost = innermost.getComponentType();
        }
        return (innermost == boolean.class || type == Boolean.class)
                && dataset.datatype() instanceof FixedPoint number
                && number.size() == 1
                && MatlabText.isOfClass(dataset, LOGICAL);
    }

    /** The truth values as a type that is wanted. */
    Object read(Selection selection, Class<?> type) {
        return truths(dataset.read(selection, withShorts(type), Conversion.LOSSLESS));
    }

    private static Class<?> withShorts(Class<?> type) {
        return type.isArray() ? withShorts(type.getComponentType()).arrayType() : short.class;
    }

    private static Object truths(Object numbers) {
        if (!numbers.getClass().isArray()) {
            return (short) numbers != 0;
        }
        int length = Array.getLength(numbers);
        Object truths = Array.newInstance(truthType(numbers.getClass().getComponentType()), length);
        for (int i = 0; i < length; i++) {
            Array.set(truths, i, truths(Array.get(numbers, i)));
        }
        return truths;
    }

    private static Class<?> truthType(Class<?> type) {
        return type.isArray() ? truthType(type.getComponentType()).arrayType() : boolean.class;
    }

    /** The numbers that stand for truth values, of the same shape. */
    static Object numbers(Object truths) {
        if (truths instanceof Boolean truth) {
            return (byte) (truth ? 1 : 0);
        } else if (truths instanceof boolean[] row) {
            byte[] numbers = new byte[row.length];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (byte) (row[i] ? 1 : 0);
            }
            return numbers;
        }
        Object[] rows = (Object[]) truths;
        Object[] numbers = new Object[rows.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = rows[i] == null ? null : numbers(rows[i]);
        }
        return numbers;
    }
}
