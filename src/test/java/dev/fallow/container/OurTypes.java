package dev.fallow.container;

import dev.fallow.Types;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType.Kind;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts between Fallow's datatypes and those of the oracle. */
public final class OurTypes {
    private static final int SIZE_OF_REVISED = 64;

    private OurTypes() {}

    /** Returns the oracle's description of a Fallow datatype. */
    public static ReferenceType of(Datatype type) {
        if (type instanceof FixedPoint number) {
            return integer(number);
        } else if (type instanceof FloatingPoint number) {
            return new ReferenceType.Floating(
                    (int) number.size(),
                    number.order() == FloatingPoint.Order.BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                    number.exponentSize(),
                    number.mantissaSize(),
                    number.exponentBias());
        } else if (type instanceof FixedString string) {
            return ReferenceType.fixedString(
                    (int) string.size(),
                    StringPadding.values()[string.padding().ordinal()],
                    string.characterSet() == CharacterSet.UTF_8);
        } else if (type instanceof BitField bits) {
            return new ReferenceType.BitField((int) bits.size(), bits.order(), bits.precision(), bits.bitOffset());
        } else if (type instanceof Opaque opaque) {
            return new ReferenceType.Opaque((int) opaque.size(), opaque.tag());
        } else if (type instanceof Compound compound) {
            return compound(compound);
        } else if (type instanceof Enumeration enumeration) {
            return enumeration(enumeration);
        } else if (type instanceof Array array) {
            return array(array.base(), array.dimensions());
        } else if (type instanceof VariableLength variable) {
            return variable.string()
                    ? new ReferenceType.VariableString(
                            StringPadding.values()[variable.padding().ordinal()],
                            variable.characterSet() == CharacterSet.UTF_8)
                    : new ReferenceType.VariableLength(of(variable.base()));
        } else if (type instanceof dev.fallow.type.ReferenceType reference) {
            return reference(reference.kind(), (int) reference.size());
        } else if (type instanceof Time time) {
            return new ReferenceType.Other("time", (int) time.size());
        }
        throw new IllegalArgumentException(type.toString());
    }

    /** References of the new kinds have 64 bytes in memory, which is the size that libhdf5 reports. */
    private static ReferenceType reference(Kind kind, int size) {
        return switch (kind) {
            case OBJECT -> new ReferenceType.Reference(ReferenceType.ReferenceKind.OBJECT, size);
            case REGION -> new ReferenceType.Reference(ReferenceType.ReferenceKind.REGION, size);
            default -> new ReferenceType.Reference(ReferenceType.ReferenceKind.ANY, SIZE_OF_REVISED);
        };
    }

    private static ReferenceType.Int integer(FixedPoint number) {
        return new ReferenceType.Int(
                (int) number.size(), number.signed(), number.order(), number.precision(), number.bitOffset());
    }

    /**
     * libhdf5 describes the memory layout of a compound, in which a variable-length string is a pointer of 8 bytes
     * instead of the 16 bytes in the file: the following members have smaller offsets.
     */
    private static ReferenceType compound(Compound compound) {
        List<ReferenceType.Member> members = new ArrayList<>();
        long moved = 0;
        for (Compound.Member member : compound.members()) {
            ReferenceType type = member.legacyDimensions().isEmpty()
                    ? of(member.type())
                    : array(member.type(), member.legacyDimensions());
            members.add(new ReferenceType.Member(member.name(), (int) (member.offset() - moved), type));
            moved += movedBy(member.type());
        }
        return new ReferenceType.Compound((int) (compound.size() - moved), members);
    }

    /** Returns the difference between the sizes of an element in the file and in memory, in bytes. */
    private static long movedBy(Datatype type) {
        if (type instanceof VariableLength variable && variable.string()) {
            return 8;
        } else if (type instanceof Array array) {
            return array.dimensions().stream().reduce(1L, Math::multiplyExact) * movedBy(array.base());
        } else if (type instanceof Compound compound) {
            return compound.members().stream()
                    .mapToLong(member -> movedBy(member.type()))
                    .sum();
        }
        return 0;
    }

