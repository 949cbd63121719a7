package dev.fallow.internal.data;

import dev.fallow.ComplexNumber;
import dev.fallow.WrongTypeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The components of a record class, matched by name with the members of a compound; those of complex numbers also with r and i. */
final class RecordForm {
    /** The members of complex numbers of numpy. */
    private static final String REAL = "r";

    private static final String IMAGINARY = "i";

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> constructor;
    /** The accessors, in component order. */
    private final Method[] accessors;
    /** The component of each member, by its position in the record. */
    private final int[] positions;

    /** @throws WrongTypeException if reflection has no access to the record, a member has no component, or a component no member */
    RecordForm(Class<?> type, List<String> members, String where) {
        this.type = type;
        components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        accessors = new Method[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                accessors[i] = components[i].getAccessor();
                accessors[i].setAccessible(true);
            }
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e); // every record has its canonical constructor
        } catch (InaccessibleObjectException e) {
            throw new WrongTypeException(
                    "the record %s is not accessible: its module must open the package %s to dev.fallow.core"
                            .formatted(type.getName(), type.getPackageName()),
                    e);
        }
        positions = positions(members, where);
    }

    private int[] positions(List<String> members, String where) {
        Map<String, Integer> positionOf = new LinkedHashMap<>();
        boolean numpy = type == ComplexNumber.class && members.contains(REAL);
        for (RecordComponent component : components) {
            String name = numpy ? positionOf.isEmpty() ? REAL : IMAGINARY : component.getName();
            positionOf.put(name, positionOf.size());
        }
        NameMatch names = new NameMatch(positionOf.keySet());
        int[] matched = new int[members.size()];
        List<String> surplus = new ArrayList<>();
        Set<String> missing = new HashSet<>(positionOf.keySet());
        for (int i = 0; i < matched.length; i++) {
            String name = names.of(members.get(i));
            if (name == null || !missing.remove(name)) {
                surplus.add(members.get(i));
            } else {
                matched[i] = positionOf.get(name);
            }
        }
        if (!surplus.isEmpty() || !missing.isEmpty()) {
            List<String> absent =
                    positionOf.keySet().stream().filter(missing::contains).toList();
            throw new WrongTypeException(("%s: the record %s%s does not match the members %s of the compound:"
                            + " members without component: %s; components without member: %s")
                    .formatted(where, type.getSimpleName(), positionOf.keySet(), members, surplus, absent));
        }
        return matched;
    }

    /** The record class. */
    Class<?> type() {
        return type;
    }

    /** The type of the component of a member. */
    Class<?> type(int member) {
        return components[positions[member]].getType();
    }

    /** Sets the value of a member among the arguments of {@link #create}. */
    void set(Object[] arguments, int member, Object value) {
        arguments[positions[member]] = value;
    }

    /** A new record. */
    Object create(Object[] arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new WrongTypeException(
                    "the constructor of the record %s failed: %s".formatted(type.getName(), e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e); // it is accessible, and records are not abstract
        }
    }

    /** The value of a member in a record. */
    Object get(Object value, int member) {
        int component = positions[member];
        try {
            return accessors[component].invoke(value);
        } catch (InvocationTargetException e) {
            throw new WrongTypeException(
                    "the accessor %s of the record %s failed: %s"
                            .formatted(components[component].getName(), type.getName(), e.getCause()),
                    e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it is accessible
        }
    }
}
