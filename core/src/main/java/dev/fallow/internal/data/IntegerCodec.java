package dev.fallow.internal.data;

import dev.fallow.format.LittleEndian;
import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Integers of up to 8 bytes, of any precision and byte order. Signed ones are read as the smallest Java type of at
 * least their size, unsigned ones as the next larger type; unsigned ones of 8 bytes are read as {@code long}, bit for
 * bit. Numbers of any Java type can be written if they are represented exactly; {@code long} and {@code byte} have the bits of
 * unsigned numbers of their size.
 */
final class IntegerCodec implements ElementCodec {
    private static final double LONG_LIMIT = 0x1p63;
    private static final double UNSIGNED_LIMIT = 0x1p64;

    private final FixedPoint type;
    private final int size;
    private final Class<?> javaType;
    /** Whether elements have the size of a primitive type, and no unused bits. */
    private final boolean plain;

    private final long mask;
    private final long padding;

    IntegerCodec(FixedPoint type) {
        this.type = type;
        size = (int) type.size();
        int readAs = type.signed() ? size : Math.min(Long.BYTES, size + 1);
        javaType = readAs == 1 ? byte.class : readAs == 2 ? short.class : readAs <= 4 ? int.class : long.class;
        plain = type.filled() && Integer.bitCount(size) == 1;
        mask = -1L >>> Long.SIZE - type.precision();
        padding = padding(type);
    }

    /** The padding bits of an element. */
    private static long padding(FixedPoint type) {
        int end = type.bitOffset() + type.precision();
        long below = type.bitOffset() == 0 ? 0 : -1L >>> Long.SIZE - type.bitOffset();
        long above = end == Long.SIZE ? 0 : -1L << end;
        return (type.lowPadding() ? below : 0) | (type.highPadding() ? above : 0);
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
        return Numbers.areIn(componentType) || componentType == char.class && CharCodec.isChar(type);
    }

    @Override
    public int firstMisfit(Object row) {
        if (row instanceof Object[] elements) {
            for (int i = 0; i < elements.length; i++) {
                if (!fits(elements[i])) {
                    return i;
                }
            }
            return -1;
        } else if (takesAll(row.getClass().getComponentType())) {
            return -1;
        }
        int length = Array.getLength(row);
        boolean fractions = PrimitiveRows.areFractions(row);
        Lanes lanes = fractions || length < Lanes.FEW ? null : new Lanes(length, PrimitiveRows.bytes(row));
        int most = lanes == null ? Math.min(PrimitiveRows.PIECE, length) : lanes.most();
        double[] piece = new double[fractions ? most : 0];
        return PrimitiveRows.firstMisfit(
                length,
                most,
                (from, count) ->
                        fractions ? firstMisfit(row, from, piece, count) : firstMisfit(row, from, lanes, count));
    }

    private int firstMisfit(Object row, int from, Lanes lanes, int count) {
        if (count >= Lanes.FEW) {
            lanes.take(row, from, count);
            if (type.signed()
                    ? lanes.areSigned(type.precision())
                    : lanes.areUnsigned(Math.min(type.precision(), Byte.SIZE * PrimitiveRows.bytes(row) - 1))) {
                return -1;
            }
        }
        long[] piece = new long[count];
        PrimitiveRows.longs(row, from, piece, count);
        long lowest = lowest();
        long highest = highest();
        for (int i = 0; i < count; i++) {
            if (piece[i] < lowest || piece[i] > highest) {
                return from + i;
            }
        }
        return -1;
    }

    private int firstMisfit(Object row, int from, double[] piece, int count) {
        PrimitiveRows.doubles(row, from, piece, count);
        for (int i = 0; i < count; i++) {
            if (!fits(piece[i])) {
                return from + i;
            }
        }
        return -1;
    }

    /** The least number. */
    private long lowest() {
        return type.signed() ? -highest() - 1 : 0;
    }

    /** The largest number that a {@code long} holds. */
    private long highest() {
        return type.signed() || isUnsignedLong() ? mask >>> 1 : mask;
    }

