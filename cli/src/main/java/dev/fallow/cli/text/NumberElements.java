package dev.fallow.cli.text;

import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import java.math.BigInteger;

/** Numbers as elements. */
public final class NumberElements {
    private static final int UNSIGNED_LONG = 8;

    private NumberElements() {}

    /** The value of an element; unsigned integers of 8 bytes are read bit for bit. */
    public static Number unsigned(Datatype type, Number number) {
        boolean negative = number instanceof Long bits && bits < 0;
        return negative && type instanceof FixedPoint integer && !integer.signed() && integer.size() == UNSIGNED_LONG
                ? new BigInteger(Long.toUnsignedString(number.longValue()))
                : number;
    }
}
