package dev.fallow.container;

import dev.fallow.EnumValue;
import dev.fallow.Reference;
import dev.fallow.oracle.ReferenceType;
import dev.fallow.oracle.ReferenceType.ArrayType;
import dev.fallow.oracle.ReferenceType.BitField;
import dev.fallow.oracle.ReferenceType.Compound;
import dev.fallow.oracle.ReferenceType.Int;
import dev.fallow.oracle.ReferenceType.Member;
import dev.fallow.oracle.ReferenceType.VariableLength;
import dev.fallow.oracle.ReferenceType.VariableString;
import dev.fallow.oracle.SnapshotValues;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** The one form of values that the oracle has, from the values that Fallow reads. */
public final class OurValues {
    private final LongFunction<String> paths;

    /** @param paths the path of the object whose header lies at an address */
    public OurValues(LongFunction<String> paths) {
        this.paths = paths;
    }

    /** A whole value: a scalar, or an array of so many dimensions; null stays null if there are none. */
    public Object of(ReferenceType type, long[] dimensions, Object value) {
        if (dimensions == null) {
            return value;
        }
        List<Object> elements = new ArrayList<>();
        flatten(type, dimensions.length, value, elements);
        return SnapshotValues.of(elements);
    }

    private void flatten(ReferenceType type, int rank, Object value, List<Object> elements) {
        if (rank == 0) {
            elements.add(element(type, value));
            return;
        }
        int length = Array.getLength(value);
        for (int i = 0; i < length; i++) {
            flatten(type, rank - 1, Array.get(value, i), elements);
        }
    }

    private Object element(ReferenceType type, Object value) {
        if (type instanceof Int integer && !integer.signed() || type instanceof BitField) {
            return unsigned(value);
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return ((Number) value).longValue();
        } else if (value instanceof Float || value instanceof BigDecimal) {
            return ((Number) value).doubleValue();
        } else if (value instanceof EnumValue named) {
            return named.value();
        } else if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        } else if (value instanceof byte[] bytes && type instanceof ReferenceType.Opaque) {
            return "0x" + HexFormat.of().formatHex(bytes);
        } else if (value == null) {
            return type instanceof VariableString ? "" : "null";
        } else if (value instanceof Reference reference) {
            return paths.apply(reference.address());
        }
        return composite(type, value);
    }

    private Object composite(ReferenceType type, Object value) {
        List<Object> elements = new ArrayList<>();
        if (type instanceof Compound compound) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (Member member : compound.members()) {
                members.put(member.name(), element(member.type(), ((Map<?, ?>) value).get(member.name())));
            }
            return members;
        } else if (type instanceof ArrayType array) {
            flatten(array.element(), array.dimensions().size(), value, elements);
            return elements;
        } else if (type instanceof VariableLength sequence) {
            flatten(sequence.element(), 1, value, elements);
            return elements;
        }
        return value;
    }

    /** Unsigned numbers of eight bytes come bit for bit: the oracle has them without a sign. */
    private static Object unsigned(Object value) {
        if (value instanceof Long bits && bits < 0) {
            return new BigInteger(Long.toUnsignedString(bits));
        }
        return value instanceof BigInteger ? value : (Object) ((Number) value).longValue();
    }
}
