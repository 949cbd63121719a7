package dev.fallow.internal.data.number;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.type.FloatingPoint;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * IEEE 754 numbers of 2, 4 or 8 bytes, in both byte orders. Those of 2 and 4 bytes are read as {@code float}, those of
 * 8 bytes as {@code double}. Numbers of any Java type can be written if they are represented exactly.
 */
public final class FloatCodec implements ElementCodec {
    private static final int DOUBLE_PRECISION = 53;

    private final int size;
    private final ByteOrder order;

    public FloatCodec(FloatingPoint type) {
        size = (int) type.size();
        order = type.order() == FloatingPoint.Order.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    public static boolean supports(FloatingPoint type) {
        return (type.size() == 2 || type.size() == 4 || type.size() == 8)
                && type.order() != FloatingPoint.Order.VAX
                && ieee(type);
    }

    private static boolean ieee(FloatingPoint type) {
        FloatingPoint ieee = FloatingPoint.ieee((int) type.size(), type.order());
        return type.normalization() == ieee.normalization()
                && type.signPosition() == ieee.signPosition()
                && type.bitOffset() == 0
                && type.precision() == ieee.precision()
                && type.exponentPosition() == ieee.exponentPosition()
                && type.exponentSize() == ieee.exponentSize()
                && type.mantissaPosition() == 0
                && type.mantissaSize() == ieee.mantissaSize()
                && type.exponentBias() == ieee.exponentBias();
    }

    @Override
    public Class<?> javaType() {
        return size == 8 ? double.class : float.class;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == float.class
                || componentType == double.class
                || componentType == Object.class
                || Number.class.isAssignableFrom(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        if (row instanceof float[] && size > 2 || row instanceof double[] && size == 8) {
            return -1;
        }
        for (int i = 0, length = Array.getLength(row); i < length; i++) {
            if (!fits(Array.get(row, i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return componentType == float.class && size > 2 || componentType == double.class && size == 8;
    }

    private boolean fits(Object element) {
        Double number = exact(element);
        if (number == null || Double.isNaN(number) || size == 8) {
            return number != null;
        }
        float narrow = number.floatValue();
        return narrow == number && (size == 4 || Half.toFloat(Half.fromFloat(narrow)) == narrow);
    }

    /** The number as a {@code double}; null if it is not a number or not representable as {@code double}. */
    private static Double exact(Object element) {
        if (element instanceof Double || element instanceof Float) {
            return ((Number) element).doubleValue();
        }
        BinaryNumber number = BinaryNumber.of(element);
        return number == null || !number.fits(DOUBLE_PRECISION, Double.MIN_EXPONENT, Double.MAX_EXPONENT)
                ? null
                : (Double) ((Number) element).doubleValue();
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        in.order(order);
        if (row instanceof double[] doubles) {
            in.asDoubleBuffer().get(doubles, from, count);
            in.position(in.position() + count * size);
        } else if (size == 4) {
            in.asFloatBuffer().get((float[]) row, from, count);
            in.position(in.position() + count * size);
        } else {
            float[] floats = (float[]) row;
            for (int i = from; i < from + count; i++) {
                floats[i] = Half.toFloat(in.getShort());
            }
        }
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        out.order(order);
        if (row instanceof double[] doubles && size == 8) {
            out.asDoubleBuffer().put(doubles, from, count);
            out.position(out.position() + count * size);
            return;
        } else if (row instanceof float[] floats && size == 4) {
            out.asFloatBuffer().put(floats, from, count);
            out.position(out.position() + count * size);
            return;
        }
        for (int i = from; i < from + count; i++) {
            if (row instanceof double[] doubles) {
                put(out, doubles[i]);
            } else if (row instanceof float[] floats) {
                put(out, floats[i]);
            } else {
                put(out, ((Number) Array.get(row, i)).doubleValue());
            }
        }
    }

    private void put(ByteBuffer out, double number) {
        if (size == 8) {
            out.putDouble(number);
        } else {
            put(out, (float) number);
        }
    }

    private void put(ByteBuffer out, float number) {
        switch (size) {
            case 8 -> out.putDouble(number);
            case 4 -> out.putFloat(number);
            default -> out.putShort(Half.fromFloat(number));
        }
    }
}
