package dev.fallow.type;

import dev.fallow.format.Printable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Datatype class 8, enumeration.
 *
 * @param version 1 to 5
 * @param base the type of the values
 * @param names without duplicates
 * @param values consecutive, {@code names.size() * base.size()} bytes; not copied
 */
public record Enumeration(int version, FixedPoint base, List<String> names, byte[] values) implements Datatype {
    /** @throws IllegalArgumentException if the numbers of names and values differ */
    public Enumeration {
        TypeChecks.require(version, base.size());
        names = List.copyOf(names);
        if (names.size() > 0xFFFF || values.length != names.size() * base.size()) {
            throw new IllegalArgumentException(
                    "enumeration: " + names.size() + " names, " + values.length + " bytes of values of " + base.size());
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            TypeChecks.requireNew(seen, name);
        }
    }

    /**
     * An enumeration of version 3.
     *
     * @param members names and numbers, in storage order
     * @throws IllegalArgumentException if a number does not fit into the base type, or the base type has more than 8
     *     bytes
     */
    public static Enumeration of(FixedPoint base, Map<String, Long> members) {
        if (!base.filled() || base.size() > Long.BYTES) {
            throw new IllegalArgumentException("enumeration of " + base);
        }
        int size = (int) base.size();
        ByteBuffer values = ByteBuffer.allocate(members.size() * size);
        for (Map.Entry<String, Long> member : members.entrySet()) {
            long value = member.getValue();
            int unused = Long.SIZE - 8 * size;
            if ((base.signed() ? value << unused >> unused : value << unused >>> unused) != value) {
                throw new IllegalArgumentException(
                        Printable.message("enumeration: the number %d of \"%s\" does not fit %s"
                                .formatted(value, member.getKey(), base)));
            }
            for (int i = 0; i < size; i++) {
                int at = base.order() == ByteOrder.BIG_ENDIAN ? size - 1 - i : i;
                values.put((byte) (value >>> 8 * at));
            }
        }
        return new Enumeration(3, base, List.copyOf(members.keySet()), values.array());
    }

    @Override
    public long size() {
        return base.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Enumeration that
                && version == that.version
                && base.equals(that.base)
                && names.equals(that.names)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(version, names, Arrays.hashCode(values));
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
