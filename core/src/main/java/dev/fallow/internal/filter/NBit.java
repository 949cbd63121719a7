package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.Filters;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Filter 5, n-bit: of each number only the bits of its precision are stored, the most significant first, without gaps.
 * Bits outside the precision and the padding of compounds become 0. After the last bit there is at least one more: the
 * length is that of all bits divided by 8, plus 1.
 *
 * <p>Client data values:
 *
 * <pre>
 *   value  meaning
 *     0    number of values
 *     1    1 if no number has unused bits: chunks are left alone
 *     2    number of elements of a chunk
 *    ...   type of an element: see {@link NBitType}; absent if it is neither a number, an array nor a compound
 * </pre>
 */
final class NBit extends BuiltInFilter {
    /** The index of the first value of the type. */
    static final int TYPE = 3;

    NBit() {
        super(Filters.NBIT, "nbit");
    }

    @Override
    public int[] valuesFor(int[] requested, ElementTraits traits) {
        return NBitValues.of(traits);
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        if (leavesAlone(values)) {
            return in;
        }
        NBitType type = NBitType.parse(values, TYPE);
        long elements = elements(values);
        int length = decodedLength(elements, type.size(), context);
        long bits = bits(elements, type);
        if (bits > 8L * in.length()) {
            throw new FilterException(
                    "expected " + bits + " bits of " + elements + " elements, found " + in.length() + " bytes");
        }
        byte[] out = context.array(length);
        BitReader reader = new BitReader(in, in.offset());
        Arrays.fill(out, 0, length, (byte) 0);
        for (int at = 0; at < length; at += type.size()) {
            type.read(reader, out, at);
        }
        return new FilterData(out, 0, length);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        int[] values = context.values();
        if (leavesAlone(values)) {
            // libhdf5 2.2 does not read what has no type
            return values.length <= TYPE ? Optional.empty() : Optional.of(in);
        }
        if (NBitType.isMisread(values, TYPE)) {
            return Optional.empty();
        }
        NBitType type = NBitType.parse(values, TYPE);
        long elements = elements(values);
        requireLength(elements, type.size(), in.length());
        long bytes = bits(elements, type) / 8 + 1;
        if (bytes > Pipeline.MAX_CHUNK) {
            return Optional.empty();
        }
        byte[] out = context.array((int) bytes);
        out[(int) bytes - 1] = 0;
        BitWriter writer = new BitWriter(out, 0);
        for (int at = in.offset(); at < in.end(); at += type.size()) {
            type.write(writer, in.array(), at);
        }
        writer.finish();
        return Optional.of(new FilterData(out, 0, (int) bytes));
    }

    private static boolean leavesAlone(int[] values) throws FilterException {
        if (values.length < TYPE || values[0] != values.length) {
            throw new FilterException("expected at least " + TYPE
                    + " values, the first of them their number, found " + values.length
                    + (values.length == 0 ? "" : " and " + Integer.toUnsignedString(values[0])));
        }
        return values[1] != 0;
    }

    /** The number of elements, at most 2^31-1. */
    private static long elements(int[] values) throws FilterException {
        long elements = Integer.toUnsignedLong(values[2]);
        if (elements > Integer.MAX_VALUE) {
            throw new FilterException("expected at most " + Integer.MAX_VALUE + " elements, found " + elements);
        }
        return elements;
    }

    private static long bits(long elements, NBitType type) throws FilterException {
        try {
            return Math.multiplyExact(elements, type.bits());
        } catch (ArithmeticException e) {
            throw new FilterException(
                    "expected fewer than 2^63 bits, found " + elements + " elements of " + type.bits() + " bits");
        }
    }

    /** Makes the client data values of the n-bit filter for a datatype. */
    private static final class NBitValues {
        private int[] values = new int[16];
        private int count = 3;
        private boolean filled = true;

        private NBitValues() {}

        static int[] of(ElementTraits traits) {
            NBitValues made = new NBitValues();
            if (traits.type() instanceof FixedPoint
                    || traits.type() instanceof FloatingPoint
                    || traits.type() instanceof Array
                    || traits.type() instanceof Compound) {
                made.type(traits.type());
            }
            made.values[0] = made.count;
            made.values[1] = made.filled ? 1 : 0;
            made.values[2] = traits.elements();
            int[] values = Arrays.copyOf(made.values, made.count);
            requireThatLibhdf5Reads(values, traits);
            return values;
        }

        private static void requireThatLibhdf5Reads(int[] values, ElementTraits traits) {
            try {
                if (values.length > TYPE && NBitType.isMisread(values, TYPE)) {
                    throw new IllegalArgumentException("nbit: libhdf5 loses the members of a compound after an array of"
                            + " compounds or arrays, as in " + traits.type());
                }
            } catch (FilterException e) {
                throw new IllegalArgumentException(
                        "nbit does not apply to " + traits.type() + ": " + e.getMessage(), e);
            }
        }

        private void add(long value) {
            if (value > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("nbit: expected sizes of at most 2147483647 bytes, found " + value);
            }
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = (int) value;
        }

        private void type(Datatype type) {
            if (type instanceof FixedPoint integer) {
                number(
                        integer.size(),
                        integer.order() == ByteOrder.BIG_ENDIAN,
                        integer.precision(),
                        integer.bitOffset());
            } else if (type instanceof FloatingPoint number) {
                if (number.order() == FloatingPoint.Order.VAX) {
                    throw new IllegalArgumentException(
                            "nbit: expected numbers in little- or big-endian order, found VAX");
                }
                number(
                        number.size(),
                        number.order() == FloatingPoint.Order.BIG_ENDIAN,
                        number.precision(),
                        number.bitOffset());
            } else if (type instanceof Array array) {
                add(NBitType.ARRAY);
                add(array.size());
                type(array.base());
            } else if (type instanceof Compound compound) {
                add(NBitType.COMPOUND);
                add(compound.size());
                add(compound.members().size());
                for (Compound.Member member : compound.members()) {
                    member(member);
                }
            } else {
                add(NBitType.BYTES);
                add(type.size());
            }
        }

        private void member(Compound.Member member) {
            add(member.offset());
            if (!member.legacyDimensions().isEmpty()) {
                long size = member.type().size();
                for (long dimension : member.legacyDimensions()) {
                    size = Math.multiplyExact(size, dimension);
                }
                add(NBitType.ARRAY);
                add(size);
            }
            type(member.type());
        }

        private void number(long size, boolean bigEndian, int precision, int bitOffset) {
            add(NBitType.NUMBER);
            add(size);
            add(bigEndian ? 1 : 0);
            add(precision);
            add(bitOffset);
            filled &= bitOffset == 0 && precision == 8 * size;
        }
    }
}
