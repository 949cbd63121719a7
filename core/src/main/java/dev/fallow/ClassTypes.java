package dev.fallow;

import dev.fallow.type.Datatype;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Derives datatypes from Java classes. */
final class ClassTypes {
    /** The classes being derived, which may not contain themselves. */
    private final Set<Class<?>> open = new HashSet<>();

    /** What to do, because the format has no datatype for points in time, and numbers have no units without an attribute. */
    private static final String TIME = "; store it as long, for instance nanoseconds since 1970-01-01";

    private static final String CHARACTER = "; store it as String, or give Types.unsigned(2)";

    private ClassTypes() {}

    static Datatype of(Class<?> type) {
        return new ClassTypes().derive(type);
    }

    private Datatype derive(Class<?> type) {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        if (primitive == boolean.class) {
            return Types.bool();
        } else if (primitive == byte.class) {
            return Types.integer(Byte.BYTES);
        } else if (primitive == short.class) {
            return Types.integer(Short.BYTES);
        } else if (primitive == int.class) {
            return Types.integer(Integer.BYTES);
        } else if (primitive == long.class) {
            return Types.integer(Long.BYTES);
        } else if (primitive == float.class) {
            return Types.floatingPoint(Float.BYTES);
        } else if (primitive == double.class) {
            return Types.floatingPoint(Double.BYTES);
        } else if (type == String.class) {
            return Types.string();
        } else if (type == ComplexNumber.class) {
            return Types.complexCompound(Double.BYTES);
        } else if (type.isEnum()) {
            return enumeration(type);
        } else if (type == Reference.class || type == Reference.ToObject.class) {
            return Types.objectReference();
        } else if (type == Reference.ToRegion.class) {
            return Types.regionReference();
        } else if (type == Reference.ToAttribute.class) {
            return Types.reference();
        } else if (type.isRecord() && type != EnumValue.class && type != RawElements.class) {
            return compound(type);
        } else if (type.isArray()) {
            return Types.sequence(derive(type.getComponentType()));
        }
        throw new IllegalArgumentException("there is no datatype for the class " + type.getName()
                + (type == Instant.class ? TIME : primitive == char.class ? CHARACTER : ""));
    }

    private static Datatype enumeration(Class<?> type) {
        Map<String, Long> members = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            members.put(((Enum<?>) constant).name(), (long) ((Enum<?>) constant).ordinal());
        }
        if (members.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no datatype for the enum " + type.getName() + ": no constants");
        }
        return Types.enumeration(members);
    }

    private Datatype compound(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components.length == 0 || !open.add(type)) {
            throw new IllegalArgumentException("there is no datatype for the record %s: it %s"
                    .formatted(type.getName(), components.length == 0 ? "has no components" : "contains itself"));
        }
        Map<String, Datatype> members = new LinkedHashMap<>();
        for (RecordComponent component : components) {
            FixedLength length = component.getAnnotation(FixedLength.class);
            members.put(
                    component.getName(),
                    length == null ? derive(component.getType()) : fixed(component, length.value()));
        }
        open.remove(type);
        return Types.compound(members);
    }

    /** The datatype of a component with an annotation. */
    private Datatype fixed(RecordComponent component, int... lengths) {
        Class<?> element = component.getType();
        int rank = 0;
        while (rank < lengths.length && element.isArray()) {
            element = element.getComponentType();
            rank++;
        }
        boolean string = component.getType() == String.class;
        boolean fits = string ? lengths.length == 1 : lengths.length > 0 && rank == lengths.length;
        if (!fits || Arrays.stream(lengths).anyMatch(length -> length < 1)) {
            throw new IllegalArgumentException(
                    "there is no datatype for the component %s of the record %s: expected lengths of at least 1 for %s, found @FixedLength(%s)"
                            .formatted(
                                    component.getName(),
                                    component.getDeclaringRecord().getName(),
                                    component.getType().getSimpleName(),
                                    Arrays.toString(lengths)));
        }
        return string
                ? Types.string(lengths[0])
                : Types.array(
                        derive(element), Arrays.stream(lengths).asLongStream().toArray());
    }
}
