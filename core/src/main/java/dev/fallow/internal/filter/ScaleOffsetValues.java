package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterException;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;

/**
 * The client data values of the scale-offset filter.
 *
 * <pre>
 *   value  meaning
 *     0    0 floating-point, decimal scale; 1 the same, binary scale (never implemented); 2 integer
 *     1    factor: decimal digits after the point; or bits, 0 to determine them for each chunk
 *     2    number of elements of a chunk
 *     3    0 integer, 1 floating-point
 *     4    size of an element
 *     5    1 signed integer; for floating-point numbers anything: libhdf5 up to 1.8 left it unset
 *     6    1 big-endian
 *     7    1 if there is a fill value
 *    8-    fill value: its 4 least significant bytes, and so on
 *   -19    zero
 * </pre>
 *
 * <p>More values mean nothing.
 *
 * @param fill the bits of the fill value, read like the numbers
 */
record ScaleOffsetValues(boolean floating, int factor, int elements, Numbers numbers, boolean fillDefined, long fill) {
    private static final int COUNT = 20;
    private static final int DECIMAL = 0;
    private static final int INTEGER = 2;
    private static final int FILL = 8;
    /** Decimal exponents of a double are less. */
    private static final int MAX_DIGITS = 400;

    static ScaleOffsetValues of(int[] requested, ElementTraits traits) {
        if (requested.length != 1) {
            throw new IllegalArgumentException(
                    "scaleoffset: expected one value, the factor, found " + requested.length + " values");
        }
        Datatype type = traits.type();
        int size = traits.elementSize();
        int factor = requested[0];
        Numbers numbers;
        boolean floating = type instanceof FloatingPoint;
        if (type instanceof FixedPoint integer && (size == 1 || size == 2 || size == 4 || size == 8)) {
            numbers = new Numbers(size, integer.signed(), integer.order() == ByteOrder.BIG_ENDIAN);
            require(factor >= 0 && factor <= 8 * size, "expected 0 to " + 8 * size + " bits", factor);
        } else if (type instanceof FloatingPoint number
                && (size == 4 || size == 8)
                && number.order() != FloatingPoint.Order.VAX) {
            numbers = new Numbers(size, false, number.order() == FloatingPoint.Order.BIG_ENDIAN);
            require(Math.abs((long) factor) <= MAX_DIGITS, "expected at most " + MAX_DIGITS + " digits", factor);
        } else {
            throw new IllegalArgumentException("scaleoffset: expected integers of 1, 2, 4 or 8 bytes, or floating-point"
                    + " numbers of 4 or 8 bytes, found " + type);
        }
        byte[] fill = traits.fillValue().orElse(new byte[0]);
        require(fill.length == 0 || fill.length == size, "expected a fill value of " + size + " bytes", fill.length);
        long bits = fill.length == 0 ? 0 : numbers.get(fill, 0);
        boolean defined = traits.fillValue().isPresent();
        return new ScaleOffsetValues(floating, factor, traits.elements(), numbers, defined, bits);
    }

    private static void require(boolean holds, String expected, int found) {
        if (!holds) {
            throw new IllegalArgumentException("scaleoffset: " + expected + ", found " + found);
        }
    }

    int[] stored() {
        int[] values = new int[COUNT];
        values[0] = floating ? DECIMAL : INTEGER;
        values[1] = factor;
        values[2] = elements;
        values[3] = floating ? 1 : 0;
        values[4] = numbers.size();
        values[5] = numbers.signed() ? 1 : 0;
        values[6] = numbers.bigEndian() ? 1 : 0;
        values[7] = fillDefined ? 1 : 0;
        values[FILL] = (int) (numbers.size() < 4 ? fill & (1L << 8 * numbers.size()) - 1 : fill);
        values[FILL + 1] = numbers.size() == 8 ? (int) (fill >>> 32) : 0;
        return values;
    }

    static ScaleOffsetValues parse(int[] values) throws FilterException {
        require(values.length, COUNT, Integer.MAX_VALUE, "values");
        require(values[0], 0, INTEGER, "a kind of scaling");
        require(values[3], 0, 1, "a class");
        boolean floating = values[3] == 1;
        if (values[0] != (floating ? DECIMAL : INTEGER)) {
            throw new FilterException("expected decimal scaling of floating-point numbers or integers, found scaling "
                    + values[0] + " of class " + values[3]);
        }
        int size = values[4];
        if (size != 4 && size != 8 && (floating || size != 1 && size != 2)) {
            throw new FilterException("expected numbers of 1, 2, 4 or 8 bytes, floating-point numbers of 4 or 8, found "
                    + Integer.toUnsignedString(size));
        }
        require(values[1], floating ? -MAX_DIGITS : 0, floating ? MAX_DIGITS : 8 * size, "a factor");
        require(values[2], 0, Integer.MAX_VALUE, "a number of elements");
        if (!floating) {
            require(values[5], 0, 1, "a sign");
        }
        require(values[6], 0, 1, "a byte order");
        require(values[7], 0, 1, "a fill value defined");
        Numbers numbers = new Numbers(size, !floating && values[5] == 1, values[6] == 1);
        byte[] fill = new byte[Long.BYTES];
        Numbers.UINT32.put(fill, 0, values[FILL]);
        Numbers.UINT32.put(fill, 4, values[FILL + 1]);
        return new ScaleOffsetValues(
                floating,
                values[1],
                values[2],
                numbers,
                values[7] == 1,
                numbers.littleEndian().get(fill, 0));
    }

    private static void require(int value, int lowest, int highest, String what) throws FilterException {
        if (value < lowest || value > highest) {
            throw new FilterException("expected " + what + " of " + lowest + " to " + highest + ", found " + value);
        }
    }

    /** Whether chunks are stored unchanged: codes would be as long as the numbers. */
    boolean leavesAlone() {
        return !floating && factor == 8 * numbers.size();
    }
}