    /** Whether a floating-point number is an integer in the range. */
    private boolean fits(double number) {
        if (number != Math.rint(number)) {
            return false; // NaN, too
        } else if (number >= LONG_LIMIT) {
            return isUnsignedLong() && number < UNSIGNED_LIMIT;
        }
        return number >= -LONG_LIMIT && fits((long) number, false);
    }

    /** The bits of a floating-point number that fits. */
    private static long bits(double number) {
        return number < LONG_LIMIT ? (long) number : (long) (number - LONG_LIMIT) ^ Long.MIN_VALUE;
    }

    private boolean fits(Object element) {
        if (element instanceof Byte && isByte() || element instanceof Character && CharCodec.isChar(type)) {
            return true;
        } else if (element instanceof Double || element instanceof Float) {
            return fits(((Number) element).doubleValue());
        }
        Long number = integer(element);
        if (number != null) {
            return fits(number, element instanceof Long);
        }
        BigInteger big = Numbers.integer(element);
        return big != null
                && (big.signum() >= 0 || type.signed())
                && big.bitLength() + (type.signed() ? 1 : 0) <= type.precision();
    }

    /** Whether a Java {@code byte} has the bits of an element. */
    private boolean isByte() {
        return type.precision() == Byte.SIZE && size == 1;
    }

    /** An integer object of at most 64 bits; null if the element is something else. */
    static Long integer(Object element) {
        if (element instanceof Long number) {
            return number;
        }
        return element instanceof Integer || element instanceof Short || element instanceof Byte
                ? (Long) ((Number) element).longValue()
                : null;
    }

    /** Whether a number fits; an unsigned number of 8 bytes fits bit for bit. */
    boolean fits(long number) {
        return fits(number, true);
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return type.signed() && bits(componentType) <= type.precision()
                || componentType == byte.class && isByte()
                || componentType == char.class && accepts(componentType)
                || componentType == long.class && type.precision() == Long.SIZE;
    }

    /** The bits of a primitive integer; more than any has for another type. */
    private static int bits(Class<?> componentType) {
        return componentType == byte.class
                ? Byte.SIZE
                : componentType == short.class
                        ? Short.SIZE
                        : componentType == int.class
                                ? Integer.SIZE
                                : componentType == long.class ? Long.SIZE : Integer.MAX_VALUE;
    }

    /** The number of the datatype that is nearest to another one, towards zero: its bits, not yet shifted. NaN is 0. */
    long limited(double number) {
        if (isUnsignedLong()) {
            return number >= UNSIGNED_LIMIT ? -1 : bits(Math.max(0, Double.isNaN(number) ? 0 : number));
        }
        return limited((long) number);
    }

    /** As {@link #limited(double)}. */
    long limited(long number) {
        return Math.max(lowest(), Math.min(highest(), number));
    }

    /** As {@link #limited(double)}. */
    long limited(BigInteger number) {
        return number.bitLength() < Long.SIZE
                ? limited(number.longValue())
                : number.signum() < 0
                        ? limited(Long.MIN_VALUE)
                        : !isUnsignedLong()
                                ? limited(Long.MAX_VALUE)
                                : number.bitLength() > Long.SIZE ? -1 : number.longValue();
    }

    /** @param allBits whether a negative number may represent the unsigned one of the same 64 bits */
    private boolean fits(long number, boolean allBits) {
        return allBits && isUnsignedLong() || number <= highest() && number >= lowest();
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        in.order(type.order());
        if (plain && PrimitiveRows.bytes(row) == size) {
            PrimitiveRows.get(in, row, from, count);
        } else if (plain && count >= Lanes.FEW) {
            Lanes lanes = lanes(row, count);
            for (int done = 0; done < count; done += lanes.most()) {
                lanes.take(in, size, Math.min(lanes.most(), count - done));
                lanes.resize(PrimitiveRows.bytes(row), type.signed());
                lanes.give(row, from + done);
            }
        } else if (row instanceof long[] longs) {
            readLongs(in, longs, from, count);
        } else if (count >= Lanes.FEW) {
            long[] piece = new long[Math.min(PrimitiveRows.PIECE, count)];
            for (int done = 0; done < count; done += piece.length) {
                int length = Math.min(piece.length, count - done);
                readBits(in, piece, 0, length);
                PrimitiveRows.narrow(piece, row, from + done, length);
            }
        } else if (row instanceof int[] ints) {
            for (int i = from; i < from + count; i++) {
                ints[i] = (int) fromBits(bits(in, size));
            }
        } else if (row instanceof short[] shorts) {
            for (int i = from; i < from + count; i++) {
                shorts[i] = (short) fromBits(bits(in, size));
            }
        } else {
            for (int i = from; i < from + count; i++) {
                ((byte[]) row)[i] = (byte) fromBits(bits(in, size));
            }
        }
    }

