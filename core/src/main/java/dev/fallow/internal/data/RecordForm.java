package dev.fallow.internal.data;

import dev.fallow.ComplexNumber;
import dev.fallow.WrongTypeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The components of a record class, matched by name with the members of a compound; those of complex numbers also with r and i. */
final class RecordForm {
    /** The members of complex numbers of numpy. */
    static final List<String> COMPLEX = List.of("r", "i");

    private static final int NONE = -1;

    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> constructor;
    /** The accessors, in component order. */
    private final Method[] accessors;
    /** The members with a component, ascending. */
    private final int[] members;
    /** The component of each of them, by its position in the record. */
    private final int[] positions;

    /**
     * The form in which a compound is written: each member has a component, and each component a member.
     *
     * @throws WrongTypeException if one has not, or reflection has no access to the record
     */
    static RecordForm whole(Class<?> type, List<String> members, String where) {
        return new RecordForm(type, members, false, where);
    }

    /**
     * The form in which a compound is read: each component has a member. Complex numbers need a whole one.
     *
     * @throws WrongTypeException if one has not, or reflection has no access to the record
     */
    static RecordForm ofSome(Class<?> type, List<String> members, String where) {
        return new RecordForm(type, members, type != ComplexNumber.class, where);
    }

    private RecordForm(Class<?> type, List<String> all, boolean some, String where) {
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
        List<String> names = names(all);
        int[] memberOf = memberOf(names, all);
        check(names, all, memberOf, some, where);
        members = Arrays.stream(memberOf).sorted().toArray();
        positions = new int[members.length];
        for (int i = 0; i < memberOf.length; i++) {
            positions[Arrays.binarySearch(members, memberOf[i])] = i;
        }
    }

    /** The names of the members that the components stand for. */
    private List<String> names(List<String> all) {
        return type == ComplexNumber.class && all.contains(COMPLEX.get(0))
                ? COMPLEX
                : Arrays.stream(components).map(RecordComponent::getName).toList();
    }

    /** The member of each component: that of its name, or else the only one that differs in case and underscores; -1 for none. */
    private static int[] memberOf(List<String> names, List<String> all) {
        NameMatch match = new NameMatch(names);
        Map<String, Integer> found = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            String name = match.of(all.get(i));
            if (name != null && !names.contains(all.get(i))) {
                found.merge(name, i, (one, other) -> NONE);
            }
        }
        return names.stream()
                .mapToInt(name -> all.contains(name) ? all.indexOf(name) : found.getOrDefault(name, NONE))
                .toArray();
    }

    private void check(List<String> names, List<String> all, int[] memberOf, boolean some, String where) {
        List<String> absent = new ArrayList<>();
        List<String> surplus = new ArrayList<>(all);
        for (int i = 0; i < memberOf.length; i++) {
            if (memberOf[i] == NONE) {
                absent.add(names.get(i));
            } else {
                surplus.remove(all.get(memberOf[i]));
            }
        }
        if (some && !absent.isEmpty()) {
            throw new WrongTypeException(
                    "%s: the compound has no member for the components %s of the record %s; its members are %s"
                            .formatted(where, absent, type.getSimpleName(), all));
        } else if (!some && !(absent.isEmpty() && surplus.isEmpty())) {
            List<String> problems = new ArrayList<>();
            if (!surplus.isEmpty()) {
                problems.add("members without component: " + surplus);
            }
            if (!absent.isEmpty()) {
                problems.add("components without member: " + absent);
            }
            throw new WrongTypeException("%s: the record %s%s does not match the members %s of the compound: %s"
                    .formatted(where, type.getSimpleName(), names, all, String.join("; ", problems)));
        }
    }

    /** The record class. */
    Class<?> type() {
        return type;
    }

    /** How many members have a component. All that follows counts only these, in their order. */
    int count() {
        return members.length;
    }

    /** The place of a member among all of the compound. */
    int member(int member) {
        return members[member];
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
