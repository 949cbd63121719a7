package dev.fallow.container.session;

import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.BitField;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import dev.fallow.oracle.type.StringPadding;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Creates random types, shapes and values, in the canonical Java form of the oracle. */
final class Contents {
    /** The maximal nesting depth of types. */
    private static final int DEEPEST = 2;

    /** A limit in bytes, below that of an object header message. */
    private static final int MOST_BYTES = 20_000;

    private final Random random;

    Contents(Random random) {
        this.random = random;
    }

    /** Creates a random type, a shape of about the given number of elements (fewer for large elements), and values. */
    Content random(int elements) {
        ReferenceType type = type(0);
        return of(type, shape(Math.min(elements, Math.max(1, MOST_BYTES / type.size()))));
    }

    /** Creates other values of the same type and shape. */
    Content like(Content content) {
        return of(content.type(), content.dimensions());
    }

    /** Creates values of a type. */
    Content of(ReferenceType type, List<Long> dimensions) {
        int count = Math.toIntExact(dimensions.stream().reduce(1L, Math::multiplyExact));
        return new Content(type, dimensions, list(count, () -> value(type)));
    }

    /** Creates a random type. */
    ReferenceType type() {
        return type(0);
    }

    /** Creates an integer type of 1, 2, 4 or 8 bytes. */
    Int anyInteger() {
        return integer();
    }

    private List<Long> shape(int elements) {
        return switch (random.nextInt(6)) {
            case 0 -> List.of();
            case 1 -> List.of((long) Math.max(1, elements / 3), 3L);
            case 2 -> List.of(1L, (long) Math.max(1, elements / 4), 2L, 2L);
            default -> List.of((long) elements);
        };
    }

    private ReferenceType type(int depth) {
        return switch (random.nextInt(depth < DEEPEST ? 17 : 9)) {
            case 0, 1 -> integer();
            case 2 -> ReferenceType.int32();
            case 3 -> ReferenceType.float64();
            case 4 -> ReferenceType.floating(1 << 1 + random.nextInt(3), order());
            case 5 ->
                new FixedString(
                        1 + random.nextInt(20), StringPadding.values()[random.nextInt(3)], random.nextBoolean());
            case 6 -> bitField();
            case 7 -> new Opaque(1 + random.nextInt(9), random.nextBoolean() ? "" : "a tag");
            case 8 -> enumeration();
            case 9, 10 -> compound(depth);
            case 11 -> ArrayType.of(type(depth + 1), 1 + random.nextInt(3), 1 + random.nextInt(2));
            case 12, 13, 14 -> new VariableString(StringPadding.NULL_TERMINATED, random.nextBoolean());
            case 15 -> new VariableLength(new FixedString(4, StringPadding.NULL_PADDED, false));
            default -> new VariableLength(integer());
        };
    }

    private Int integer() {
        int size = 1 << random.nextInt(4);
        return new Int(size, random.nextBoolean(), order(), 8 * size, 0);
    }

    private ByteOrder order() {
        return random.nextInt(3) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /**
     * Creates a bit field with a precision of more than half of its bits, because libhdf5 2 refuses others as damaged.
     */
    private BitField bitField() {
        int size = 1 << random.nextInt(4);
        return new BitField(size, order(), 8 * size - 3, 2);
    }

    private Enumeration enumeration() {
        Map<String, Long> values = new TreeMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            values.put("NAME" + i, (long) (i * 3));
        }
        return new Enumeration(ReferenceType.signed(1 << random.nextInt(3), order()), values);
    }

    /** Creates a compound whose members are in order, with occasional gaps. */
    private Compound compound(int depth) {
        List<Member> members = new ArrayList<>();
        int offset = 0;
        for (int i = random.nextInt(4); i >= 0; i--) {
            ReferenceType member = type(depth + 1);
            members.add(new Member("member " + i, offset, member));
            offset += member.size() + random.nextInt(2) * random.nextInt(4);
        }
        return new Compound(offset, members);
    }

    private Object value(ReferenceType type) {
        if (type instanceof Int integer) {
            return number(integer);
        } else if (type instanceof Floating floating) {
            // few bits, so that every width represents it exactly
            return floating.size() == 8 ? random.nextGaussian() : (double) (random.nextInt(2001) - 1000) / 4;
        } else if (type instanceof FixedString string) {
            int room = string.size() - (string.padding() == StringPadding.NULL_TERMINATED ? 1 : 0);
            return text(random.nextInt(room + 1), string.utf8());
        } else if (type instanceof VariableString string) {
            int longest = random.nextInt(20) == 0 ? 3000 : 30;
            return text(random.nextInt(longest), string.utf8());
        } else if (type instanceof BitField) {
            return (long) random.nextInt(32);
        } else if (type instanceof Opaque opaque) {
            byte[] bytes = new byte[opaque.size()];
            random.nextBytes(bytes);
            return "0x" + HexFormat.of().formatHex(bytes);
        } else if (type instanceof Enumeration enumeration) {
            List<Long> values = List.copyOf(enumeration.values().values());
            return values.get(random.nextInt(values.size()));
        } else if (type instanceof Compound compound) {
            Map<String, Object> values = new LinkedHashMap<>();
            compound.members().forEach(member -> values.put(member.name(), value(member.type())));
            return values;
        } else if (type instanceof ArrayType array) {
            return list(array.count(), () -> value(array.element()));
        } else if (type instanceof VariableLength sequence) {
            return list(random.nextInt(5), () -> value(sequence.element()));
        }
        throw new IllegalArgumentException(type.toString());
    }

    private Object number(Int type) {
        long bits = random.nextLong() >> random.nextInt(64);
        int unused = 64 - type.precision();
        long value = type.signed() ? bits << unused >> unused : bits << unused >>> unused;
        return type.signed() || value >= 0 ? (Object) value : new BigInteger(Long.toUnsignedString(value));
    }

    /** Creates text of at most this many bytes that does not end with a padding character. */
    private String text(int bytes, boolean utf8) {
        StringBuilder text = new StringBuilder();
        int left = bytes;
        while (left > 0) {
            boolean wide = utf8 && left > 1 && random.nextInt(5) == 0;
            text.append(wide ? (char) (0xe0 + random.nextInt(20)) : (char) ('a' + random.nextInt(26)));
            left -= wide ? 2 : 1;
        }
        return text.toString();
    }

    private static List<Object> list(int count, Supplier<Object> values) {
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(values.get());
        }
        return list;
    }
}