    /** A new array for some of so many numbers: of {@code int} if that holds all, otherwise of {@code long}. */
    Object piece(int count) {
        int length = Math.min(PrimitiveRows.PIECE, count);
        return javaType == long.class ? new long[length] : new int[length];
    }

    /**
     * Where elements and those of an array of integers are converted together; null if they are too few, or other numbers.
     *
     * @param count the number of elements
     */
    Lanes lanes(Object row, int count) {
        int bytes = PrimitiveRows.bytes(row);
        return plain && bytes > 0 && count >= Lanes.FEW ? new Lanes(count, Math.max(size, bytes)) : null;
    }

    /**
     * Reads elements into an array of integers, up to a piece that the array does not hold.
     *
     * @return the number of elements that were read
     */
    int readFitting(ByteBuffer in, Object row, int from, int count, Lanes lanes) {
        in.order(type.order());
        int bytes = PrimitiveRows.bytes(row);
        int bits = Byte.SIZE * bytes;
        for (int done = 0; done < count; done += lanes.most()) {
            int position = in.position();
            int length = Math.min(lanes.most(), count - done);
            boolean fitting;
            if (isUnsignedLong() && row instanceof long[] longs) {
                PrimitiveRows.get(in, longs, from + done, length);
                fitting = !PrimitiveRows.hasNegative(longs, from + done, length);
            } else {
                lanes.take(in, size, length);
                fitting = type.signed() ? lanes.areSigned(bits) : lanes.areUnsigned(bits - 1);
                if (fitting) {
                    lanes.resize(bytes, type.signed());
                    lanes.give(row, from + done);
                }
            }
            if (!fitting) {
                in.position(position);
                return done;
            }
        }
        return count;
    }

    /** Whether numbers of 2^63 and more are read as negative ones. */
    boolean isUnsignedLong() {
        return !type.signed() && type.precision() == Long.SIZE;
    }

    /** Whether every number is one of a floating-point type with this many significant bits. */
    boolean fitsInto(int significantBits) {
        return type.precision() <= significantBits;
    }

    /** As {@link #read}, for any Java type of the elements. */
    void readLongs(ByteBuffer in, long[] row, int from, int count) {
        in.order(type.order());
        if (plain) {
            readFilled(in, row, from, count);
        } else {
            readBits(in, row, from, count);
        }
    }

    /** Reads elements of any size, with unused bits or without. Eight bytes are looked at for each, also those after it. */
    private void readBits(ByteBuffer in, long[] row, int from, int count) {
        byte[] bytes = new byte[Math.min(PrimitiveRows.PIECE, count) * size + Long.BYTES];
        boolean big = type.order() == ByteOrder.BIG_ENDIAN;
        for (int done = 0; done < count; done += PrimitiveRows.PIECE) {
            int length = Math.min(PrimitiveRows.PIECE, count - done);
            in.get(bytes, 0, length * size);
            for (int i = 0; i < length; i++) {
                long bits = LittleEndian.i64(bytes, i * size);
                row[from + done + i] = fromBits(big ? Long.reverseBytes(bits) >>> unusedBytes() : bits);
            }
        }
    }

    /** The bits of the bytes that a {@code long} has in addition to those of an element. */
    private int unusedBytes() {
        return Long.SIZE - Byte.SIZE * size;
    }

