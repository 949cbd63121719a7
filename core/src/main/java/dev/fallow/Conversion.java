package dev.fallow;

/** What happens with a number that the Java type that is read, or the datatype that is written, does not represent exactly. */
public enum Conversion {
    /** It throws a {@link dev.fallow.WrongTypeException} that names the element. Negative zero is an integer zero. */
    LOSSLESS,
    /**
     * It rounds. A floating-point number becomes an integer towards zero, or the nearest one in the range of the type;
     * NaN becomes 0. An integer outside the range becomes its limit. A floating-point type gets the nearest number; one that
     * is too large becomes infinite.
     */
    ROUNDING
}
