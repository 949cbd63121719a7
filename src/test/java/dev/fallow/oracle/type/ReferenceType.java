package dev.fallow.oracle.type;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A datatype as libhdf5 describes it: what datasets are created with, and what snapshots compare. Sizes are bytes. */
public sealed interface ReferenceType {
    /** Bytes of one element in the file. */
    int size();

    /** Signed integer of 1, 2, 4 or 8 bytes. */
    static Int signed(int size, ByteOrder order) {
        return new Int(size, true, order, 8 * size, 0);
    }

    /** Unsigned integer of 1, 2, 4 or 8 bytes. */
    static Int unsigned(int size, ByteOrder order) {
        return new Int(size, false, order, 8 * size, 0);
    }

    /** Signed little-endian integer of one byte. */
    static Int int8() {
        return signed(1, ByteOrder.LITTLE_ENDIAN);
    }

    /** Signed little-endian integer of two bytes. */
    static Int int16() {
        return signed(2, ByteOrder.LITTLE_ENDIAN);
    }

    /** Signed little-endian integer of four bytes. */
    static Int int32() {
        return signed(4, ByteOrder.LITTLE_ENDIAN);
    }

    /** Signed little-endian integer of eight bytes. */
    static Int int64() {
        return signed(8, ByteOrder.LITTLE_ENDIAN);
    }

    /** IEEE 754 number of 2, 4 or 8 bytes. */
    static Floating floating(int size, ByteOrder order) {
        return switch (size) {
            case 2 -> new Floating(2, order, 5, 10, 15);
            case 4 -> new Floating(4, order, 8, 23, 127);
            case 8 -> new Floating(8, order, 11, 52, 1023);
            default -> throw new IllegalArgumentException("no IEEE number has " + size + " bytes here");
        };
    }

    /** Little-endian IEEE 754 number of four bytes. */
    static Floating float32() {
        return floating(4, ByteOrder.LITTLE_ENDIAN);
    }

    /** Little-endian IEEE 754 number of eight bytes. */
    static Floating float64() {
        return floating(8, ByteOrder.LITTLE_ENDIAN);
    }

    /** String of a fixed number of bytes, ASCII, ended by a null: h5py's and libhdf5's default. */
    static FixedString fixedString(int size) {
        return new FixedString(size, StringPadding.NULL_TERMINATED, false);
    }

    /** String of a fixed number of bytes. */
    static FixedString fixedString(int size, StringPadding padding, boolean utf8) {
        return new FixedString(size, padding, utf8);
    }

    /** Integer; {@code precision} bits of it from {@code bitOffset} up matter. */
    record Int(int size, boolean signed, ByteOrder order, int precision, int bitOffset) implements ReferenceType {}

    /** Floating-point number. */
    record Floating(int size, ByteOrder order, int exponentBits, int mantissaBits, long bias)
            implements ReferenceType {}

    /** String of a fixed number of bytes. */
    record FixedString(int size, StringPadding padding, boolean utf8) implements ReferenceType {}

    /** String in the global heap. */
    record VariableString(StringPadding padding, boolean utf8) implements ReferenceType {
        @Override
        public int size() {
            return 16;
        }
    }

    /** Bits that are not a number. */
    record BitField(int size, ByteOrder order, int precision, int bitOffset) implements ReferenceType {}

    /** Bytes that only their writer understands. */
    record Opaque(int size, String tag) implements ReferenceType {}

    /** Named members at offsets. */
    record Compound(int size, List<Member> members) implements ReferenceType {
        /** Takes a copy of the members. */
        public Compound {
            members = List.copyOf(members);
        }
    }

    /** A member of a compound. */
    record Member(String name, int offset, ReferenceType type) {}

    /** Names for values of an integer type, sorted by name. */
    record Enumeration(Int base, Map<String, Long> values) implements ReferenceType {
        /** Takes a sorted copy of the names. */
        public Enumeration {
            values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        }

        @Override
        public int size() {
            return base.size();
        }
    }

    /** Several elements as one. */
    record ArrayType(ReferenceType element, List<Integer> dimensions) implements ReferenceType {
        /** Takes a copy of the dimensions. */
        public ArrayType {
            dimensions = List.copyOf(dimensions);
        }

        /** Of these dimensions. */
        public static ArrayType of(ReferenceType element, int... dimensions) {
            return new ArrayType(element, Arrays.stream(dimensions).boxed().toList());
        }

        /** How many elements are one. */
        public int count() {
            return dimensions.stream().reduce(1, Math::multiplyExact);
        }

        @Override
        public int size() {
            return Math.multiplyExact(count(), element.size());
        }
    }

    /** A sequence in the global heap. */
    record VariableLength(ReferenceType element) implements ReferenceType {
        @Override
        public int size() {
            return 16;
        }
    }

    /** A reference to something in a file. */
    record Reference(ReferenceKind kind, int size) implements ReferenceType {}

    /** What a {@link Reference} leads to. */
    enum ReferenceKind {
        /** An object, by its address. */
        OBJECT,
        /** A part of a dataset, by an entry of the global heap. */
        REGION,
        /** Any of the kinds that 1.12 brought. */
        ANY
    }

    /** A class that the oracle describes by its name only. */
    record Other(String name, int size) implements ReferenceType {}
}
