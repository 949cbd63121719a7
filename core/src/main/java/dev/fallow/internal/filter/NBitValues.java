package dev.fallow.internal.filter;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterException;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Makes the client data values of the n-bit filter for a datatype. */
final class NBitValues {
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
            if (values.length > NBit.TYPE && NBitType.isMisread(values, NBit.TYPE)) {
                throw new IllegalArgumentException("nbit: libhdf5 loses the members of a compound after an array of"
                        + " compounds or arrays, as in " + traits.type());
            }
        } catch (FilterException e) {
            throw new IllegalArgumentException("nbit does not apply to " + traits.type() + ": " + e.getMessage(), e);
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
            number(integer.size(), integer.order() == ByteOrder.BIG_ENDIAN, integer.precision(), integer.bitOffset());
        } else if (type instanceof FloatingPoint number) {
            if (number.order() == FloatingPoint.Order.VAX) {
                throw new IllegalArgumentException("nbit: expected numbers in little- or big-endian order, found VAX");
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
