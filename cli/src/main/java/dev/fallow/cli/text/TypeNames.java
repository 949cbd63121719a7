package dev.fallow.cli.text;

import dev.fallow.format.datatype.Array;
import dev.fallow.format.datatype.BitField;
import dev.fallow.format.datatype.Complex;
import dev.fallow.format.datatype.Compound;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.Enumeration;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.FloatingPoint;
import dev.fallow.format.datatype.Opaque;
import dev.fallow.format.datatype.ReferenceType;
import dev.fallow.format.datatype.Time;
import dev.fallow.format.datatype.VariableLength;

/** Short names of datatypes for listings. */
public final class TypeNames {
    private TypeNames() {}

    /**
     * For instance {@code int32}, {@code float64}, {@code string} of variable length, {@code string[12]}, {@code
     * compound[24]}; sizes in brackets are in bytes.
     */
    public static String of(Datatype type) {
        if (type instanceof FixedPoint number) {
            return (number.signed() ? "int" : "uint") + 8 * type.size();
        } else if (type instanceof FloatingPoint) {
            return "float" + 8 * type.size();
        } else if (type instanceof VariableLength variable && variable.string()) {
            return "string";
        }
        return nameOfClass(type.classNumber()) + "[" + type.size() + "]";
    }

    private static String nameOfClass(int classNumber) {
        return switch (classNumber) {
            case Time.CLASS -> "time";
            case FixedString.CLASS -> "string";
            case BitField.CLASS -> "bitfield";
            case Opaque.CLASS -> "opaque";
            case Compound.CLASS -> "compound";
            case ReferenceType.CLASS -> "reference";
            case Enumeration.CLASS -> "enumeration";
            case VariableLength.CLASS -> "variablelength";
            case Array.CLASS -> "array";
            case Complex.CLASS -> "complex";
            default -> throw new IllegalArgumentException("datatype class " + classNumber);
        };
    }
}
