package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Printable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Datatype class 8, enumeration.
 *
 * <pre>
 *   class bits: 0-15 number of members
 *   bytes  property
 *    ...   base type, an integer of the same size
 *    ...   names: text and zero byte; in versions 1 and 2 zero padded to 8
 *    n*s   values, each as an element of the base type
 * </pre>
 *
 * @param version 1 to 5
 * @param base the type of the values
 * @param names without duplicates
 * @param values consecutive, {@code names.size() * base.size()} bytes; not copied
 */
public record Enumeration(int version, FixedPoint base, List<String> names, byte[] values) implements Datatype {
    /** Class number. */
    public static final int CLASS = 8;

    /** @throws IllegalArgumentException if the numbers of names and values differ */
    public Enumeration {
        DatatypeHeader.require(version, base.size());
        names = List.copyOf(names);
        if (names.size() > 0xFFFF || values.length != names.size() * base.size()) {
            throw new IllegalArgumentException(
                    "enumeration: " + names.size() + " names, " + values.length + " bytes of values of " + base.size());
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            Names.require(seen, name);
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

    static Enumeration decode(FieldReader in, DatatypeHeader header) {
        if (!(header.decodeInner(in) instanceof FixedPoint base)) {
            throw in.fail("expected an integer as base type of an enumeration, found another class");
        }
        if (base.size() != header.size()) {
            throw in.fail("expected a base type of " + header.size() + " bytes, found " + base.size());
        }
        int count = header.field(0, 16);
        List<String> names = new ArrayList<>(Math.min(count, in.remaining()));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String name = Names.decode(in, header.version());
            Names.requireNew(in, seen, name);
            names.add(name);
        }
        return new Enumeration(header.version(), base, names, in.bytes(count * base.size()));
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, names.size());
        base.encode(out);
        for (String name : names) {
            Names.encode(out, version, name);
        }
        out.bytes(values);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public long size() {
        return base.size();
    }

    @Override
    public int encodedLength() {
        int length = HEADER_LENGTH + base.encodedLength() + values.length;
        for (String name : names) {
            length += Names.encodedLength(version, name);
        }
        return length;
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
