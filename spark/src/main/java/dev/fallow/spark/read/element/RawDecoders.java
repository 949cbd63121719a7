package dev.fallow.spark.read.element;

import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Finds a {@link RawDecoder}: for usual numbers, fixed-length strings, booleans, enumerations, and compounds and arrays of these. */
final class RawDecoders {
    private RawDecoders() {}

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
                    ? RawNumbers.integers((int) number.size(), number.signed(), number.order(), target)
                    : null;
        } else if (type instanceof BitField field) {
            return isWhole(field.size(), field.bitOffset(), field.precision())
                    ? RawNumbers.integers((int) field.size(), false, field.order(), target)
                    : null;
        } else if (type instanceof FloatingPoint number) {
            return RawNumbers.isIeee(number) ? RawNumbers.floats(number, target) : null;
        } else if (type instanceof FixedString string) {
            return RawTexts.strings(string, target);
        } else if (type instanceof Enumeration enumeration) {
            return enumeration(enumeration);
        } else if (type instanceof Opaque opaque) {
            return RawTexts.opaque((int) opaque.size());
        } else if (type instanceof Array array) {
            return array(array.base(), array.dimensions(), target);
        }
        return type instanceof Compound compound ? compound(compound, (StructType) target) : null;
    }

    private static boolean isWhole(long size, int bitOffset, int precision) {
        return size <= Long.BYTES && Long.bitCount(size) == 1 && bitOffset == 0 && precision == size * Byte.SIZE;
    }

    private static RawDecoder enumeration(Enumeration type) {
        FixedPoint base = type.base();
        if (!isWhole(base.size(), base.bitOffset(), base.precision())) {
            return null;
        }
        int size = (int) base.size();
        return SparkTypes.isBoolean(type)
                ? RawTexts.booleans(type.values()[type.names().indexOf("TRUE")])
                : RawTexts.names(type, RawNumbers.reader(size, base.signed(), base.order()));
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
        return (bytes, at, step, vector, row, count) -> {
            for (int i = 0; i < count; i++) {
                int first = Vectors.startArray(vector, row + i, (int) length);
                element.put(bytes, at + i * step, (int) stride, vector.arrayData(), first, (int) length);
            }
        };
    }

    private static RawDecoder compound(Compound type, StructType target) {
        StructField[] fields = target.fields();
        RawDecoder[] members = new RawDecoder[fields.length];
        int[] offsets = new int[fields.length];
        for (int i = 0; i < fields.length; i++) {
            Compound.Member member = member(type, fields[i].name());
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

    static Compound.Member member(Compound type, String name) {
        return type.members().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no member " + name));
    }
}