    private static ReferenceType array(Datatype element, List<Long> dimensions) {
        return new ReferenceType.ArrayType(
                of(element), dimensions.stream().map(Math::toIntExact).toList());
    }

    private static ReferenceType enumeration(Enumeration enumeration) {
        FixedPoint base = enumeration.base();
        int size = (int) base.size();
        Map<String, Long> values = new TreeMap<>();
        for (int i = 0; i < enumeration.names().size(); i++) {
            byte[] value = Arrays.copyOfRange(enumeration.values(), i * size, (i + 1) * size);
            if (base.order() == ByteOrder.LITTLE_ENDIAN) {
                for (int a = 0, b = size - 1; a < b; a++, b--) {
                    byte swapped = value[a];
                    value[a] = value[b];
                    value[b] = swapped;
                }
            }
            BigInteger number = base.signed() ? new BigInteger(value) : new BigInteger(1, value);
            values.put(enumeration.names().get(i), number.longValue());
        }
        return new ReferenceType.Enumeration(integer(base), values);
    }

    /** Returns Fallow's datatype for an oracle type, with the layout in the file. */
    public static Datatype toOurs(ReferenceType type) {
        if (type instanceof ReferenceType.Int integer) {
            return integer(integer);
        } else if (type instanceof ReferenceType.Floating number) {
            return FloatingPoint.ieee(
                    number.size(),
                    number.order() == ByteOrder.BIG_ENDIAN
                            ? FloatingPoint.Order.BIG_ENDIAN
                            : FloatingPoint.Order.LITTLE_ENDIAN);
        } else if (type instanceof ReferenceType.FixedString string) {
            return FixedString.of(string.size(), padding(string.padding()), characters(string.utf8()));
        } else if (type instanceof ReferenceType.VariableString string) {
            return VariableLength.string(characters(string.utf8()));
        } else if (type instanceof ReferenceType.BitField bits) {
            return new BitField(1, bits.size(), bits.order(), false, false, bits.bitOffset(), bits.precision());
        } else if (type instanceof ReferenceType.Opaque opaque) {
            return new Opaque(1, opaque.size(), opaque.tag());
        } else if (type instanceof ReferenceType.Compound compound) {
            return toOurs(compound);
        } else if (type instanceof ReferenceType.Enumeration enumeration) {
            return Enumeration.of(integer(enumeration.base()), enumeration.values());
        } else if (type instanceof ReferenceType.ArrayType array) {
            return Array.of(
                    toOurs(array.element()),
                    array.dimensions().stream().mapToLong(Integer::longValue).toArray());
        } else if (type instanceof ReferenceType.VariableLength sequence) {
            return VariableLength.sequence(toOurs(sequence.element()));
        } else if (type instanceof ReferenceType.Reference reference) {
            return switch (reference.kind()) {
                case OBJECT -> Types.objectReference();
                case REGION -> Types.regionReference();
                case ANY -> Types.reference();
            };
        }
        throw new IllegalArgumentException(type.toString());
    }

    private static FixedPoint integer(ReferenceType.Int integer) {
        return new FixedPoint(
                1,
                integer.size(),
                integer.order(),
                false,
                false,
                integer.signed(),
                integer.bitOffset(),
                integer.precision());
    }

    /** Converts the memory layout of a compound to that of the file, in which variable-length members are larger. */
    private static Datatype toOurs(ReferenceType.Compound compound) {
        List<Compound.Member> members = new ArrayList<>();
        long moved = 0;
        int version = 3;
        for (ReferenceType.Member member : compound.members()) {
            Datatype type = toOurs(member.type());
            members.add(new Compound.Member(member.name(), member.offset() + moved, type));
            moved += movedBy(type);
            version = Math.max(version, type.version());
        }
        return new Compound(version, compound.size() + moved, members);
    }

    private static dev.fallow.type.StringPadding padding(StringPadding padding) {
        return dev.fallow.type.StringPadding.values()[padding.ordinal()];
    }

    private static CharacterSet characters(boolean utf8) {
        return utf8 ? CharacterSet.UTF_8 : CharacterSet.ASCII;
    }
}
