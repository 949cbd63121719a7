package dev.fallow.internal.data.mapping;

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

/** The components of a record class, matched by name with the members of a compound. */
public final class RecordForm {
    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> constructor;
    /** The accessors, in component order. */
    private final Method[] accessors;

    /**
     * @param type a record class
     * @throws WrongTypeException if reflection has no access to it
     */
    public RecordForm(Class<?> type) {
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
    }

    /** The number of components. */
    public int size() {
        return components.length;
    }

    /** The type of a component. */
    public Class<?> type(int component) {
        return components[component].getType();
    }

    /**
     * The component of each member, by its position in the record.
     *
     * @param what the file and the object, for messages
     * @throws WrongTypeException if a member has no component, or a component no member
     */
    public int[] match(List<String> members, String what) {
        Map<String, Integer> positions = new LinkedHashMap<>();
        for (RecordComponent component : components) {
            positions.put(component.getName(), positions.size());
        }
        NameMatch names = new NameMatch(positions.keySet());
        int[] matched = new int[members.size()];
        List<String> surplus = new ArrayList<>();
        Set<String> missing = new HashSet<>(positions.keySet());
        for (int i = 0; i < matched.length; i++) {
            String name = names.of(members.get(i));
            if (name == null || !missing.remove(name)) {
                surplus.add(members.get(i));
            } else {
                matched[i] = positions.get(name);
            }
        }
        if (!surplus.isEmpty() || !missing.isEmpty()) {
            List<String> absent =
                    positions.keySet().stream().filter(missing::contains).toList();
            throw new WrongTypeException(("%s: the record %s%s does not match the members %s of the compound:"
                            + " members without component: %s; components without member: %s")
                    .formatted(what, type.getSimpleName(), positions.keySet(), members, surplus, absent));
        }
        return matched;
    }

    /** A new record. */
    public Object create(Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new WrongTypeException(
                    "the constructor of the record %s failed: %s".formatted(type.getName(), e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e); // it is accessible, and records are not abstract
        }
    }

    /** The value of a component. */
    public Object get(Object value, int component) {
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
