package dev.fallow.cli.look;

import dev.fallow.ComplexNumber;
import dev.fallow.EnumValue;
import dev.fallow.Reference;
import dev.fallow.cli.shell.ElementText;
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
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * Compares elements of two datatypes: numbers by their values, whatever their size and byte order; strings by their
 * characters; enumerated values by name and number.
 *
 * @param references whether two references, which are addresses of different files, refer to the same object
 */
record ElementComparison(Tolerance tolerance, BiPredicate<Reference, Reference> references) {
    /** Whether elements of two types can be compared: the classes are the same, and so on in what they contain. */
    static boolean comparable(Datatype a, Datatype b) {
        if (isString(a) || isString(b)) {
            return isString(a) && isString(b);
        } else if (a.getClass() != b.getClass()) {
            return false;
        } else if (a instanceof Compound compound) {
            List<Compound.Member> members = compound.members();
            List<Compound.Member> others = ((Compound) b).members();
            return members.size() == others.size()
                    && IntStream.range(0, members.size()).allMatch(i -> comparable(members.get(i), others.get(i)));
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
            return tolerance.equal(ElementText.unsigned(typeA, first), ElementText.unsigned(typeB, second));
        } else if (a instanceof EnumValue first && b instanceof EnumValue second) {
            return first.equals(second);
        } else if (a instanceof ComplexNumber first && b instanceof ComplexNumber second) {
            return tolerance.equal(first.real(), second.real())
                    && tolerance.equal(first.imaginary(), second.imaginary());
        } else if (a instanceof Reference first && b instanceof Reference second) {
            return references.test(first, second);
        } else if (typeA instanceof Compound compound && !a.getClass().isArray()) { // not a row of an array
            Compound other = (Compound) typeB;
            return members(compound, ElementText.members(compound, a), other, ElementText.members(other, b));
        } else if (a.getClass().isArray() && b.getClass().isArray()) {
            return arrays(typeA, a, typeB, b);
        }
        return a.equals(b);
    }

    private boolean members(Compound typeA, Map<?, ?> a, Compound typeB, Map<?, ?> b) {
        for (int i = 0; i < typeA.members().size(); i++) {
            Compound.Member member = typeA.members().get(i);
            Datatype other = typeB.members().get(i).type();
            if (!equal(member.type(), a.get(member.name()), other, b.get(member.name()))) {
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
        Datatype baseA = ElementText.base(typeA);
        Datatype baseB = ElementText.base(typeB);
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

    /** When two numbers are equal: the largest difference, absolute and divided by the first number; 0 for none. */
    record Tolerance(double delta, double relative) {
        /** Whether two numbers are equal: NaN is equal to NaN, and 0 to -0. */
        boolean equal(Number a, Number b) {
            if (isLong(a) && isLong(b) && delta == 0 && relative == 0) {
                return a.longValue() == b.longValue();
            } else if (isExact(a) && isExact(b)) {
                BigDecimal first = decimal(a);
                BigDecimal difference = first.subtract(decimal(b)).abs();
                return difference.signum() == 0
                        || delta > 0 && difference.compareTo(new BigDecimal(delta)) <= 0
                        || relative > 0 && difference.compareTo(first.abs().multiply(new BigDecimal(relative))) <= 0;
            }
            double x = a.doubleValue();
            double y = b.doubleValue();
            if (x == y || Double.isNaN(x) && Double.isNaN(y)) {
                return true;
            }
            double difference = Math.abs(x - y); // NaN is in no tolerance
            return delta > 0 && difference <= delta && Double.isFinite(difference)
                    || relative > 0 && x != 0 && difference / Math.abs(x) <= relative;
        }

        private static boolean isLong(Number number) {
            return number instanceof Long
                    || number instanceof Integer
                    || number instanceof Short
                    || number instanceof Byte;
        }

        private static boolean isExact(Number number) {
            return isLong(number) || number instanceof BigInteger || number instanceof BigDecimal;
        }

        private static BigDecimal decimal(Number number) {
            if (number instanceof BigDecimal decimal) {
                return decimal;
            }
            return number instanceof BigInteger integer
                    ? new BigDecimal(integer)
                    : BigDecimal.valueOf(number.longValue());
        }
    }
}
