package dev.fallow.oracle.type;

import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.BitField;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.Reference;
import dev.fallow.oracle.type.ReferenceType.ReferenceKind;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.hdf5.H5R_ref_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * The representation of elements in the memory passed to and from libhdf5, and their canonical Java values. libhdf5
 * converts between the types of the file and of memory, including byte orders and unusual widths:
 *
 * <pre>
 *   type                in memory                     in Java
 *   integer, bit field  8 bytes                       Long; from 2^63 up BigInteger
 *   floating-point      double                        Double
 *   string              its bytes, or a pointer       String without its padding
 *   opaque              its bytes                     String, 0x and hexadecimal digits
 *   compound            members at multiples of 8     Map by name, in the order of the members
 *   enumeration         8 bytes (its own when written) Long
 *   array               its elements                  List
 *   variable length     count and pointer             List
 *   reference           8, 12 or 64 bytes             String, the path of the object, or "null"; written as these bytes
 * </pre>
 */
final class ElementForm {
    /** The size in bytes of a sequence: a count and a pointer. */
    private static final int SEQUENCE = 16;

    private static final int POINTER = 8;

    private ElementForm() {}

    /** Returns the size of an element in memory, in bytes. */
    static int size(ReferenceType type) {
        if (type instanceof Int integer) {
            requireUpTo8(integer);
            return Long.BYTES;
        } else if (type instanceof BitField bits) {
            requireUpTo8(bits);
            return Long.BYTES;
        } else if (type instanceof Enumeration enumeration) {
            return size(enumeration.base());
        } else if (type instanceof Floating) {
            return Double.BYTES;
        } else if (type instanceof FixedString || type instanceof Opaque || type instanceof Reference) {
            return type.size();
        } else if (type instanceof VariableString) {
            return POINTER;
        } else if (type instanceof VariableLength) {
            return SEQUENCE;
        } else if (type instanceof ArrayType array) {
            return Math.multiplyExact(array.count(), size(array.element()));
        } else if (type instanceof Compound compound) {
            int sum = 0;
            for (Member member : compound.members()) {
                sum = Math.addExact(sum, roundedUp(size(member.type())));
            }
            return sum;
        }
        throw notRead(type);
    }

    /** Creates an identifier of the memory type. */
    static Id memoryType(ReferenceType type, boolean forWriting) {
        if (type instanceof Int integer) {
            return TypeIds.copy(integer.signed() ? hdf5.H5T_NATIVE_INT64_g() : hdf5.H5T_NATIVE_UINT64_g());
        } else if (type instanceof BitField) {
            return TypeIds.copy(hdf5.H5T_NATIVE_B64_g());
        } else if (type instanceof Enumeration enumeration) {
            // libhdf5 converts enumerations to integers, but not integers to enumerations
            Int base = new Int(8, enumeration.base().signed(), ByteOrder.nativeOrder(), 64, 0);
            return forWriting
                    ? TypeIds.create(new Enumeration(base, enumeration.values()))
                    : memoryType(enumeration.base(), false);
        } else if (type instanceof Floating) {
            return TypeIds.copy(hdf5.H5T_NATIVE_DOUBLE_g());
        } else if (type instanceof VariableLength sequence) {
            try (Id element = memoryType(sequence.element(), forWriting)) {
                return Id.of(hdf5.H5Tvlen_create(element.value()), "H5Tvlen_create");
            }
        } else if (type instanceof ArrayType array) {
            try (Id element = memoryType(array.element(), forWriting)) {
                return TypeIds.array(element, array);
            }
        } else if (type instanceof Compound compound) {
            return Id.build(Id.of(hdf5.H5Tcreate(hdf5.H5T_COMPOUND, size(compound)), "H5Tcreate"), id -> {
                long offset = 0;
                for (Member member : compound.members()) {
                    try (Id memberId = memoryType(member.type(), forWriting)) {
                        TypeIds.insert(id, member.name(), offset, memberId);
                    }
                    offset += roundedUp(size(member.type()));
                }
            });
        }
        return TypeIds.create(type);
    }

