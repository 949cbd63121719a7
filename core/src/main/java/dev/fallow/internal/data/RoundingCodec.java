package dev.fallow.internal.data;

import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Numbers that are written to a datatype that may not represent them exactly: as {@link dev.fallow.Conversion#ROUNDING} says. They
 * are converted in small pieces.
 */
final class RoundingCodec implements ElementCodec {
    private static final int PIECE = PrimitiveRows.PIECE;

    private final ElementCodec exact;

    /** @param exact the codec of integers or floating-point numbers */
    RoundingCodec(ElementCodec exact) {
        this.exact = exact;
    }

    @Override
    public Class<?> javaType() {
        return exact.javaType();
    }

    @Override
    public int size() {
        return exact.size();
    }

    @Override
    public long heapBytes() {
        return exact.heapBytes();
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return exact.accepts(componentType);
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return exact.takesAll(componentType) || componentType.isPrimitive() && accepts(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        if (row instanceof Object[] elements) {
            for (int i = 0; i < elements.length; i++) {
                if (!isNumber(elements[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static boolean isNumber(Object element) {
        return element instanceof Double
                || element instanceof Float
                || element instanceof BigInteger
                || element instanceof BigDecimal
                || IntegerCodec.integer(element) != null;
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        exact.read(in, row, from, count);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (exact.takesAll(row.getClass().getComponentType())) {
            exact.write(out, row, from, count);
            return;
        }
        for (int done = 0; done < count; done += PIECE) {
            int length = Math.min(PIECE, count - done);
            exact.write(out, piece(row, from + done, length), 0, length);
        }
    }

    /** Some of the numbers as the datatype represents them. */
    private Object piece(Object row, int from, int count) {
        if (exact instanceof IntegerCodec integers) {
            return integers(integers, row, from, count);
        } else if (exact instanceof FloatCodec floats && floats.isFloatOrDouble()) {
            return exact.size() == Float.BYTES ? floats(row, from, count) : doubles(row, from, count);
        } else if (exact instanceof FloatCodec floats && floats.isHalf() && !(row instanceof Object[])) {
            return doubles(row, from, count); // a long that a double rounds is beyond half precision
        }
        Number[] piece = new Number[count];
        for (int i = 0; i < count; i++) {
            Number number = (Number) Array.get(row, from + i);
            piece[i] = exact instanceof FloatCodec floats
                    ? floats.nearest(number)
                    : ((WideIntegerCodec) exact).limited(Numbers.truncated(number));
        }
        return piece;
    }

    private static long[] integers(IntegerCodec integers, Object row, int from, int count) {
        long[] piece = new long[count];
        if (row instanceof Object[] elements) {
            for (int i = 0; i < count; i++) {
                Number number = (Number) elements[from + i];
                piece[i] = number instanceof Double || number instanceof Float
                        ? integers.limited(number.doubleValue())
                        : integers.limited(Numbers.truncated(number));
            }
        } else if (PrimitiveRows.areFractions(row)) {
            double[] numbers = doubles(row, from, count);
            for (int i = 0; i < count; i++) {
                piece[i] = integers.limited(numbers[i]);
            }
        } else {
            PrimitiveRows.longs(row, from, piece, count);
            for (int i = 0; i < count; i++) {
                piece[i] = integers.limited(piece[i]);
            }
        }
        return piece;
    }

    private static float[] floats(Object row, int from, int count) {
        float[] piece = new float[count];
        if (row instanceof long[] longs) { // not by way of double, which would round twice
            for (int i = 0; i < count; i++) {
                piece[i] = longs[from + i];
            }
        } else if (row instanceof Object[] numbers) {
            for (int i = 0; i < count; i++) {
                piece[i] = ((Number) numbers[from + i]).floatValue();
            }
        } else {
            double[] numbers = doubles(row, from, count);
            for (int i = 0; i < count; i++) {
                piece[i] = (float) numbers[i];
            }
        }
        return piece;
    }

    private static double[] doubles(Object row, int from, int count) {
        double[] piece = new double[count];
        if (row instanceof Object[] numbers) {
            for (int i = 0; i < count; i++) {
                piece[i] = ((Number) numbers[from + i]).doubleValue();
            }
        } else {
            PrimitiveRows.doubles(row, from, piece, count);
        }
        return piece;
    }
}
