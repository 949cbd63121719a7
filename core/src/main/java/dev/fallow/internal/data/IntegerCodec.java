package dev.fallow.internal.data;

import dev.fallow.format.datatype.FixedPoint;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/**
 * Integers of 1, 2, 4 or 8 bytes, of any precision and byte order. Signed ones are read as the Java type of their size,
 * unsigned ones as the next wider one; unsigned ones of 8 bytes as {@code long}, bit for bit.
 */
final class IntegerCodec implements ElementCodec {
    private final FixedPoint type;
    private final int size;
    private final Class<?> javaType;
    private final boolean filledAndSame;

    IntegerCodec(FixedPoint type) {
        this.type = type;
        size = (int) type.size();
        int readAs = type.signed() ? size : Math.min(8, 2 * size);
        javaType = readAs == 1 ? byte.class : readAs == 2 ? short.class : readAs == 4 ? int.class : long.class;
        filledAndSame = type.filled() && readAs == size;
    }

    static boolean supports(FixedPoint type) {
        return type.size() == 1 || type.size() == 2 || type.size() == 4 || type.size() == 8;
    }

    @Override
    public Class<?> javaType() {
        return javaType;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == byte.class
                || componentType == short.class
                || componentType == int.class
                || componentType == long.class;
    }

    @Override
    public int firstMisfit(Object row) {
        int precision = type.precision();
        if (precision == Long.SIZE && (type.signed() || row instanceof long[])) {
            return -1;
        }
        long highest = type.signed() || precision == Long.SIZE
                ? Long.MAX_VALUE >>> Long.SIZE - precision
                : (1L << precision) - 1;
        long lowest = type.signed() ? -highest - 1 : 0;
        for (int i = 0, length = Array.getLength(row); i < length; i++) {
            long value = Array.getLong(row, i);
            if (value < lowest || value > highest) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        in.order(type.order());
        if (filledAndSame) {
            readNative(in, row, from, count);
            return;
        }
        for (int i = from; i < from + count; i++) {
            long value = fromBits(bits(in));
            if (row instanceof int[] ints) {
                ints[i] = (int) value;
            } else if (row instanceof long[] longs) {
                longs[i] = value;
            } else if (row instanceof short[] shorts) {
                shorts[i] = (short) value;
            } else {
                ((byte[]) row)[i] = (byte) value;
            }
        }
    }

    private void readNative(ByteBuffer in, Object row, int from, int count) {
        if (row instanceof int[] ints) {
            in.asIntBuffer().get(ints, from, count);
        } else if (row instanceof long[] longs) {
            in.asLongBuffer().get(longs, from, count);
        } else if (row instanceof short[] shorts) {
            in.asShortBuffer().get(shorts, from, count);
        } else {
            in.slice().get((byte[]) row, from, count);
        }
        in.position(in.position() + count * size);
    }

    private long bits(ByteBuffer in) {
        return switch (size) {
            case 1 -> in.get();
            case 2 -> in.getShort();
            case 4 -> in.getInt();
            default -> in.getLong();
        };
    }

    private long fromBits(long bits) {
        int unused = Long.SIZE - type.precision();
        long shifted = bits >>> type.bitOffset() << unused;
        return type.signed() ? shifted >> unused : shifted >>> unused;
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        out.order(type.order());
        if (type.filled() && size == 4 && row instanceof int[] ints) {
            out.asIntBuffer().put(ints, from, count);
            out.position(out.position() + 4 * count);
            return;
        }
        long mask = -1L >>> Long.SIZE - type.precision();
        for (int i = from; i < from + count; i++) {
            long bits = (Array.getLong(row, i) & mask) << type.bitOffset();
            switch (size) {
                case 1 -> out.put((byte) bits);
                case 2 -> out.putShort((short) bits);
                case 4 -> out.putInt((int) bits);
                default -> out.putLong(bits);
            }
        }
    }
}
