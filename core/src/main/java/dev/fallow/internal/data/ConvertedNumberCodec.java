package dev.fallow.internal.data;

import dev.fallow.type.Datatype;
import dev.fallow.type.Time;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Numbers read as another Java type than that of their datatype. They are read in small pieces as {@code long}, {@code
 * float} or {@code double}, or as objects if none of these holds them, and converted from that.
 */
final class ConvertedNumberCodec implements ElementCodec {
    private static final int PIECE = PrimitiveRows.PIECE;
    private static final int BIG_NUMBER_BYTES = 40;
    private static final double LONG_LIMIT = 0x1p63;
    /** Such as seconds in the upper and microseconds in the lower half, which PyTables stores. */
    private static final String TIME = ": it is a time in the form of the program that wrote it";

    private static final Map<Class<?>, String> NAMES = Map.of(
            byte.class, "int8",
            short.class, "int16",
            int.class, "int32",
            long.class, "int64",
            float.class, "float32",
            double.class, "float64");

    private final ElementCodec stored;
    private final Datatype storedType;
    private final Class<?> wanted;
    private final boolean rounding;
    private final String where;
    /** The integers as they are stored; null if the numbers are not integers of at most 8 bytes. */
    private final IntegerCodec integers;
    /** Whether no number needs to be checked. */
    private final boolean unchecked;

    /**
     * @param wanted one that is {@linkplain #converts supported}
     * @param rounding whether numbers that are not represented exactly are rounded
     */
    ConvertedNumberCodec(ElementCodec stored, Datatype storedType, Class<?> wanted, boolean rounding, String where) {
        this.stored = stored;
        this.storedType = storedType;
        this.wanted = wanted;
        this.rounding = rounding;
        this.where = where;
        integers = stored instanceof IntegerCodec codec ? codec : null;
        unchecked = rounding
                || integers != null
                        && (wanted == double.class && integers.fitsInto(FloatCodec.DOUBLE_PRECISION)
                                || wanted == float.class && integers.fitsInto(FloatCodec.FLOAT_PRECISION));
    }

    /** Whether numbers can be read as this type. */
    static boolean converts(Class<?> wanted) {
        return NAMES.containsKey(wanted) || wanted == BigInteger.class || wanted == BigDecimal.class;
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
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        Class<?> type = integers == null ? stored.javaType() : long.class;
        Lanes lanes = integers == null ? null : integers.lanes(row, count);
        Object piece = null;
        for (int done = 0; done < count; ) {
            done += lanes == null ? 0 : integers.readFitting(in, row, from + done, count - done, lanes);
            int length = Math.min(PIECE, count - done);
            if (length > 0) {
                piece = piece == null ? Array.newInstance(type, length) : piece;
                int misfit = read(in, piece, row, from + done, length);
                if (misfit >= 0) {
                    throw misfit(row, from + done + misfit, number(piece, misfit));
                }
                done += length;
            }
        }
    }

    /** Returns the index of the first number that is not represented exactly, or -1. */
    private int read(ByteBuffer in, Object piece, Object row, int at, int length) throws IOException {
        if (piece instanceof long[] longs) {
            integers.readLongs(in, longs, 0, length);
            return wanted.isPrimitive() && !(integers.isUnsignedLong() && PrimitiveRows.hasNegative(longs, 0, length))
                    ? fromLongs(longs, length, row, at, unchecked)
                    : convertEach(longs, row, at, length);
        }
        stored.read(in, piece, 0, length);
        if (!wanted.isPrimitive() || piece instanceof Object[]) {
            return convertEach(piece, row, at, length);
        } else if (piece instanceof double[] numbers) {
            return fromDoubles(numbers, length, row, at, rounding);
        } else if (row instanceof double[] wide) {
            widen((float[]) piece, length, wide, at);
            return -1;
        }
        double[] numbers = new double[length];
        widen((float[]) piece, length, numbers, 0);
        return fromDoubles(numbers, length, row, at, rounding);
    }

    /** A number of the piece. */
    private Number number(Object piece, int index) {
        Number number = (Number) Array.get(piece, index);
        return integers != null && integers.isUnsignedLong() && number.longValue() < 0
                ? new BigInteger(Long.toUnsignedString(number.longValue()))
                : number;
    }

    private MisfitException misfit(Object row, int index, Number number) {
        String exact = integers != null && integers.isUnsignedLong()
                ? "BigInteger"
                : stored.javaType().getSimpleName();
        return new MisfitException(
                where,
                row,
                index,
                "%s %s is not exactly representable as %s; read it as %s%s"
                        .formatted(
                                storedType,
                                number,
                                NAMES.getOrDefault(wanted, wanted.getSimpleName()),
                                exact,
                                storedType instanceof Time ? TIME : ", or round it with Conversion.ROUNDING"));
    }

    // ---- arrays of primitive numbers: each method returns the index of the first misfit, or -1; rounding converts it
    // ----

