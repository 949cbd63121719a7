package dev.fallow.spark.read.table;

import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The types of Spark for datatypes of HDF5.
 *
 * <pre>
 *   datatype                          type
 *   integer, bit field, time          byte, short, int, bigint; unsigned ones the next wider, decimal(20, 0) for 8 bytes;
 *                                       decimal(38, 0) for more bytes
 *   floating-point, up to 4, 8 bytes  float, double; more bytes are rounded to double
 *   enumeration                       string: the name, or the number if it has none; FALSE and TRUE boolean
 *   string                            string, which must be UTF-8; in a given schema also binary: its bytes
 *   compound                          struct, in the order of the members
 *   array                             array, of arrays if it has several dimensions
 *   variable length                   array; binary, of bytes with the attribute spark-type "binary"
 *   opaque                            binary
 *   reference                         bigint: the address of the object
 *   complex                           struct of real, imaginary
 * </pre>
 *
 * Every column can be null.
 */
public final class SparkTypes {
    /** Holds an unsigned integer of 8 bytes. */
    static final DecimalType UNSIGNED = DataTypes.createDecimalType(20, 0);

    private static final DecimalType LARGE = DataTypes.createDecimalType(38, 0);

    /** The types of signed integers, each wider than the one before. */
    public static final List<DataType> INTEGERS =
            List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

    private SparkTypes() {}

    /** The type for elements of a datatype. */
    public static DataType of(Datatype type) {
        if (type instanceof FixedPoint number) {
            return integer(number.size(), number.signed());
        } else if (type instanceof BitField field) {
            return integer(field.size(), false);
        } else if (type instanceof Time time) {
            return integer(time.size(), true);
        } else if (type instanceof FloatingPoint number) {
            return number.size() <= Float.BYTES ? DataTypes.FloatType : DataTypes.DoubleType;
        } else if (type instanceof FixedString || type instanceof VariableLength text && text.string()) {
            return DataTypes.StringType;
        } else if (type instanceof Enumeration enumeration) {
            return isBoolean(enumeration) ? DataTypes.BooleanType : DataTypes.StringType;
        } else if (type instanceof Opaque) {
            return DataTypes.BinaryType;
        } else if (type instanceof ReferenceType) {
            return DataTypes.LongType;
        } else if (type instanceof VariableLength sequence) {
            return DataTypes.createArrayType(of(sequence.base()));
        } else if (type instanceof Array array) {
            return arrayOf(of(array.base()), array.dimensions().size());
        } else if (type instanceof Complex complex) {
            return new StructType().add("real", of(complex.base())).add("imaginary", of(complex.base()));
        }
        StructType struct = new StructType();
        for (Compound.Member member : ((Compound) type).members()) {
            struct = struct.add(
                    member.name(),
                    arrayOf(of(member.type()), member.legacyDimensions().size()));
        }
        return struct;
    }

    /** Whether elements are sequences of bytes, each an unsigned integer. */
    public static boolean isBytes(Datatype type) {
        return type instanceof VariableLength sequence
                && !sequence.string()
                && sequence.base() instanceof FixedPoint number
                && number.size() == 1
                && !number.signed();
    }

    /** Whether an enumeration is how h5py stores booleans. */
    static boolean isBoolean(Enumeration enumeration) {
        List<String> names = enumeration.names();
        return enumeration.size() == 1 && names.size() == 2 && names.contains("FALSE") && names.contains("TRUE");
    }

    /** Arrays of arrays; the type itself for no dimension. */
    public static DataType arrayOf(DataType element, int dimensions) {
        DataType type = element;
        for (int i = 0; i < dimensions; i++) {
            type = DataTypes.createArrayType(type);
        }
        return type;
    }

    private static DataType integer(long size, boolean signed) {
        if (size > Long.BYTES) {
            return LARGE;
        } else if (size == Long.BYTES) {
            return signed ? DataTypes.LongType : UNSIGNED;
        } else if (size >= Integer.BYTES) {
            return signed && size == Integer.BYTES ? DataTypes.IntegerType : DataTypes.LongType;
        } else if (size >= Short.BYTES) {
            return signed && size == Short.BYTES ? DataTypes.ShortType : DataTypes.IntegerType;
        }
        return signed ? DataTypes.ByteType : DataTypes.ShortType;
    }

    /** Whether every value of one type is one of another: the same type, or a wider number; of structs, a part. */
    public static boolean widens(DataType from, DataType to) {
        if (from.equals(to)) {
            return true;
        } else if (from instanceof ArrayType array) {
            return to instanceof ArrayType wide && widens(array.elementType(), wide.elementType());
        } else if (from instanceof StructType struct && to instanceof StructType wide) {
            for (StructField field : wide.fields()) {
                int index = index(struct, field.name());
                if (index < 0 || !widens(struct.fields()[index].dataType(), field.dataType())) {
                    return false;
                }
            }
            return true;
        }
        if (from.equals(DataTypes.StringType) && to.equals(DataTypes.BinaryType)) {
            return true; // the bytes of a string
        }
        int rank = INTEGERS.indexOf(from);
        if (to.equals(DataTypes.DoubleType)) {
            return rank >= 0 && rank <= 2 || from.equals(DataTypes.FloatType);
        } else if (to.equals(DataTypes.FloatType)) {
            return rank == 0 || rank == 1;
        }
        return rank >= 0 && rank < INTEGERS.indexOf(to);
    }

    /** The place of a field; -1 if there is none. */
    public static int index(StructType struct, String name) {
        StructField[] fields = struct.fields();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
