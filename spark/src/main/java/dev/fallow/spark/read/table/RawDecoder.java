package dev.fallow.spark.read.table;

import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.StringPadding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Puts elements that consist of their own bytes into a vector, without a Java object for each: usual numbers, fixed-length strings,
 * booleans, enumerations, and compounds and arrays of these.
 */
@FunctionalInterface
interface RawDecoder {
    /**
     * Puts elements.
     *
     * @param stride from one element to the next, in bytes
     * @param row of the first one in the target, which has room
     */
    void put(byte[] bytes, int at, int stride, WritableColumnVector target, int row, int count);

    /** Puts one element. */
    @FunctionalInterface
    interface One {
        void put(byte[] bytes, int at, WritableColumnVector target, int row);
    }

    /** Puts adjacent elements: a method of the vector. */
    @FunctionalInterface
    interface Run {
        void put(WritableColumnVector target, int row, int count, byte[] bytes, int at);
    }

    /** Reads an integer; an unsigned one of 8 bytes bit for bit. */
    @FunctionalInterface
    interface IntegerAt {
        long read(byte[] bytes, int at);
    }

    /**
     * The decoder for a datatype.
     *
     * @param target what {@link SparkTypes} says, or a type that this one {@linkplain SparkTypes#widens widens} to
     * @return null if elements are not just their bytes, or of an unusual format
     */
    static RawDecoder of(Datatype type, DataType target) {
        if (type.size() > Integer.MAX_VALUE) {
            return null;
        } else if (type instanceof FixedPoint number) {
            return isWhole(number.size(), number.bitOffset(), number.precision())
                    ? integers((int) number.size(), number.signed(), number.order(), target)
                    : null;
        } else if (type instanceof BitField field) {
            return isWhole(field.size(), field.bitOffset(), field.precision())
                    ? integers((int) field.size(), false, field.order(), target)
                    : null;
        } else if (type instanceof FloatingPoint number) {
            return isIeee(number) ? floats(number, target) : null;
        } else if (type instanceof FixedString string) {
            return strings(string, target instanceof BinaryType);
        } else if (type instanceof Enumeration enumeration) {
            return enumeration(enumeration);
        } else if (type instanceof Opaque opaque) {
            int size = (int) opaque.size();
            return each((bytes, at, vector, row) -> vector.putByteArray(row, bytes, at, size));
        } else if (type instanceof Array array) {
            return array(array.base(), array.dimensions(), target);
        }
        return type instanceof Compound compound ? compound(compound, (StructType) target) : null;
    }

    private static boolean isWhole(long size, int bitOffset, int precision) {
        return size <= Long.BYTES && Long.bitCount(size) == 1 && bitOffset == 0 && precision == size * Byte.SIZE;
    }