    private static int fromLongs(long[] from, int count, Object to, int at, boolean rounding) {
        if (to instanceof int[] ints) {
            return toInts(from, count, ints, at, rounding);
        } else if (to instanceof long[] longs) {
            System.arraycopy(from, 0, longs, at, count);
            return -1;
        } else if (to instanceof double[] doubles) {
            return toDoubles(from, count, doubles, at, rounding);
        } else if (to instanceof float[] floats) {
            return toFloats(from, count, floats, at, rounding);
        }
        short[] shorts = to instanceof short[] array ? array : null;
        byte[] bytes = shorts == null ? (byte[]) to : null;
        long highest = shorts == null ? Byte.MAX_VALUE : Short.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            long number = limited(from[i], ~highest, highest);
            if (number != from[i] && !rounding) {
                return i;
            } else if (shorts != null) {
                shorts[at + i] = (short) number;
            } else {
                bytes[at + i] = (byte) number;
            }
        }
        return -1;
    }

    private static int toInts(long[] from, int count, int[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = from[i];
            to[at + i] = (int) number;
            if ((int) number != number) {
                if (!rounding) {
                    return i;
                }
                to[at + i] = (int) limited(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
        }
        return -1;
    }

    private static long limited(long number, long lowest, long highest) {
        return Math.max(lowest, Math.min(highest, number));
    }

    private static int toDoubles(long[] from, int count, double[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
            if (!rounding && !isExact(from[i], to[at + i])) {
                return i;
            }
        }
        return -1;
    }

    private static int toFloats(long[] from, int count, float[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
            if (!rounding && !isExact(from[i], to[at + i])) {
                return i;
            }
        }
        return -1;
    }

    /** Whether rounding changed nothing. The cast of 2^63 back to an integer would give 2^63-1. */
    private static boolean isExact(long number, double rounded) {
        return (long) rounded == number && rounded != LONG_LIMIT;
    }

    private static int fromDoubles(double[] from, int count, Object to, int at, boolean rounding) {
        if (to instanceof float[] floats) {
            return toFloats(from, count, floats, at, rounding);
        } else if (to instanceof double[] doubles) {
            System.arraycopy(from, 0, doubles, at, count);
            return -1;
        } else if (to instanceof long[] longs) {
            return toLongs(from, count, longs, at, rounding);
        }
        long[] longs = new long[count];
        int misfit = toLongs(from, count, longs, 0, rounding);
        int earlier = fromLongs(longs, misfit < 0 ? count : misfit, to, at, rounding);
        return earlier >= 0 ? earlier : misfit;
    }

    private static int toFloats(double[] from, int count, float[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            float number = (float) from[i];
            if (number != from[i] && !rounding && !Double.isNaN(from[i])) {
                return i;
            }
            to[at + i] = number;
        }
        return -1;
    }

    private static int toLongs(double[] from, int count, long[] to, int at, boolean rounding) {
        for (int i = 0; i < count; i++) {
            long number = (long) from[i];
            if ((number != from[i] || from[i] == LONG_LIMIT) && !rounding) {
                return i;
            }
            to[at + i] = number;
        }
        return -1;
    }

    /** Every {@code float} is a {@code double}. */
    private static void widen(float[] from, int count, double[] to, int at) {
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
        }
    }

    // ---- single numbers of any size and type -----------------------------------------------------------------

    private int convertEach(Object piece, Object row, int at, int length) {
        for (int i = 0; i < length; i++) {
            Object converted = converted(number(piece, i));
            if (converted == null) {
                return i;
            }
            Array.set(row, at + i, converted);
        }
        return -1;
    }

    /** A number as the wanted type; null if it is not represented exactly, and not to be rounded. */
    private Object converted(Number number) {
        if (wanted == double.class) {
            return rounding || isExact(number, FloatCodec.DOUBLE_PRECISION, Double.MIN_EXPONENT, Double.MAX_EXPONENT)
                    ? (Double) number.doubleValue()
                    : null;
        } else if (wanted == float.class) {
            return rounding || isExact(number, FloatCodec.FLOAT_PRECISION, Float.MIN_EXPONENT, Float.MAX_EXPONENT)
                    ? (Float) number.floatValue()
                    : null;
        } else if (wanted == BigDecimal.class) {
            return decimal(number);
        }
        BigInteger integer = integer(number);
        return integer == null || wanted == BigInteger.class ? integer : limited(integer);
    }

    private static boolean isExact(Number number, int precision, int lowest, int highest) {
        BinaryNumber exact = BinaryNumber.of(number);
        return exact == null ? !isFinite(number) : exact.fits(precision, lowest, highest);
    }

    private static boolean isFinite(Number number) {
        return !(number instanceof Double || number instanceof Float) || Double.isFinite(number.doubleValue());
    }

    /** The exact decimal fraction; null for infinities and NaN. */
    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        } else if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        } else if (number instanceof Double || number instanceof Float) {
            return isFinite(number) ? new BigDecimal(number.doubleValue()) : null;
        }
        return BigDecimal.valueOf(number.longValue());
    }

    private BigInteger integer(Number number) {
        if (number instanceof BigInteger integer) {
            return integer;
        }
        BigDecimal decimal = decimal(number);
        if (decimal == null) {
            // as a cast does: NaN is 0, and infinities are the limits of the largest primitive type
            return rounding ? BigInteger.valueOf((long) number.doubleValue()) : null;
        }
        BigInteger integer = decimal.toBigInteger();
        return rounding || decimal.compareTo(new BigDecimal(integer)) == 0 ? integer : null;
    }

    private Object limited(BigInteger number) {
        int bits = wanted == byte.class
                ? Byte.SIZE
                : wanted == short.class ? Short.SIZE : wanted == int.class ? Integer.SIZE : Long.SIZE;
        BigInteger limited = number;
        if (number.bitLength() >= bits) {
            if (!rounding) {
                return null;
            }
            BigInteger highest = WideIntegerCodec.ones(bits - 1);
            limited = number.signum() < 0 ? highest.not() : highest;
        }
        return switch (bits) {
            case Byte.SIZE -> (Object) limited.byteValue();
            case Short.SIZE -> limited.shortValue();
            case Integer.SIZE -> limited.intValue();
            default -> limited.longValue();
        };
    }
}
