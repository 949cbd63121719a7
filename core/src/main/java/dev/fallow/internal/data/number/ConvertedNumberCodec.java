package dev.fallow.internal.data.number;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.MisfitException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Numbers read as another Java type than that of their datatype. They are read in small pieces as {@code long}, {@code
 * float} or {@code double}, or as objects if none of these holds them, and converted from that.
 */
public final class ConvertedNumberCodec implements ElementCodec {
    private static final int PIECE = 2_048;
    private static final int BIG_NUMBER_BYTES = 40;

    private final ElementCodec stored;
    private final String storedType;
    private final Class<?> wanted;
    private final boolean rounding;
    private final String where;
    /** The integers as they are stored; null if the numbers are not integers of at most 8 bytes. */
    private final IntegerCodec integers;

    /** Whether no number needs to be checked. */
    private final boolean unchecked;

    /**
     * @param stored the codec of the datatype
     * @param storedType the name of the datatype, for messages
     * @param wanted a primitive number type, {@code BigInteger} or {@code BigDecimal}
     * @param rounding whether numbers that are not represented exactly are rounded
     * @param where the file and the object, for messages
     */
    public ConvertedNumberCodec(
            ElementCodec stored, String storedType, Class<?> wanted, boolean rounding, String where) {
        this.stored = stored;
        this.storedType = storedType;
        this.wanted = wanted;
        this.rounding = rounding;
        this.where = where;
        integers = stored instanceof IntegerCodec codec ? codec : null;
        unchecked = rounding
                || integers != null
                        && (wanted == double.class && integers.fitsInto(BigNumbers.DOUBLE_PRECISION)
                                || wanted == float.class && integers.fitsInto(BigNumbers.FLOAT_PRECISION));
    }

    /** Whether numbers can be read as this type. */
    public static boolean converts(Class<?> wanted) {
        return wanted.isPrimitive() && wanted != boolean.class && wanted != char.class && wanted != void.class
                || wanted == BigInteger.class
                || wanted == BigDecimal.class;
    }

    @Override
    public Class<?> javaType() {
        return wanted;
    }

    @Override
    public int size() {
        return stored.size();
    }

    @Override
    public long heapBytes() {
        return wanted.isPrimitive() ? 0 : BIG_NUMBER_BYTES;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return stored.accepts(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        return stored.firstMisfit(row);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        stored.write(out, row, from, count);
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        Class<?> type = integers == null ? stored.javaType() : long.class;
        Object piece = Array.newInstance(type, Math.min(PIECE, count));
        for (int done = 0; done < count; done += PIECE) {
            int length = Math.min(PIECE, count - done);
            int misfit = read(in, piece, row, from + done, length);
            if (misfit >= 0) {
                throw misfit(row, from + done + misfit, number(piece, misfit));
            }
        }
    }

    private int read(ByteBuffer in, Object piece, Object row, int at, int length) throws IOException {
        if (piece instanceof long[] longs) {
            integers.readLongs(in, longs, 0, length);
            return wanted.isPrimitive() && !(integers.isUnsignedLong() && hasNegative(longs, length))
                    ? NumberLoops.fromLongs(longs, length, row, at, unchecked)
                    : convertEach(longs, row, at, length);
        }
        stored.read(in, piece, 0, length);
        if (!wanted.isPrimitive() || piece instanceof Object[]) {
            return convertEach(piece, row, at, length);
        } else if (piece instanceof double[] numbers) {
            return NumberLoops.fromDoubles(numbers, length, row, at, rounding);
        } else if (row instanceof double[] wide) {
            NumberLoops.widen((float[]) piece, length, wide, at);
            return -1;
        }
        double[] numbers = new double[length];
        NumberLoops.widen((float[]) piece, length, numbers, 0);
        return NumberLoops.fromDoubles(numbers, length, row, at, rounding);
    }

    private static boolean hasNegative(long[] longs, int length) {
        long all = 0;
        for (int i = 0; i < length; i++) {
            all |= longs[i];
        }
        return all < 0;
    }

    private int convertEach(Object piece, Object row, int at, int length) {
        for (int i = 0; i < length; i++) {
            Object converted = BigNumbers.convert(number(piece, i), wanted, rounding);
            if (converted == null) {
                return i;
            }
            Array.set(row, at + i, converted);
        }
        return -1;
    }

    /** A number of the piece. */
    private Number number(Object piece, int index) {
        Number number = (Number) Array.get(piece, index);
        return integers != null && integers.isUnsignedLong() && number.longValue() < 0
                ? new BigInteger(Long.toUnsignedString(number.longValue()))
                : number;
    }

    private MisfitException misfit(Object row, int index, Number number) {
        return new MisfitException(
                where,
                row,
                index,
                "%s %s is not exactly representable as %s; read it as %s, or round it with Conversion.ROUNDING"
                        .formatted(storedType, number, name(wanted), exactType()));
    }

    /** The Java type that holds every number of the datatype. */
    private String exactType() {
        if (integers != null) {
            return integers.isUnsignedLong() ? "BigInteger" : stored.javaType().getSimpleName();
        } else if (stored.javaType() == Number.class) {
            return "Number";
        }
        return stored.javaType().getSimpleName();
    }

    private static String name(Class<?> wanted) {
        if (wanted == float.class) {
            return "float32";
        } else if (wanted == double.class) {
            return "float64";
        } else if (wanted == byte.class) {
            return "int8";
        } else if (wanted == short.class) {
            return "int16";
        } else if (wanted == int.class) {
            return "int32";
        }
        return wanted == long.class ? "int64" : wanted.getSimpleName();
    }
}
