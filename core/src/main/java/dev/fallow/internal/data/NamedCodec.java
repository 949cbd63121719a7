package dev.fallow.internal.data;

import dev.fallow.EnumValue;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Enumerations and strings as constants of a Java enum, and enumerations as the names of their values. */
final class NamedCodec extends ObjectCodec {
    private final ElementCodec stored;
    private final String storedType;
    private final String where;
    /** The constants by name; null if the names are the values. */
    private final Map<String, Object> constants;

    private final NameMatch names;
    /** Enumerations as values; null if the names are stored. */
    private final ObjectsOfNumbers numbered;
    /** The values of the stored names that occurred. */
    private final Map<String, Object> found = new ConcurrentHashMap<>();

    /**
     * @param wanted an enum class, or {@code String}
     * @param stored the codec of an enumeration or of strings
     */
    NamedCodec(Class<?> wanted, ElementCodec stored, String storedType, String where) {
        super(wanted, stored.size());
        this.stored = stored;
        this.storedType = storedType;
        this.where = where;
        constants = wanted == String.class
                ? null
                : Arrays.stream(wanted.getEnumConstants())
                        .collect(Collectors.toMap(constant -> ((Enum<?>) constant).name(), Function.identity()));
        names = constants == null ? null : new NameMatch(constants.keySet());
        numbered = stored instanceof EnumCodec enumeration
                ? new ObjectsOfNumbers(number -> value(enumeration.value(number)))
                : null;
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        if (numbered != null) {
            ((EnumCodec) stored).read(in, row, from, count, numbered);
        } else {
            super.read(in, row, from, count);
        }
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        Object row = Array.newInstance(stored.javaType(), 1);
        stored.read(in, row, 0, 1);
        Object element = Array.get(row, 0);
        return element == null ? null : value(element); // null is a string that was never written
    }

    private Object value(Object element) {
        String name = name(element);
        Object value = name == null || constants == null ? name : found.computeIfAbsent(name, this::constant);
        if (value == null) {
            throw new MisfitException(where, null, 0, problem(element));
        }
        return value;
    }

    /** The name of an element; null if its number has none. */
    private static String name(Object element) {
        if (element instanceof EnumValue value) {
            return value.name().orElse(null);
        } else if (element instanceof Boolean truth) {
            return truth ? "TRUE" : "FALSE";
        }
        return (String) element;
    }

    /** The constant of a stored name; null if there is none. */
    private Object constant(String name) {
        String constant = names.of(name);
        return constant == null ? null : constants.get(constant);
    }

    private String problem(Object element) {
        return constants == null
                ? "%s has no name for %s; read it as an integer".formatted(storedType, Misfit.shown(element))
                : "%s %s has no constant in the enum %s %s"
                        .formatted(
                                storedType,
                                Misfit.shown(element),
                                javaType().getSimpleName(),
                                Arrays.toString(javaType().getEnumConstants()));
    }
}