    private static RawDecoder each(One one) {
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                one.put(bytes, at + i * stride, vector, row + i);
            }
        };
    }

    private static RawDecoder adjacent(int size, RawDecoder each, Run run) {
        return (bytes, at, stride, vector, row, count) -> {
            if (stride == size) {
                run.put(vector, row, count, bytes, at);
            } else {
                each.put(bytes, at, stride, vector, row, count);
            }
        };
    }

    private static IntegerAt reader(int size, boolean signed, ByteOrder order) {
        Class<?> view = size == 2 ? short[].class : size == 4 ? int[].class : long[].class;
        VarHandle handle = size == 1 ? null : MethodHandles.byteArrayViewVarHandle(view, order);
        return switch (size) {
            case 1 -> signed ? (bytes, at) -> bytes[at] : (bytes, at) -> bytes[at] & 0xFF;
            case 2 ->
                signed
                        ? (bytes, at) -> (short) handle.get(bytes, at)
                        : (bytes, at) -> (short) handle.get(bytes, at) & 0xFFFF;
            case 4 ->
                signed
                        ? (bytes, at) -> (int) handle.get(bytes, at)
                        : (bytes, at) -> (int) handle.get(bytes, at) & 0xFFFF_FFFFL;
            default -> (bytes, at) -> (long) handle.get(bytes, at);
        };
    }

    private static RawDecoder integers(int size, boolean signed, ByteOrder order, DataType target) {
        IntegerAt reader = reader(size, signed, order);
        Vectors.PutInteger put = Vectors.integers(target);
        RawDecoder each = (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                put.put(vector, row + i, reader.read(bytes, at + i * stride));
            }
        };
        if (!signed || order != ByteOrder.LITTLE_ENDIAN) {
            return each;
        } else if (size == 1 && target.equals(DataTypes.ByteType)) {
            return adjacent(size, each, WritableColumnVector::putBytes);
        } else if (size == 4 && target.equals(DataTypes.IntegerType)) {
            return adjacent(size, each, WritableColumnVector::putIntsLittleEndian);
        } else if (size == 8 && target.equals(DataTypes.LongType)) {
            return adjacent(size, each, WritableColumnVector::putLongsLittleEndian);
        }
        return each;
    }

    /** Whether this is a float or double of IEEE 754. */
    private static boolean isIeee(FloatingPoint type) {
        boolean right = type.size() == Float.BYTES
                ? type.exponentSize() == 8 && type.mantissaSize() == 23 && type.exponentBias() == 127
                : type.size() == Double.BYTES
                        && type.exponentSize() == 11
                        && type.mantissaSize() == 52
                        && type.exponentBias() == 1023;
        return right
                && type.order() != FloatingPoint.Order.VAX
                && type.bitOffset() == 0
                && type.mantissaPosition() == 0
                && type.exponentPosition() == type.mantissaSize()
                && type.signPosition() == type.size() * Byte.SIZE - 1
                && type.normalization() == FloatingPoint.FLOAT64.normalization();
    }

    private static RawDecoder floats(FloatingPoint type, DataType target) {
        boolean little = type.order() == FloatingPoint.Order.LITTLE_ENDIAN;
        ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        if (type.size() == Double.BYTES) {
            VarHandle handle = MethodHandles.byteArrayViewVarHandle(double[].class, order);
            RawDecoder each = (bytes, at, stride, vector, row, count) -> {
                for (int i = 0; i < count; i++) {
                    vector.putDouble(row + i, (double) handle.get(bytes, at + i * stride));
                }
            };
            return little ? adjacent(Double.BYTES, each, WritableColumnVector::putDoublesLittleEndian) : each;
        }
        VarHandle handle = MethodHandles.byteArrayViewVarHandle(float[].class, order);
        boolean wide = target.equals(DataTypes.DoubleType);
        RawDecoder each = (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                float number = (float) handle.get(bytes, at + i * stride);
                if (wide) {
                    vector.putDouble(row + i, number);
                } else {
                    vector.putFloat(row + i, number);
                }
            }
        };
        return little && !wide ? adjacent(Float.BYTES, each, WritableColumnVector::putFloatsLittleEndian) : each;
    }

    /** Strings without their padding. */
    private static RawDecoder strings(FixedString type, boolean binary) {
        int size = (int) type.size();
        StringPadding padding = type.padding();
        return each((bytes, at, vector, row) -> {
            int length = length(bytes, at, size, padding);
            if (!binary) {
                Vectors.checkText(bytes, at, length);
            }
            vector.putByteArray(row, bytes, at, length);
        });
    }

    private static int length(byte[] bytes, int from, int size, StringPadding padding) {
        if (padding == StringPadding.NULL_TERMINATED) {
            int length = 0;
            while (length < size && bytes[from + length] != 0) {
                length++;
            }
            return length;
        }
        int filler = padding == StringPadding.SPACE_PADDED ? ' ' : 0;
        int length = size;
        while (length > 0 && bytes[from + length - 1] == filler) {
            length--;
        }
        return length;
    }

    /** Booleans, or the names of an enumeration; a number without a name as its decimal digits. */
    private static RawDecoder enumeration(Enumeration type) {
        FixedPoint base = type.base();
        if (!isWhole(base.size(), base.bitOffset(), base.precision())) {
            return null;
        } else if (SparkTypes.isBoolean(type)) {
            byte yes = type.values()[type.names().indexOf("TRUE")];
            return (bytes, at, stride, vector, row, count) -> {
                for (int i = 0; i < count; i++) {
                    vector.putBoolean(row + i, bytes[at + i * stride] == yes);
                }
            };
        }
        int size = (int) base.size();
        IntegerAt reader = reader(size, base.signed(), base.order());
        Map<Long, byte[]> names = new HashMap<>();
        for (int i = 0; i < type.names().size(); i++) {
            names.put(reader.read(type.values(), i * size), type.names().get(i).getBytes(StandardCharsets.UTF_8));
        }
        return each((bytes, at, vector, row) -> {
            long number = reader.read(bytes, at);
            byte[] name = names.get(number);
            vector.putByteArray(row, name != null ? name : Long.toString(number).getBytes(StandardCharsets.US_ASCII));
        });
    }

    /** An array with these dimensions, as arrays of arrays. */
    static RawDecoder array(Datatype base, List<Long> dimensions, DataType target) {
        if (dimensions.isEmpty()) {
            return of(base, target);
        }
        List<Long> inner = dimensions.subList(1, dimensions.size());
        RawDecoder element = array(base, inner, ((ArrayType) target).elementType());
        long[] factors = inner.stream().mapToLong(Long::longValue).toArray();
        long stride = Box.product(Box.product(factors), base.size());
        long length = dimensions.get(0);
        if (element == null || Box.product(stride, length) > Integer.MAX_VALUE) {
            return null;
        }
        return each((bytes, at, vector, row) -> {
            int first = Vectors.startArray(vector, row, (int) length);
            element.put(bytes, at, (int) stride, vector.arrayData(), first, (int) length);
        });
    }

    private static RawDecoder compound(Compound type, StructType target) {
        StructField[] fields = target.fields();
        RawDecoder[] members = new RawDecoder[fields.length];
        int[] offsets = new int[fields.length];
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].name();
            Compound.Member member = type.members().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no member " + name));
            members[i] = array(member.type(), member.legacyDimensions(), fields[i].dataType());
            offsets[i] = (int) member.offset();
            if (members[i] == null) {
                return null;
            }
        }
        return (bytes, at, stride, vector, row, count) -> {
            for (int i = 0; i < members.length; i++) {
                members[i].put(bytes, at + offsets[i], stride, vector.getChild(i), row, count);
            }
        };
    }
}
