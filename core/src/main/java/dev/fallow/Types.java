package dev.fallow;

import dev.fallow.format.CharacterSet;
import dev.fallow.format.datatype.Array;
import dev.fallow.format.datatype.Complex;
import dev.fallow.format.datatype.Compound;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.Enumeration;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.FloatingPoint;
import dev.fallow.format.datatype.Opaque;
import dev.fallow.format.datatype.Reference;
import dev.fallow.format.datatype.StringPadding;
import dev.fallow.format.datatype.VariableLength;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Datatypes by name, and the Java values that their elements are. Arrays of elements are arrays of these Java types.
 *
 * <pre>
 *   datatype                            element read as                    written from
 *   integer, up to 8 bytes, bit field,  byte, short, int, long; unsigned   any Number without a fraction that fits
 *     time                                ones the next wider, 8 bytes
 *                                         bit for bit
 *   integer, more bytes                 BigInteger                         the same
 *   floating-point                      float, double; what neither holds  any Number that it holds exactly
 *                                         BigDecimal, or Double for
 *                                         infinities and NaN
 *   string                              String; null: variable length,     String
 *                                         never written
 *   enumeration                         EnumValue; FALSE and TRUE boolean  EnumValue, its name, its number, Boolean
 *   compound                            Map, in the order of the members   Map with just these keys
 *   array                               array                              array
 *   variable length                     array                              array; null is an empty one
 *   opaque                              byte[]                             byte[]
 *   reference                           Reference, or null                 Reference, or null
 *   complex                             ComplexNumber                      ComplexNumber
 *   all                                 {@link Attribute#bytes()},         {@link RawElements}
 *                                         {@link Dataset#readBytes}
 * </pre>
 *
 * The records of {@code dev.fallow.format.datatype} describe every datatype there is; here are those that are asked for
 * most. Numbers are little-endian.
 */
public final class Types {
    private Types() {}

    /** Signed integer of 1 to 8 bytes. */
    public static Datatype integer(int size) {
        return FixedPoint.of(size, true, java.nio.ByteOrder.LITTLE_ENDIAN);
    }

    /** Unsigned integer of 1 to 8 bytes. */
    public static Datatype unsigned(int size) {
        return FixedPoint.of(size, false, java.nio.ByteOrder.LITTLE_ENDIAN);
    }

    /** IEEE 754 number of 2, 4 or 8 bytes. */
    public static Datatype floatingPoint(int size) {
        return FloatingPoint.ieee(size, FloatingPoint.Order.LITTLE_ENDIAN);
    }

    /** String of variable length, UTF-8. */
    public static Datatype string() {
        return VariableLength.string(CharacterSet.UTF_8);
    }

    /** String in this many bytes, UTF-8, padded with zeros. */
    public static Datatype string(int bytes) {
        return FixedString.of(bytes, StringPadding.NULL_PADDED, CharacterSet.UTF_8);
    }

    /** {@code FALSE} and {@code TRUE}, an enumeration of one byte, as h5py has it. */
    public static Datatype bool() {
        Map<String, Long> members = new LinkedHashMap<>();
        members.put("FALSE", 0L);
        members.put("TRUE", 1L);
        return Enumeration.of(FixedPoint.INT8, members);
    }

    /** Names for numbers of four bytes, in the order of the map. */
    public static Datatype enumeration(Map<String, Long> members) {
        return Enumeration.of(FixedPoint.INT32, members);
    }

    /** Members one behind the other, in the order of the map. */
    public static Datatype compound(Map<String, ? extends Datatype> members) {
        return Compound.packed(members);
    }

    /** As many elements as these dimensions say, as one. */
    public static Datatype array(Datatype element, long... dimensions) {
        return Array.of(element, dimensions);
    }

    /** Any number of elements, as one. */
    public static Datatype sequence(Datatype element) {
        return VariableLength.sequence(element);
    }

    /** Bytes that only their writer understands. */
    public static Datatype opaque(int size, String tag) {
        return new Opaque(1, size, tag);
    }

    /** To objects, in the form that every reader knows. */
    public static Datatype objectReference() {
        return Reference.OBJECT;
    }

    /** To regions of datasets, in the form that every reader knows. */
    public static Datatype regionReference() {
        return Reference.REGION;
    }

    /** To objects, regions and attributes, here or in other files, as libhdf5 from 1.12 on has them. */
    public static Datatype reference() {
        return Reference.ANY;
    }

    /** Complex numbers with parts of 4 or 8 bytes, as libhdf5 from 2.0 on has them. */
    public static Datatype complex(int partSize) {
        return new Complex(Datatype.MAX_VERSION, FloatingPoint.ieee(partSize, FloatingPoint.Order.LITTLE_ENDIAN));
    }
}
