package dev.fallow.container;

import dev.fallow.EnumValue;
import dev.fallow.Reference;
import dev.fallow.oracle.snapshot.SnapshotValues;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.BitField;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Converts values that Fallow reads to the canonical form of the oracle. */
public final class OurValues {
    private final LongFunction<String> paths;

    /** @param paths maps the address of an object to its path, for references */
    public OurValues(LongFunction<String> paths) {
        this.paths = paths;
    }

    /** Converts a scalar, or an array of any number of dimensions; null remains null. */
    public Object of(ReferenceType type, long[] dimensions, Object value) {
        if (dimensions == null) {
            return null;
        }
        List<Object> elements = new ArrayList<>();
        flatten(type, value, dimensions.length, elements);
        return SnapshotValues.of(elements);
    }

    private void flatten(ReferenceType type, Object value, int rank, List<Object> elements) {
        if (rank == 0) {
            elements.add(element(type, value));
            return;
        }
        for (int i = 0, length = Array.getLength(value); i < length; i++) {
            flatten(type, Array.get(value, i), rank - 1, elements);
        }
    }

    private Object element(ReferenceType type, Object value) {
        if (type instanceof Int integer) {
            return number((Number) value, integer.signed());
        } else if (type instanceof BitField) {
            return number((Number) value, false);
        } else if (type instanceof Floating) {
            return ((Number) value).doubleValue();
        } else if (type instanceof Enumeration enumeration) {
            return value instanceof Boolean is
                    ? (Object) (is ? 1L : 0L)
                    : number(((EnumValue) value).value(), enumeration.base().signed());
        } else if (type instanceof Compound compound) {
            return compound(compound, (Map<?, ?>) value);
        } else if (type instanceof ArrayType array) {
            return list(array.element(), value, array.dimensions().size());
        } else if (type instanceof VariableLength sequence) {
            return list(sequence.element(), value, 1);
        } else if (type instanceof Opaque) {
            return "0x" + HexFormat.of().formatHex((byte[]) value);
        } else if (type instanceof VariableString) {
            return value == null ? "" : value; // libhdf5 returns an empty string for an unwritten element
        } else if (type instanceof ReferenceType.Reference) {
            return value == null ? "null" : paths.apply(((Reference) value).address());
        }
        return value;
    }

    private Object compound(Compound type, Map<?, ?> members) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Member member : type.members()) {
            values.put(member.name(), element(member.type(), members.get(member.name())));
        }
        return values;
    }

    private List<Object> list(ReferenceType type, Object array, int rank) {
        List<Object> elements = new ArrayList<>();
        flatten(type, array, rank, elements);
        return elements;
    }

    /** Unsigned eight-byte numbers are read as signed longs, but the oracle represents them as unsigned. */
    private static Object number(Number value, boolean signed) {
        if (value instanceof BigInteger) {
            return value;
        }
        long bits = value.longValue();
        return signed || bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
    }
}
