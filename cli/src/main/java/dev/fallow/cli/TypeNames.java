package dev.fallow.cli;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.FloatingPoint;
import java.util.Locale;

/** Short names of datatypes for listings. */
final class TypeNames {
    private TypeNames() {}

    /**
     * For instance {@code int32}, {@code float64}, {@code string[12]}, {@code compound[24]}; sizes in brackets are in
     * bytes.
     */
    static String of(Datatype type) {
        if (type instanceof FixedPoint number) {
            return (number.signed() ? "int" : "uint") + 8 * type.size();
        } else if (type instanceof FloatingPoint) {
            return "float" + 8 * type.size();
        } else if (type instanceof FixedString) {
            return "string[" + type.size() + "]";
        }
        return type.getClass().getSimpleName().toLowerCase(Locale.ROOT) + "[" + type.size() + "]";
    }
}
