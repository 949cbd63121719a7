package dev.fallow.oracle.type;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A datatype as libhdf5 describes it, used to create datasets and in snapshots. Sizes are in bytes. */
public sealed interface ReferenceType {
    /** Returns the size of an element in the file. */
    int size();

    /** Returns a signed integer type of 1, 2, 4 or 8 bytes. */
    static Int signed(int size, ByteOrder order) {
        return new Int(size, true, order, 8 * size, 0);
    }

    /** Returns an unsigned integer type of 1, 2, 4 or 8 bytes. */
    static Int unsigned(int size, ByteOrder order) {
        return new Int(size, false, order, 8 * size, 0);
    }

    /** Returns the signed integer type of one byte. */
    static Int int8() {
        return signed(1, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the signed little-endian integer type of two bytes. */
    static Int int16() {
        return signed(2, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the signed little-endian integer type of four bytes. */
    static Int int32() {
        return signed(4, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the signed little-endian integer type of eight bytes. */
    static Int int64() {
        return signed(8, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the IEEE 754 type of 2, 4 or 8 bytes. */
    static Floating floating(int size, ByteOrder order) {
        return switch (size) {
            case 2 -> new Floating(2, order, 5, 10, 15);
            case 4 -> new Floating(4, order, 8, 23, 127);
            case 8 -> new Floating(8, order, 11, 52, 1023);
            default -> throw new IllegalArgumentException("no IEEE number has " + size + " bytes here");
        };
    }

    /** Returns the little-endian IEEE 754 type of four bytes. */
    static Floating float32() {
        return floating(4, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the little-endian IEEE 754 type of eight bytes. */
    static Floating float64() {
        return floating(8, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns a null-terminated fixed-length ASCII string type, the default of h5py and libhdf5. */
    static FixedString fixedString(int size) {
        return new FixedString(size, StringPadding.NULL_TERMINATED, false);
    }

    /** Returns a fixed-length string type. */
    static FixedString fixedString(int size, StringPadding padding, boolean utf8) {
        return new FixedString(size, padding, utf8);
    }

    /** An integer whose value is in {@code precision} bits from {@code bitOffset} up. */
    record Int(int size, boolean signed, ByteOrder order, int precision, int bitOffset) implements ReferenceType {}

    /** A floating-point number. */
    record Floating(int size, ByteOrder order, int exponentBits, int mantissaBits, long bias)
            implements ReferenceType {}

    /** A fixed-length string. */
    record FixedString(int size, StringPadding padding, boolean utf8) implements ReferenceType {}

    /** A variable-length string, stored in the global heap. */
    record VariableString(StringPadding padding, boolean utf8) implements ReferenceType {
        @Override
        public int size() {
            return 16;
        }
    }

    /** A bit field. */
    record BitField(int size, ByteOrder order, int precision, int bitOffset) implements ReferenceType {}

    /** Uninterpreted bytes with a tag. */
    record Opaque(int size, String tag) implements ReferenceType {}

    /** Named members at offsets. */
    record Compound(int size, List<Member> members) implements ReferenceType {
        /** Copies the members. */
        public Compound {
            members = List.copyOf(members);
        }
    }

    /** A member of a compound. */
    record Member(String name, int offset, ReferenceType type) {}

    /** An enumeration: values of an integer type, by name. */
    record Enumeration(Int base, Map<String, Long> values) implements ReferenceType {
        /** Copies and sorts the values by name. */
        public Enumeration {
            values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        }

        @Override
        public int size() {
            return base.size();
        }
    }

    /** An array of fixed dimensions. */
    record ArrayType(ReferenceType element, List<Integer> dimensions) implements ReferenceType {
        /** Copies the dimensions. */
        public ArrayType {
            dimensions = List.copyOf(dimensions);
        }

        /** Returns an array type of these dimensions. */
        public static ArrayType of(ReferenceType element, int... dimensions) {
            return new ArrayType(element, Arrays.stream(dimensions).boxed().toList());
        }

        /** Returns the number of elements of an array. */
        public int count() {
            return dimensions.stream().reduce(1, Math::multiplyExact);
        }

        @Override
        public int size() {
            return Math.multiplyExact(count(), element.size());
        }
    }

    /** A variable-length sequence, stored in the global heap. */
    record VariableLength(ReferenceType element) implements ReferenceType {
        @Override
        public int size() {
            return 16;
        }
    }

    /** A reference to an object or a region. */
    record Reference(ReferenceKind kind, int size) implements ReferenceType {}

    /** The kinds of targets of a {@link Reference}. */
    enum ReferenceKind {
        /** An object, by its address. */
        OBJECT,
        /** A region of a dataset, by an object of the global heap. */
        REGION,
        /** Any of the kinds introduced in release 1.12. */
        ANY
    }

    /** A type of another class, described only by the name of the class. */
    record Other(String name, int size) implements ReferenceType {}
}
