package dev.fallow.internal.data.element;

import java.lang.reflect.Array;

/** Rows of elements: one-dimensional arrays, primitive if possible. */
public final class Rows {
    private Rows() {}

    /** A row with one element. */
    public static Object of(Object element) {
        // without reflection, because compounds are written member by member
        if (element instanceof Double number) {
            return new double[] {number};
        } else if (element instanceof Integer number) {
            return new int[] {number};
        } else if (element instanceof Long number) {
            return new long[] {number};
        } else if (element instanceof Float number) {
            return new float[] {number};
        } else if (element instanceof String text) {
            return new String[] {text};
        }
        Object row = Array.newInstance(element == null ? Object.class : Shape.unboxed(element.getClass()), 1);
        Array.set(row, 0, element);
        return row;
    }

    /** The number at an index as a {@code long}; null if it is not a number, has a fraction, or exceeds 64 bits. */
    public static Long integer(Object row, int index) {
        Object element = Array.get(row, index);
        if (element instanceof Long number) {
            return number;
        } else if (element instanceof Integer || element instanceof Short || element instanceof Byte) {
            return ((Number) element).longValue();
        }
        return null;
    }
}
