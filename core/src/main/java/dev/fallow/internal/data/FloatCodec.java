package dev.fallow.internal.data;

import dev.fallow.format.datatype.FloatingPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * IEEE 754 numbers of 2, 4 or 8 bytes, in both byte orders. Those of 2 and 4 bytes are {@code float}s in Java, those of
 * 8 bytes {@code double}s.
 */
final class FloatCodec implements ElementCodec {
    private final int size;
    private final ByteOrder order;

    FloatCodec(FloatingPoint type) {
        size = (int) type.size();
        order = type.order() == FloatingPoint.Order.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    static boolean supports(FloatingPoint type) {
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
        return componentType == float.class || componentType == double.class && size == 8;
    }

    @Override
    public int firstMisfit(Object row) {
        if (size == 2) {
            float[] floats = (float[]) row;
            for (int i = 0; i < floats.length; i++) {
                float back = Half.toFloat(Half.fromFloat(floats[i]));
                if (back != floats[i] && !Float.isNaN(floats[i])) {
                    return i;
                }
            }
        }
        return -1;
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
        for (int i = from; i < from + count; i++) {
            if (row instanceof double[] doubles) {
                out.putDouble(doubles[i]);
            } else if (size == 8) {
                out.putDouble(((float[]) row)[i]);
            } else if (size == 4) {
                out.putFloat(((float[]) row)[i]);
            } else {
                out.putShort(Half.fromFloat(((float[]) row)[i]));
            }
        }
    }
}
