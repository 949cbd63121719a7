package dev.fallow.oracle.type;

import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import dev.fallow.oracle.type.ReferenceType.FixedString;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.ShortPointer;

/** Moves all elements of a dataset or an attribute between libhdf5 and flat Java arrays. */
public final class Elements {
    /** {@code H5Dread}, {@code H5Aread}, {@code H5Dwrite} or {@code H5Awrite} of everything. */
    @FunctionalInterface
    public interface Transfer {
        /** Returns the library's result: negative if it failed. */
        int apply(long memoryType, Pointer memory);
    }

    private Elements() {}

    /**
     * Reads into a Java array that depends on the type: signed integers into an array of their width, unsigned ones of
     * the next larger width (eight-byte ones into {@code long[]}), floating-point numbers into {@code float[]} or
     * {@code double[]}, strings into {@code String[]}, all others into {@code Object[]} with the values of
     * {@link ElementForm}.
     */
    public static Object readFlat(ReferenceType type, int count, long space, long location, Transfer transfer) {
        if (type instanceof Int integer && integer.size() <= Long.BYTES) {
            int width = integer.signed() ? integer.size() : 2 * integer.size();
            if (width == 1) {
                return readBytes(count, transfer);
            } else if (width == 2) {
                return readShorts(count, transfer);
            } else if (width <= 4) {
                return readInts(count, transfer);
            }
            return readLongs(
                    count,
                    integer.signed() || integer.size() < 8 ? hdf5.H5T_NATIVE_INT64_g() : hdf5.H5T_NATIVE_UINT64_g(),
                    transfer);
        } else if (type instanceof Floating floating) {
            return floating.size() <= 4 ? readFloats(count, transfer) : readDoubles(count, transfer);
        }
        List<Object> values = new ArrayList<>();
        forEach(type, count, space, location, transfer, values::add);
        boolean strings = type instanceof FixedString || type instanceof VariableString;
        return strings ? values.toArray(String[]::new) : values.toArray();
    }

    /** Visits the Java value of every element. */
    public static void forEach(
            ReferenceType type, int count, long space, long location, Transfer transfer, Consumer<Object> visitor) {
        if (count == 0) {
            return;
        }
        int size = ElementForm.size(type);
        try (Id memoryType = ElementForm.memoryType(type, false);
                BytePointer memory = new BytePointer((long) count * size)) {
            Pointer.memset(memory, 0, memory.limit());
            call(transfer, memoryType.value(), memory);
            try {
                for (int i = 0; i < count; i++) {
                    visitor.accept(ElementForm.get(type, memory, (long) i * size, location));
                }
            } finally {
                Native.check(hdf5.H5Treclaim(memoryType.value(), space, hdf5.H5P_DEFAULT, memory), "H5Treclaim");
            }
        }
    }

    /** Reads integers, converted to the given eight-byte type. */
    public static long[] readLongs(int count, long memoryType, Transfer transfer) {
        long[] values = new long[count];
        try (LongPointer memory = new LongPointer(Math.max(1, count))) {
            call(transfer, memoryType, memory);
            memory.get(values);
        }
        return values;
    }

    /** Reads numbers, converted to double. */
    public static double[] readDoubles(int count, Transfer transfer) {
        double[] values = new double[count];
        try (DoublePointer memory = new DoublePointer(Math.max(1, count))) {
            call(transfer, hdf5.H5T_NATIVE_DOUBLE_g(), memory);
            memory.get(values);
        }
        return values;
    }

    /**
     * Reads numbers into an array of a primitive type, converted by libhdf5.
     *
     * @param type a primitive number type
     */
    public static Object readAs(Class<?> type, int count, Transfer transfer) {
        if (type == byte.class) {
            return readBytes(count, transfer);
        } else if (type == short.class) {
            return readShorts(count, transfer);
        } else if (type == int.class) {
            return readInts(count, transfer);
        } else if (type == long.class) {
            return readLongs(count, hdf5.H5T_NATIVE_INT64_g(), transfer);
        }
        return type == float.class ? readFloats(count, transfer) : readDoubles(count, transfer);
    }

    private static byte[] readBytes(int count, Transfer transfer) {
        byte[] values = new byte[count];
        try (BytePointer memory = new BytePointer(Math.max(1L, count))) {
            call(transfer, hdf5.H5T_NATIVE_INT8_g(), memory);
            memory.get(values);
        }
        return values;
    }