    /** Reads elements without unused bits, with one loop for each size. */
    private void readFilled(ByteBuffer in, long[] row, int from, int count) {
        long ones = type.signed() ? -1 : mask;
        int end = from + count;
        switch (size) {
            case 1 -> {
                for (int i = from; i < end; i++) {
                    row[i] = in.get() & ones;
                }
            }
            case 2 -> {
                for (int i = from; i < end; i++) {
                    row[i] = in.getShort() & ones;
                }
            }
            case 4 -> {
                for (int i = from; i < end; i++) {
                    row[i] = in.getInt() & ones;
                }
            }
            default -> {
                in.asLongBuffer().get(row, from, count);
                in.position(in.position() + count * size);
            }
        }
    }

    /** The bits of an element of 1 to 8 bytes in the order of the buffer; those above it are not defined. */
    static long bits(ByteBuffer in, int size) {
        return switch (size) {
            case 1 -> in.get();
            case 2 -> in.getShort();
            case 4 -> in.getInt();
            case 8 -> in.getLong();
            default -> oddBits(in, size);
        };
    }

    private static long oddBits(ByteBuffer in, int size) {
        boolean big = in.order() == ByteOrder.BIG_ENDIAN;
        long bits = 0;
        for (int i = 0; i < size; i++) {
            long next = in.get() & 0xFF;
            bits = big ? bits << 8 | next : bits | next << 8 * i;
        }
        return bits;
    }

    private long fromBits(long bits) {
        int unused = Long.SIZE - type.precision();
        long shifted = bits >>> type.bitOffset() << unused;
        return type.signed() ? shifted >> unused : shifted >>> unused;
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        out.order(type.order());
        int bytes = PrimitiveRows.bytes(row);
        if (plain && bytes == size) {
            PrimitiveRows.put(out, row, from, count);
            return;
        }
        Lanes lanes =
                !plain || count < Lanes.FEW ? null : new Lanes(count, bytes == 0 ? Long.BYTES : Math.max(size, bytes));
        int most = lanes == null ? PrimitiveRows.PIECE : lanes.most();
        for (int done = 0; done < count; done += most) {
            int length = Math.min(most, count - done);
            if (lanes == null) {
                put(out, longs(row, from + done, length));
                continue;
            } else if (bytes > 0) {
                lanes.take(row, from + done, length);
            } else {
                lanes.take(longs(row, from + done, length), 0, length);
            }
            lanes.resize(size, true);
            lanes.give(out);
        }
    }

    /** The bits of numbers of any type, all of which fit. */
    private static long[] longs(Object row, int from, int count) {
        long[] to = new long[count];
        if (row instanceof Object[] objects) {
            for (int i = 0; i < count; i++) {
                to[i] = bits(objects[from + i]);
            }
        } else if (PrimitiveRows.areFractions(row)) {
            double[] piece = new double[count];
            PrimitiveRows.doubles(row, from, piece, count);
            for (int i = 0; i < count; i++) {
                to[i] = bits(piece[i]);
            }
        } else {
            PrimitiveRows.longs(row, from, to, count);
        }
        return to;
    }

    private static long bits(Object element) {
        if (element instanceof Character character) {
            return character;
        }
        Number number = (Number) element;
        return number instanceof Double || number instanceof Float ? bits(number.doubleValue()) : number.longValue();
    }

    /** Writes elements of any size, in ascending order, because those after each are overwritten with zeros. */
    private void put(ByteBuffer out, long[] numbers) {
        byte[] bytes = new byte[numbers.length * size + Long.BYTES];
        boolean big = type.order() == ByteOrder.BIG_ENDIAN;
        for (int i = 0; i < numbers.length; i++) {
            long bits = (numbers[i] & mask) << type.bitOffset() | padding;
            LittleEndian.put(bytes, i * size, Long.BYTES, big ? Long.reverseBytes(bits << unusedBytes()) : bits);
        }
        out.put(bytes, 0, numbers.length * size);
    }
}
