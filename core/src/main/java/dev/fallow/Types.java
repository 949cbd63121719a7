package dev.fallow;

import dev.fallow.type.Array;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Factories for common datatypes, and the mapping between datatypes and Java values. An array of elements is an array
 * of these Java types.
 *
 * <pre>{@code
 * Dataset pixels = file.root().createDataset("pixels", Types.unsigned(2), 480, 640);
 * Datatype point = Types.compound(Map.of("x", Types.floatingPoint(8)));
 * }</pre>
 *
 * <pre>
 *   datatype                            element read as                    written from
 *   integer, up to 8 bytes, bit field,  byte, short, int, long; unsigned   any Number without a fraction that fits
 *     time                                ones the next wider, 8 bytes
 *                                         bit for bit
 *   bit field of one byte               short                              the same, boolean: true is 1
 *   unsigned integer of 2 bytes         int                                the same, char
 *   integer, more bytes                 BigInteger                         the same
 *   floating-point                      float, double; what neither holds  any Number that it holds exactly
 *                                         BigDecimal, or Double for
 *                                         infinities and NaN
 *   string                              String; null: variable length,     String
 *                                         never written
 *   enumeration                         EnumValue; FALSE and TRUE boolean  EnumValue, its name, its number, Boolean,
 *                                                                            a Java enum constant of its name
 *   compound                            Map, in the order of the members   Map with just these keys, a record
 *   compound of r and i                 ComplexNumber                      ComplexNumber, and the same
 *   array                               array                              array, List
 *   variable length                     array                              array, List; null is an empty one
 *   opaque                              byte[]                             byte[]
 *   reference                           Reference, or null                 Reference, or null
 *   complex                             ComplexNumber                      ComplexNumber
 *   all                                 {@link RawElements}                {@link RawElements}
 * </pre>
 *
 * {@code null} is an element, a string never written, a reference that leads nowhere or a missing instant, and in this library nothing
 * else: methods neither return it nor take it.
 *
 * <p>"Any Number" stands for every number of Java, in arrays of primitives or as objects, that the datatype represents exactly; negative
 * zero is an integer zero. Another one is refused, or rounded if {@link Conversion#ROUNDING} is given. A {@code byte} for an unsigned
 * integer of 8 bits, and a {@code long} for one of 64, stands for its bits: -1 is 255. Other negative numbers do not fit unsigned
 * integers.
 *
 * <p>A string of fixed length may have as many bytes in UTF-8 as its datatype, also if that is null-terminated: an element that it fills
 * has no terminator, as in files of netCDF, PyTables and h5py, and all of its bytes are read. A longer one is refused. So is one that
 * would be read as another one: with a zero byte in a null-terminated type, or with padding at its end in the others.
 *
 * <p>Complex numbers are stored as {@link #complexCompound}, which numpy's are; the datatype of libhdf5 2.0, {@link #complex}, must be
 * given. Both are read as {@link ComplexNumber}. The former is a compound of just {@code r} and {@code i}, in this order and of the same
 * floating-point type, whose numbers a {@code double} holds. Another compound of {@code r} and {@code i} is a {@code Map}, unless
 * {@code read(ComplexNumber[].class)} asks for the numbers; {@code read(Map[].class)} reads each compound as one.
 *
 * <p>{@link dev.fallow.Dataset#read(Class)} and {@link dev.fallow.Attribute#read(Class)} read elements as other types too:
 *
 * <pre>
 *   datatype                            also read as
 *   number, enumeration                 any primitive number or its box, BigInteger, BigDecimal; unsigned integers by
 *                                         their value
 *   enumeration, string                 a Java enum, by the names of its constants
 *   enumeration                         String: its name
 *   compound                            a record class, whose components are read as their types; of all members or
 *                                         of some
 *   compound                            Map; ComplexNumber, if the members are r and i
 *   bit field of one byte               boolean: false is 0
 *   unsigned integer of 2 bytes         char
 *   reference                           Reference.ToObject, ToRegion or ToAttribute, if it is one
 *   unsigned integers of MATLAB's       String: one row; String[]: all of them; of datasets only, and written from these
 *     class char
 *   one-byte integers of MATLAB's       boolean: false is 0; of datasets only, and written from it
 *     class logical
 *   number with the attribute units     java.time.Instant; of datasets only, and written from it
 *   time of 4 or 8 bytes                java.time.Instant: seconds since 1970; of 8 bytes, with microseconds in the lower
 *                                         half, as PyTables stores them; and written from it
 *   no elements                         any array: of datasets as a whole, and of attributes
 *   array, variable length              array of any of these
 *   all                                 Object, and every supertype of the Java type in the first table
 * </pre>
 *
 * The records in {@code dev.fallow.type} describe every datatype; this class creates the most common ones.
 * Numbers are little-endian.
 */
public final class Types {
    private Types() {}

    /**
     * The datatype of a Java class: a primitive type but {@code char}, or its box; {@code String}, of variable length; an enum, as an enumeration of 4-byte integers that are the ordinals; {@link ComplexNumber}, as {@link #complexCompound} of 8 bytes; {@link Reference}, to an object, and its kinds; a record, as a compound of its
     * components; an array of these, as a sequence of variable length. {@link FixedLength} gives a component of a record, which is an array
     * or a string, a fixed one.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Datatype of(Class<?> type) {
        return ClassTypes.of(type);
    }

    /** A signed integer of 1 to 8 bytes. */
    public static Datatype integer(int size) {
        return FixedPoint.of(size, true, java.nio.ByteOrder.LITTLE_ENDIAN);
    }

    /** An unsigned integer of 1 to 8 bytes. */
    public static Datatype unsigned(int size) {
        return FixedPoint.of(size, false, java.nio.ByteOrder.LITTLE_ENDIAN);
    }

    /** An IEEE 754 number of 2, 4 or 8 bytes. */
    public static Datatype floatingPoint(int size) {
        return FloatingPoint.ieee(size, FloatingPoint.Order.LITTLE_ENDIAN);
    }

    /** A variable-length UTF-8 string. */
    public static Datatype string() {
        return VariableLength.string(CharacterSet.UTF_8);
    }

    /** A fixed-length UTF-8 string of this many bytes, zero-padded. */
    public static Datatype string(int bytes) {
        return FixedString.of(bytes, StringPadding.NULL_PADDED, CharacterSet.UTF_8);
    }

    /**
     * A variable-length string that is marked as ASCII, for readers that expect it. The mark is not checked: other characters are written
     * in UTF-8, and some readers, such as h5py's {@code asstr()}, then fail.
     */
    public static Datatype ascii() {
        return VariableLength.string(CharacterSet.ASCII);
    }

    /** A fixed-length string of this many bytes that is marked as {@link #ascii()}, zero-padded, as numpy's type {@code S}. */
    public static Datatype ascii(int bytes) {
        return FixedString.of(bytes, StringPadding.NULL_PADDED, CharacterSet.ASCII);
    }

    /** A boolean as h5py stores it: a one-byte enumeration of {@code FALSE} and {@code TRUE}. */
    public static Datatype bool() {
        Map<String, Long> members = new LinkedHashMap<>();
        members.put("FALSE", 0L);
        members.put("TRUE", 1L);
        return Enumeration.of(FixedPoint.INT8, members);
    }

    /** An enumeration of 4-byte integers, in the map's order. */
    public static Datatype enumeration(Map<String, Long> members) {
        return Enumeration.of(FixedPoint.INT32, members);
    }

    /** A compound of consecutive members, in the map's order. */
    public static Datatype compound(Map<String, ? extends Datatype> members) {
        return Compound.packed(members);
    }

    /** A fixed-size array of elements with these dimensions. */
    public static Datatype array(Datatype element, long... dimensions) {
        return Array.of(element, dimensions);
    }

    /** A variable-length sequence of elements. */
    public static Datatype sequence(Datatype element) {
        return VariableLength.sequence(element);
    }

    /** Opaque bytes with a descriptive tag. */
    public static Datatype opaque(int size, String tag) {
        return new Opaque(1, size, tag);
    }

    /** A reference to an object, in the form that every reader supports. */
    public static Datatype objectReference() {
        return ReferenceType.OBJECT;
    }

    /** A reference to a region of a dataset, in the form that every reader supports. */
    public static Datatype regionReference() {
        return ReferenceType.REGION;
    }

    /** A reference to an object, region or attribute, in this or another file, as written by libhdf5 1.12 and later. */
    public static Datatype reference() {
        return ReferenceType.ANY;
    }

    /**
     * A complex number with parts of 4 or 8 bytes as numpy and h5py store it: a compound of {@code r} and {@code i}, which every reader
     * understands. It is the datatype of {@link ComplexNumber} if none is given.
     */
    public static Datatype complexCompound(int partSize) {
        Map<String, Datatype> parts = new LinkedHashMap<>();
        parts.put("r", floatingPoint(partSize));
        parts.put("i", floatingPoint(partSize));
        return compound(parts);
    }

    /** A complex number with parts of 4 or 8 bytes, as written by libhdf5 2.0 and later. */
    public static Datatype complex(int partSize) {
        return new Complex(Datatype.MAX_VERSION, FloatingPoint.ieee(partSize, FloatingPoint.Order.LITTLE_ENDIAN));
    }
}
