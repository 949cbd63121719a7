package dev.fallow.container.session;

import dev.fallow.Reference;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.BitField;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import java.lang.reflect.Array;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Converts content to the arguments of Fallow's API: a single element for a scalar, otherwise an array of the same
 * number of dimensions.
 */
final class JavaValues {
    private final ToLongFunction<String> addresses;

    /** @param addresses maps the path of an object to its address, for references */
    JavaValues(ToLongFunction<String> addresses) {
        this.addresses = addresses;
    }

    /** Returns the array, or the element of a scalar. */
    Object of(Content content) {
        List<Integer> shape =
                content.dimensions().stream().map(Math::toIntExact).toList();
        return shape.isEmpty()
                ? element(content.type(), content.values().get(0))
                : array(content.type(), shape, content.values());
    }

    private Object array(ReferenceType type, List<Integer> shape, List<?> values) {
        Object array = Array.newInstance(
                javaType(type), shape.stream().mapToInt(Integer::intValue).toArray());
        fill(array, shape.size(), type, values, 0);
        return array;
    }

    private int fill(Object array, int rank, ReferenceType type, List<?> values, int from) {
        int next = from;
        for (int i = 0, length = Array.getLength(array); i < length; i++) {
            if (rank > 1) {
                next = fill(Array.get(array, i), rank - 1, type, values, next);
            } else {
                Array.set(array, i, element(type, values.get(next++)));
            }
        }
        return next;
    }

    /** Returns one element. */
    Object element(ReferenceType type, Object value) {
        if (type instanceof Compound compound) {
            Map<?, ?> members = (Map<?, ?>) value;
            Map<String, Object> element = new LinkedHashMap<>();
            compound.members()
                    .forEach(member -> element.put(member.name(), element(member.type(), members.get(member.name()))));
            return element;
        } else if (type instanceof ArrayType array) {
            return array(array.element(), array.dimensions(), (List<?>) value);
        } else if (type instanceof VariableLength sequence) {
            List<?> elements = (List<?>) value;
            return array(sequence.element(), List.of(elements.size()), elements);
        } else if (type instanceof Opaque) {
            return HexFormat.of().parseHex(((String) value).substring(2));
        } else if (type instanceof ReferenceType.Reference) {
            return value.equals("null") ? null : new Reference.ToObject(addresses.applyAsLong((String) value));
        } else if (type instanceof BitField || type instanceof Int || type instanceof Enumeration) {
            return number(javaType(type), (Number) value);
        } else if (type instanceof Floating floating) {
            double number = (Double) value;
            return floating.size() == Float.BYTES ? (Object) (float) number : (Object) number;
        }
        return value;
    }

    private static Object number(Class<?> type, Number number) {
        if (type == byte.class) {
            return number.byteValue();
        } else if (type == short.class) {
            return number.shortValue();
        } else if (type == int.class) {
            return number.intValue();
        }
        return type == long.class ? (Object) number.longValue() : number;
    }

    /** Returns either the primitive or the boxed type, because the API accepts both. */
    private static Class<?> javaType(ReferenceType type) {
        if (type instanceof Int integer) {
            if (!integer.signed()) {
                return Number.class;
            }
            return switch (integer.size()) {
                case 1 -> byte.class;
                case 2 -> short.class;
                case 4 -> int.class;
                default -> long.class;
            };
        } else if (type instanceof BitField || type instanceof Enumeration) {
            return Object.class;
        } else if (type instanceof Floating floating) {
            return floating.size() == Float.BYTES ? float.class : double.class;
        } else if (type instanceof Opaque) {
            return byte[].class;
        } else if (type instanceof Compound) {
            return Map.class;
        } else if (type instanceof ArrayType array) {
            return Array.newInstance(
                            javaType(array.element()),
                            new int[array.dimensions().size()])
                    .getClass();
        } else if (type instanceof VariableLength sequence) {
            return Array.newInstance(javaType(sequence.element()), 0).getClass();
        }
        return type instanceof ReferenceType.Reference ? Reference.class : String.class;
    }
}
