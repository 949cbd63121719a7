package dev.fallow.internal.data.number;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Time;

/** The codecs of integers, bit fields, times and floating-point numbers. */
public final class NumberCodecs {
    /** More bytes than an integer's precision and bit offset, which are 16-bit numbers, can use. */
    private static final long LONGEST_INTEGER = 1 << 14;

    private NumberCodecs() {}

    /** Whether a datatype has one of these codecs. */
    public static boolean covers(Datatype type) {
        return type instanceof FixedPoint
                || type instanceof BitField
                || type instanceof Time
                || type instanceof FloatingPoint;
    }

    /**
     * The codec of a datatype that is {@linkplain #covers covered}.
     *
     * @param where the file and the object, for messages
     * @throws UnsupportedFeatureException if the datatype is not supported
     */
    public static ElementCodec of(Datatype type, String where) {
        if (type instanceof FixedPoint number) {
            return integer(number, where);
        } else if (type instanceof BitField bits) {
            return integer(unsigned(bits), where);
        } else if (type instanceof Time time) {
            return integer(signed(time), where);
        }
        return floatingPoint((FloatingPoint) type, where);
    }

    private static FixedPoint unsigned(BitField bits) {
        return new FixedPoint(
                bits.version(),
                bits.size(),
                bits.order(),
                bits.lowPadding(),
                bits.highPadding(),
                false,
                bits.bitOffset(),
                bits.precision());
    }

    private static FixedPoint signed(Time time) {
        return new FixedPoint(time.version(), time.size(), time.order(), false, false, true, 0, time.precision());
    }

    private static ElementCodec integer(FixedPoint number, String where) {
        if (number.size() > LONGEST_INTEGER) {
            throw unsupported("%d bytes are more than %d".formatted(number.size(), LONGEST_INTEGER), number, where);
        }
        return number.size() <= Long.BYTES ? new IntegerCodec(number) : new WideIntegerCodec(number);
    }

    private static ElementCodec floatingPoint(FloatingPoint number, String where) {
        if (FloatCodec.supports(number)) {
            return new FloatCodec(number);
        }
        String problem = FieldFloatCodec.problem(number);
        if (problem != null) {
            throw unsupported(problem, number, where);
        }
        return new FieldFloatCodec(number);
    }

    /** The error for a datatype that is not supported. */
    public static UnsupportedFeatureException unsupported(String problem, Datatype type, String where) {
        return new UnsupportedFeatureException(
                "%s: elements of %s are not supported: %s".formatted(where, type, problem));
    }
}