    private static short[] readShorts(int count, Transfer transfer) {
        short[] values = new short[count];
        try (ShortPointer memory = new ShortPointer(Math.max(1, count))) {
            call(transfer, hdf5.H5T_NATIVE_INT16_g(), memory);
            memory.get(values);
        }
        return values;
    }

    private static int[] readInts(int count, Transfer transfer) {
        int[] values = new int[count];
        try (IntPointer memory = new IntPointer(Math.max(1, count))) {
            call(transfer, hdf5.H5T_NATIVE_INT32_g(), memory);
            memory.get(values);
        }
        return values;
    }

    private static float[] readFloats(int count, Transfer transfer) {
        float[] values = new float[count];
        try (FloatPointer memory = new FloatPointer(Math.max(1, count))) {
            call(transfer, hdf5.H5T_NATIVE_FLOAT_g(), memory);
            memory.get(values);
        }
        return values;
    }

    /**
     * Writes all elements.
     *
     * @param data a flat array of primitives, of strings or of the values of {@link ElementForm}, a list of them, or a
     *     single one. Elements of a primitive array are interpreted as signed or unsigned according to the type
     * @throws IllegalArgumentException if the number of elements is not {@code count}, or an element does not fit the
     *     type
     */
    public static void write(ReferenceType type, int count, Object data, Transfer transfer) {
        int given = data.getClass().isArray() ? Array.getLength(data) : data instanceof List<?> l ? l.size() : 1;
        if (given != count) {
            throw new IllegalArgumentException("%d elements for a dataspace of %d".formatted(given, count));
        }
        boolean unsigned = type instanceof Int integer && !integer.signed();
        if (count == 0) {
            return;
        } else if (type instanceof Int || type instanceof Floating) {
            if (data instanceof byte[] values) {
                try (BytePointer memory = new BytePointer(values)) {
                    call(transfer, unsigned ? hdf5.H5T_NATIVE_UINT8_g() : hdf5.H5T_NATIVE_INT8_g(), memory);
                }
                return;
            } else if (data instanceof short[] values) {
                try (ShortPointer memory = new ShortPointer(values)) {
                    call(transfer, unsigned ? hdf5.H5T_NATIVE_UINT16_g() : hdf5.H5T_NATIVE_INT16_g(), memory);
                }
                return;
            } else if (data instanceof int[] values) {
                try (IntPointer memory = new IntPointer(values)) {
                    call(transfer, unsigned ? hdf5.H5T_NATIVE_UINT32_g() : hdf5.H5T_NATIVE_INT32_g(), memory);
                }
                return;
            } else if (data instanceof long[] values) {
                try (LongPointer memory = new LongPointer(values)) {
                    call(transfer, unsigned ? hdf5.H5T_NATIVE_UINT64_g() : hdf5.H5T_NATIVE_INT64_g(), memory);
                }
                return;
            } else if (data instanceof float[] values) {
                try (FloatPointer memory = new FloatPointer(values)) {
                    call(transfer, hdf5.H5T_NATIVE_FLOAT_g(), memory);
                }
                return;
            } else if (data instanceof double[] values) {
                try (DoublePointer memory = new DoublePointer(values)) {
                    call(transfer, hdf5.H5T_NATIVE_DOUBLE_g(), memory);
                }
                return;
            }
        }
        List<?> values = data instanceof Object[] array
                ? Arrays.asList(array)
                : data instanceof List<?> list ? list : List.of(data);
        writeList(type, values, transfer);
    }

    private static void writeList(ReferenceType type, List<?> values, Transfer transfer) {
        int size = ElementForm.size(type);
        List<Pointer> kept = new ArrayList<>();
        try (Id memoryType = ElementForm.memoryType(type, true);
                BytePointer memory = new BytePointer((long) values.size() * size)) {
            Pointer.memset(memory, 0, memory.limit());
            for (int i = 0; i < values.size(); i++) {
                ElementForm.put(type, memory, (long) i * size, values.get(i), kept);
            }
            call(transfer, memoryType.value(), memory);
        } finally {
            kept.forEach(Pointer::close);
        }
    }

    private static void call(Transfer transfer, long memoryType, Pointer memory) {
        Native.check(transfer.apply(memoryType, memory), "transfer of elements");
    }
}