    /** Returns the Java value of the element at an offset; {@code location} is any identifier in the same file. */
    static Object get(ReferenceType type, BytePointer memory, long offset, long location) {
        if (type instanceof Int integer) {
            return number(memory.getLong(offset), integer.signed());
        } else if (type instanceof BitField) {
            return number(memory.getLong(offset), false);
        } else if (type instanceof Enumeration enumeration) {
            return number(memory.getLong(offset), enumeration.base().signed());
        } else if (type instanceof Floating) {
            return memory.getDouble(offset);
        } else if (type instanceof FixedString string) {
            return withoutPadding(bytes(memory, offset, string.size()), string.padding());
        } else if (type instanceof VariableString) {
            BytePointer text = pointerAt(memory, offset);
            return text == null ? "" : new String(text.getStringBytes(), StandardCharsets.UTF_8);
        } else if (type instanceof Opaque opaque) {
            return "0x" + HexFormat.of().formatHex(bytes(memory, offset, opaque.size()));
        } else if (type instanceof Compound compound) {
            Map<String, Object> values = new LinkedHashMap<>();
            long at = offset;
            for (Member member : compound.members()) {
                values.put(member.name(), get(member.type(), memory, at, location));
                at += roundedUp(size(member.type()));
            }
            return values;
        } else if (type instanceof ArrayType array) {
            return list(array.element(), memory, offset, array.count(), location);
        } else if (type instanceof VariableLength sequence) {
            long count = memory.getLong(offset);
            return count == 0
                    ? List.of()
                    : list(sequence.element(), pointerAt(memory, offset + Long.BYTES), 0, count, location);
        } else if (type instanceof Reference reference) {
            return referencedPath(reference, memory.getPointer(offset), location);
        }
        throw notRead(type);
    }

    /**
     * Stores a Java value at an offset.
     *
     * @param kept receives the memory that the element points to; the caller frees it after the write
     * @throws IllegalArgumentException if the value does not fit the type
     */
    static void put(ReferenceType type, BytePointer memory, long offset, Object value, List<Pointer> kept) {
        if (type instanceof Int || type instanceof BitField || type instanceof Enumeration) {
            memory.putLong(offset, ((Number) value).longValue());
        } else if (type instanceof Floating) {
            memory.putDouble(offset, ((Number) value).doubleValue());
        } else if (type instanceof FixedString string) {
            putBytes(memory, offset, padded((String) value, string));
        } else if (type instanceof VariableString) {
            BytePointer text = Native.text((String) value);
            kept.add(text);
            putPointer(memory, offset, text);
        } else if (type instanceof Opaque opaque) {
            byte[] bytes = HexFormat.of().parseHex(((String) value).substring(2));
            requireEqual(opaque.size(), bytes.length, type);
            putBytes(memory, offset, bytes);
        } else if (type instanceof Compound compound) {
            Map<?, ?> values = (Map<?, ?>) value;
            requireEqual(compound.members().size(), values.size(), type);
            long at = offset;
            for (Member member : compound.members()) {
                put(member.type(), memory, at, values.get(member.name()), kept);
                at += roundedUp(size(member.type()));
            }
        } else if (type instanceof ArrayType array) {
            requireEqual(array.count(), ((List<?>) value).size(), type);
            putList(array.element(), memory, offset, (List<?>) value, kept);
        } else if (type instanceof VariableLength sequence) {
            List<?> values = (List<?>) value;
            BytePointer elements = new BytePointer(Math.max(1, (long) values.size() * size(sequence.element())));
            kept.add(elements);
            putList(sequence.element(), elements, 0, values, kept);
            memory.putLong(offset, values.size());
            putPointer(memory, offset + Long.BYTES, elements);
        } else if (type instanceof Reference && value instanceof byte[] bytes) {
            requireEqual(type.size(), bytes.length, type);
            putBytes(memory, offset, bytes);
        } else {
            throw new IllegalArgumentException("the oracle does not write the type " + type);
        }
    }

