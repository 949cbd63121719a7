package dev.fallow.cli.look;

import dev.fallow.cli.text.NumberElements;
import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import dev.fallow.value.ComplexNumber;
import dev.fallow.value.EnumValue;
import dev.fallow.value.Reference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * Compares elements of two datatypes: numbers by their values, whatever their size and byte order; strings by their
 * characters; enumerated values by name and number.
 */
final class ElementComparison {
    private final Tolerance tolerance;
    /** Whether two references, which are addresses of different files, refer to the same object. */
    private final BiPredicate<Reference, Reference> references;

    ElementComparison(Tolerance tolerance, BiPredicate<Reference, Reference> references) {
        this.tolerance = tolerance;
        this.references = references;
    }

    /** Whether elements of two types can be compared: the classes are the same, and so on in what they contain. */
    static boolean comparable(Datatype a, Datatype b) {
        if (isString(a) || isString(b)) {
            return isString(a) && isString(b);
        } else if (a.getClass() != b.getClass()) {
            return false;
        } else if (a instanceof Compound compound) {
            List<Compound.Member> others = ((Compound) b).members();
            for (int i = 0; i < compound.members().size(); i++) {
                if (i == others.size() || !comparable(compound.members().get(i), others.get(i))) {
                    return false;
                }
            }
            return compound.members().size() == others.size();
        } else if (a instanceof Array array) {
            return array.dimensions().equals(((Array) b).dimensions()) && comparable(array.base(), ((Array) b).base());
        } else if (a instanceof VariableLength sequence) {
            return comparable(sequence.base(), ((VariableLength) b).base());
        } else if (a instanceof ReferenceType reference) {
            return reference.kind() == ((ReferenceType) b).kind();
        } else if (a instanceof Opaque) {
            return a.size() == b.size();
        }
        return a instanceof FixedPoint
                || a instanceof FloatingPoint
                || a instanceof Enumeration
                || a instanceof BitField
                || a instanceof Complex
                || a instanceof Time;
    }

    private static boolean comparable(Compound.Member a, Compound.Member b) {
        return a.name().equals(b.name())
                && a.legacyDimensions().equals(b.legacyDimensions())
                && comparable(a.type(), b.type());
    }

    /** Whether elements of the same bytes are equal: they contain no addresses. */
    static boolean isInBytes(Datatype type) {
        if (type instanceof Compound compound) {
            return compound.members().stream().allMatch(member -> isInBytes(member.type()));
        } else if (type instanceof Array array) {
            return isInBytes(array.base());
        }
        return !(type instanceof VariableLength) && !(type instanceof ReferenceType);
    }

    private static boolean isString(Datatype type) {
        return type instanceof FixedString || type instanceof VariableLength variable && variable.string();
    }

    /** Whether two elements of comparable types are equal. */
    boolean equal(Datatype typeA, Object a, Datatype typeB, Object b) {
        if (isString(typeA)) {
            return Objects.requireNonNullElse(a, "")
                    .equals(Objects.requireNonNullElse(b, "")); // never written is empty
        } else if (a == null || b == null) {
            return a == b;
        } else if (a instanceof Number first && b instanceof Number second) {
            return tolerance.equal(NumberElements.unsigned(typeA, first), NumberElements.unsigned(typeB, second));
        } else if (a instanceof EnumValue first && b instanceof EnumValue second) {
            return first.value() == second.value() && Objects.equals(first.name(), second.name());
        } else if (a instanceof ComplexNumber first && b instanceof ComplexNumber second) {
            return tolerance.equal(first.real(), second.real())
                    && tolerance.equal(first.imaginary(), second.imaginary());
        } else if (a instanceof Reference first && b instanceof Reference second) {
            return references.test(first, second);
        } else if (typeA instanceof Compound compound) {
            return members(compound, (Map<?, ?>) a, (Compound) typeB, (Map<?, ?>) b);
        } else if (a.getClass().isArray() && b.getClass().isArray()) {
            return arrays(typeA, a, typeB, b);
        }
        return a.equals(b);
    }

    private boolean members(Compound typeA, Map<?, ?> a, Compound typeB, Map<?, ?> b) {
        for (int i = 0; i < typeA.members().size(); i++) {
            String name = typeA.members().get(i).name();
            if (!equal(
                    typeA.members().get(i).type(),
                    a.get(name),
                    typeB.members().get(i).type(),
                    b.get(name))) {
                return false;
            }
        }
        return true;
    }

    /** Arrays, sequences, opaque bytes, and rows of several dimensions of an array. */
    private boolean arrays(Datatype typeA, Object a, Datatype typeB, Object b) {
        int length = java.lang.reflect.Array.getLength(a);
        if (length != java.lang.reflect.Array.getLength(b)) {
            return false;
        }
        Datatype baseA = base(typeA);
        Datatype baseB = base(typeB);
        for (int i = 0; i < length; i++) {
            Object first = java.lang.reflect.Array.get(a, i);
            Object second = java.lang.reflect.Array.get(b, i);
            boolean row = first != null && first.getClass().isArray() && baseA == typeA;
            if (!(row ? arrays(typeA, first, typeB, second) : equal(baseA, first, baseB, second))) {
                return false;
            }
        }
        return true;
    }

    private static Datatype base(Datatype type) {
        if (type instanceof Array array) {
            return array.base();
        }
        return type instanceof VariableLength sequence ? sequence.base() : type;
    }
}