    private static List<Object> list(ReferenceType type, BytePointer memory, long offset, long count, long location) {
        List<Object> values = new ArrayList<>();
        int size = size(type);
        for (long i = 0; i < count; i++) {
            values.add(get(type, memory, offset + i * size, location));
        }
        return values;
    }

    private static void putList(
            ReferenceType type, BytePointer memory, long offset, List<?> values, List<Pointer> kept) {
        int size = size(type);
        for (int i = 0; i < values.size(); i++) {
            put(type, memory, offset + (long) i * size, values.get(i), kept);
        }
    }

    private static String referencedPath(Reference type, BytePointer memory, long location) {
        if (type.kind() == ReferenceKind.ANY) {
            H5R_ref_t reference = new H5R_ref_t(memory);
            return isZero(memory, type.size())
                    ? "null"
                    : Native.name(
                            (buffer, size) -> hdf5.H5Rget_obj_name(reference, hdf5.H5P_DEFAULT, buffer, size),
                            "H5Rget_obj_name");
        }
        int kind = type.kind() == ReferenceKind.OBJECT ? hdf5.H5R_OBJECT1 : hdf5.H5R_DATASET_REGION1;
        return isZero(memory, type.size())
                ? "null"
                : Native.name((buffer, size) -> hdf5.H5Rget_name(location, kind, memory, buffer, size), "H5Rget_name");
    }

    private static boolean isZero(BytePointer memory, int size) {
        for (int i = 0; i < size; i++) {
            if (memory.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns a Long, or from 2^63 up a BigInteger. */
    private static Object number(long bits, boolean signed) {
        return signed || bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
    }

    private static String withoutPadding(byte[] bytes, StringPadding padding) {
        int end = 0;
        switch (padding) {
            case NULL_TERMINATED -> {
                while (end < bytes.length && bytes[end] != 0) {
                    end++;
                }
            }
            case NULL_PADDED, SPACE_PADDED -> {
                byte fill = (byte) (padding == StringPadding.NULL_PADDED ? 0 : ' ');
                end = bytes.length;
                while (end > 0 && bytes[end - 1] == fill) {
                    end--;
                }
            }
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static byte[] padded(String value, FixedString type) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int longest = type.padding() == StringPadding.NULL_TERMINATED ? type.size() - 1 : type.size();
        if (bytes.length > longest) {
            throw new IllegalArgumentException(
                    "a string of %d bytes in a type that holds %d: %s".formatted(bytes.length, longest, value));
        }
        byte[] padded = Arrays.copyOf(bytes, type.size());
        if (type.padding() == StringPadding.SPACE_PADDED) {
            Arrays.fill(padded, bytes.length, padded.length, (byte) ' ');
        }
        return padded;
    }

    private static byte[] bytes(BytePointer memory, long offset, int size) {
        byte[] bytes = new byte[size];
        memory.getPointer(offset).get(bytes);
        return bytes;
    }

    private static void putBytes(BytePointer memory, long offset, byte[] bytes) {
        memory.getPointer(offset).put(bytes);
    }

    private static BytePointer pointerAt(BytePointer memory, long offset) {
        return new PointerPointer<BytePointer>(memory.getPointer(offset)).get(BytePointer.class, 0);
    }

    private static void putPointer(BytePointer memory, long offset, Pointer pointer) {
        new PointerPointer<BytePointer>(memory.getPointer(offset)).put(0, pointer);
    }

    private static int roundedUp(int size) {
        return Math.addExact(size, 7) & ~7;
    }

    private static void requireUpTo8(ReferenceType type) {
        if (type.size() > Long.BYTES) {
            throw notRead(type);
        }
    }

    private static void requireEqual(int expected, int actual, ReferenceType type) {
        if (expected != actual) {
            throw new IllegalArgumentException("%d where %d belong, in %s".formatted(actual, expected, type));
        }
    }

    private static UnsupportedOperationException notRead(ReferenceType type) {
        return new UnsupportedOperationException("the oracle does not read the type " + type);
    }
}
