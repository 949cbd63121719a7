package dev.fallow.internal.codec;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import dev.fallow.format.Widths;
import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Compound.Member;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.StringPadding;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The datatype message, versions 1 to 5.
 *
 * <pre>
 *   bytes  field
 *     1    class in the low four bits, version in the high four
 *     3    class bits
 *     4    size of an element in bytes, not 0
 *    ...   properties
 *
 *   class                 class bits and properties (bytes)
 *    0 fixed-point        bits: 0 big-endian, 1 low padding, 2 high padding, 3 signed
 *                         bit offset of the lowest bit (2), precision in bits (2)
 *    1 floating-point     bits: 0 and 6 byte order (00 little-endian, 01 big-endian, 11 VAX), 1 low, 2 high, 3 internal
 *                         padding, 4-5 mantissa normalisation (0 none, 1 highest bit set, 2 highest bit implied), 8-15 sign
 *                         position
 *                         bit offset of the lowest bit (2), precision in bits (2), exponent position, in bits from the
 *                         lowest of the element (1), exponent size in bits (1), mantissa position (1), mantissa size (1),
 *                         exponent bias (4)
 *    2 time               bits: 0 big-endian
 *                         precision in bits (2)
 *    3 fixed string       bits: 0-3 padding (0 null-terminated, 1 null-padded, 2 space-padded), 4-7 character set (0 ASCII,
 *                         1 UTF-8)
 *    4 bit field          as fixed-point, without bit 3
 *    5 opaque             bits: 0-7 length of the tag, a multiple of 8
 *                         tag, zero padded; no terminator if it fills its length
 *    6 compound           bits: 0-15 number of members, at least 1
 *                         members: see below
 *    7 reference          bits: 0-3 kind (0 object, 1 dataset region; since libhdf5 1.12: 2 object, 3 dataset region,
 *                         4 attribute), 4-7 version of the encoding of kinds 2 to 4
 *    8 enumeration        bits: 0-15 number of members
 *                         base type, an integer of the same size; names: text and zero byte, in versions 1 and 2 zero
 *                         padded to 8; values, each as an element of the base type
 *    9 variable-length    bits: 0-3 kind (0 sequence, 1 string), 4-7 padding (strings), 8-11 character set (strings)
 *                         base type
 *   10 array              rank, 1 to 32 (1); versions 1 and 2: reserved (3); sizes of the dimensions (4 each); versions 1
 *                         and 2: permutation, unused (4 each); libhdf5 numbers the dimensions here; base type
 *   11 complex number     version 5; bits: 0 always 1 (both parts have the same type), 1-2 form, always 0 (rectangular)
 *                         base type, a floating-point number of half the size (20)
 *
 *   member of a compound type
 *   bytes  version 1                     version 2                 versions 3 to 5
 *          name, zero padded to 8        name, zero padded to 8    name, zero byte
 *          offset in the element (4)     offset (4)                offset (as many bytes as the size needs)
 *          number of dimensions (1)      datatype                  datatype
 *          reserved (3)
 *          permutation (4), unused
 *          reserved (4)
 *          sizes of dimensions (4 * 4)
 *          datatype
 * </pre>
 *
 * A datatype is written with the version with which it was read. Reserved bits are written as zero. The encoding does
 * not depend on the sizes of offsets and lengths.
 */
public final class DatatypeCodec {
    private static final int FIXED_POINT = 0;
    private static final int FLOATING_POINT = 1;
    private static final int TIME = 2;
    private static final int FIXED_STRING = 3;
    private static final int BIT_FIELD = 4;
    private static final int OPAQUE = 5;
    private static final int COMPOUND = 6;
    private static final int REFERENCE = 7;
    private static final int ENUMERATION = 8;
    private static final int VARIABLE_LENGTH = 9;
    private static final int ARRAY = 10;
    private static final int COMPLEX = 11;

    private static final int HEADER_LENGTH = 8;
    /** The bits of the byte order of a floating-point number, by ordinal. */
    private static final int[] ORDER_BITS = {0x00, 0x01, 0x41};

    private static final int MAX_LEGACY_DIMENSIONS = 4;
    private static final int MAX_RANK = 32;

    private final FieldReader in;
    private final int depth;
    private final int version;
    private final int classNumber;
    private final int bits;
    private final long size;

    /** Reads the first eight bytes of a datatype at this nesting depth, 1 for the outermost type. */
    private DatatypeCodec(FieldReader in, int depth) {
        if (depth > Datatype.MAX_NESTING) {
            throw in.fail("expected at most " + Datatype.MAX_NESTING + " nested datatypes, found more");
        }
        this.in = in;
        this.depth = depth;
        int first = in.u8();
        version = first >> 4;
        classNumber = first & 0x0F;
        if (version < 1 || version > Datatype.MAX_VERSION) {
            throw in.fail("expected datatype version 1 to " + Datatype.MAX_VERSION + ", found " + version, 1);
        }
        bits = (int) in.unsigned(3);
        size = in.u32();
        if (size == 0) {
            throw in.fail("expected a datatype size of at least 1, found 0", 4);
        }
    }

    /**
     * Reads a datatype with all nested types.
     *
     * @throws FormatException if the encoding is invalid, or types are nested deeper than {@value Datatype#MAX_NESTING}
     */
    public static Datatype decode(FieldReader in) {
        return new DatatypeCodec(in, 1).properties();
    }

    private Datatype inner() {
        return new DatatypeCodec(in, depth + 1).properties();
    }

    private Datatype properties() {
        return switch (classNumber) {
            case FIXED_POINT, BIT_FIELD -> integer();
            case FLOATING_POINT -> floatingPoint();
            case TIME -> time();
            case FIXED_STRING -> new FixedString(version, size, padding(field(0, 4)), characterSet(field(4, 4)));
            case OPAQUE -> opaque();
            case COMPOUND -> compound();
            case REFERENCE -> reference();
            case ENUMERATION -> enumeration();
            case VARIABLE_LENGTH -> variableLength();
            case ARRAY -> array();
            case COMPLEX -> complex();
            default -> throw in.fail("expected datatype class 0 to 11, found " + classNumber, HEADER_LENGTH);
        };
    }

    private boolean bit(int number) {
        return (bits >> number & 1) != 0;
    }

    private int field(int lowest, int width) {
        return bits >> lowest & (1 << width) - 1;
    }

    private ByteOrder order() {
        return bit(0) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /** An error at the class bits; the size after them has been read. */
    private FormatException fail(String expected, int found) {
        return in.fail("expected " + expected + ", found " + found, HEADER_LENGTH - 1);
    }

    private void requireWithin(int bitOffset, int precision, int width) {
        if (precision < 1 || bitOffset + precision > 8 * size) {
            throw in.fail(
                    "expected precision and bit offset within " + 8 * size + " bits, found " + precision + " bits at "
                            + bitOffset,
                    width);
        }
    }

    private Datatype integer() {
        int bitOffset = in.u16();
        int precision = in.u16();
        requireWithin(bitOffset, precision, 4);
        return classNumber == FIXED_POINT
                ? new FixedPoint(version, size, order(), bit(1), bit(2), bit(3), bitOffset, precision)
                : new BitField(version, size, order(), bit(1), bit(2), bitOffset, precision);
    }

    private FloatingPoint floatingPoint() {
        FloatingPoint.Order order = null;
        for (FloatingPoint.Order each : FloatingPoint.Order.values()) {
            if (ORDER_BITS[each.ordinal()] == (bits & 0x41)) {
                order = each;
            }
        }
        if (order == null) {
            throw fail("byte order bits 0x00, 0x01 or 0x41 (65)", bits & 0x41);
        }
        int normalization = field(4, 2);
        if (normalization > FloatingPoint.Normalization.IMPLIED.ordinal()) {
            throw fail("mantissa normalisation 0 to 2", normalization);
        }
        int bitOffset = in.u16();
        int precision = in.u16();
        requireWithin(bitOffset, precision, 4);
        int exponentPosition = in.u8();
        int exponentSize = in.u8();
        int mantissaPosition = in.u8();
        int mantissaSize = in.u8();
        long bias = in.u32();
        try {
            return new FloatingPoint(
                    version,
                    size,
                    order,
                    bit(1),
                    bit(2),
                    bit(3),
                    FloatingPoint.Normalization.values()[normalization],
                    field(8, 8),
                    bitOffset,
                    precision,
                    exponentPosition,
                    exponentSize,
                    mantissaPosition,
                    mantissaSize,
                    bias);
        } catch (IllegalArgumentException e) { // a part is outside
            throw in.fail(e.getMessage(), 8);
        }
    }

    private Time time() {
        int precision = in.u16();
        requireWithin(0, precision, 2);
        return new Time(version, size, order(), precision);
    }

    private StringPadding padding(int number) {
        if (number >= StringPadding.values().length) {
            throw fail("string padding 0 to 2", number);
        }
        return StringPadding.values()[number];
    }

    private CharacterSet characterSet(int number) {
        if (number > 1) {
            throw fail("character set 0 or 1", number);
        }
        return CharacterSet.values()[number];
    }

    private Opaque opaque() {
        int length = field(0, 8);
        if (length % 8 != 0) {
            throw fail("a tag length that is a multiple of 8", length);
        }
        String padded = in.text(length);
        int end = padded.indexOf(0);
        return new Opaque(version, size, end < 0 ? padded : padded.substring(0, end));
    }

    private Compound compound() {
        int count = field(0, 16);
        if (count == 0) {
            throw fail("at least 1 member", count);
        }
        List<Member> members = new ArrayList<>(Math.min(count, in.remaining()));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String name = memberName(names);
            long offset = in.unsigned(offsetWidth(version, size));
            List<Long> dimensions = version == 1 ? legacyDimensions() : List.of();
            members.add(new Member(name, offset, inner(), dimensions));
        }
        in.refuse(Compound.problem(size, members).orElse(null), 0);
        return new Compound(version, size, members);
    }

    /** Reads the name of a member, and adds it to those of its type. */
    private String memberName(Set<String> names) {
        int from = in.position();
        String name = in.zeroTerminatedText();
        if (version < 3) {
            int length = in.position() - from;
            in.skip(Widths.align8(length) - length);
        }
        if (!names.add(name)) {
            throw in.fail("expected different member names, found \"" + name + "\" twice");
        }
        return name;
    }

    private List<Long> legacyDimensions() {
        int rank = in.u8("number of dimensions", MAX_LEGACY_DIMENSIONS);
        in.skip(11);
        List<Long> dimensions = new ArrayList<>(rank);
        for (int i = 0; i < MAX_LEGACY_DIMENSIONS; i++) {
            long dimension = in.u32();
            if (i < rank) {
                dimensions.add(dimension);
            }
        }
        return dimensions;
    }

    private static int offsetWidth(int version, long size) {
        return version < 3 ? 4 : Widths.bytesFor(size);
    }

    private ReferenceType reference() {
        int kind = field(0, 4);
        if (kind >= ReferenceType.Kind.values().length) {
            throw fail("reference kind 0 to 4", kind);
        }
        return new ReferenceType(version, size, ReferenceType.Kind.values()[kind], field(4, 4));
    }

    private Enumeration enumeration() {
        if (!(inner() instanceof FixedPoint base)) {
            throw in.fail("expected an integer as base type of an enumeration, found another class");
        }
        if (base.size() != size) {
            throw in.fail("expected a base type of " + size + " bytes, found " + base.size());
        }
        int count = field(0, 16);
        List<String> names = new ArrayList<>(Math.min(count, in.remaining()));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            names.add(memberName(seen));
        }
        return new Enumeration(version, base, names, in.bytes(count * base.size()));
    }

    private VariableLength variableLength() {
        int kind = field(0, 4);
        if (kind > 1) {
            throw fail("variable-length kind 0 or 1", kind);
        }
        boolean string = kind == 1;
        StringPadding padding = string ? padding(field(4, 4)) : StringPadding.NULL_TERMINATED;
        CharacterSet characterSet = string ? characterSet(field(8, 4)) : CharacterSet.ASCII;
        return new VariableLength(version, size, string, padding, characterSet, inner());
    }

    private Array array() {
        int rank = in.u8("rank", MAX_RANK);
        if (rank == 0) {
            throw in.fail("expected an array of rank 1 to " + MAX_RANK + ", found 0", 1);
        }
        if (version <= 2) {
            in.skip(3);
        }
        List<Long> dimensions = new ArrayList<>(rank);
        for (int i = 0; i < rank; i++) {
            dimensions.add(in.u32());
        }
        if (version <= 2) {
            in.skip(4L * rank);
        }
        Datatype base = inner();
        try {
            Array array = new Array(version, dimensions, base);
            if (array.size() == size) {
                return array;
            }
        } catch (IllegalArgumentException e) {
            // too large, or a dimension is 0
        }
        throw in.fail("expected an array of " + size + " bytes, found dimensions " + dimensions + " of elements of "
                + base.size());
    }

    private Complex complex() {
        if (version != Datatype.MAX_VERSION) {
            throw in.fail("expected version 5 of a complex number, found " + version, HEADER_LENGTH);
        }
        if (bits != 1) {
            throw fail("class bits 1 of a complex number", bits);
        }
        if (!(inner() instanceof FloatingPoint base)) {
            throw in.fail("expected a floating-point number as base type of a complex number, found another class");
        }
        if (2 * base.size() != size) {
            throw in.fail("expected a complex number of twice " + base.size() + " bytes, found " + size);
        }
        return new Complex(version, base);
    }

    /** Writes a datatype with all nested types. */
    public static void encode(Datatype type, FieldWriter out) {
        if (type instanceof FixedPoint number) {
            header(
                    out,
                    type,
                    FIXED_POINT,
                    numberBits(number.order(), number.lowPadding(), number.highPadding(), number.signed()));
            out.u16(number.bitOffset()).u16(number.precision());
        } else if (type instanceof BitField field) {
            header(out, type, BIT_FIELD, numberBits(field.order(), field.lowPadding(), field.highPadding(), false));
            out.u16(field.bitOffset()).u16(field.precision());
        } else if (type instanceof FloatingPoint number) {
            encode(number, out);
        } else if (type instanceof Time time) {
            header(out, type, TIME, numberBits(time.order(), false, false, false));
            out.u16(time.precision());
        } else if (type instanceof FixedString string) {
            header(
                    out,
                    type,
                    FIXED_STRING,
                    string.padding().ordinal() | string.characterSet().ordinal() << 4);
        } else if (type instanceof Opaque opaque) {
            byte[] tag = Utf8.encode(opaque.tag());
            int length = (int) Widths.align8(tag.length);
            header(out, type, OPAQUE, length);
            out.bytes(tag).zeros(length - tag.length);
        } else if (type instanceof Compound compound) {
            encode(compound, out);
        } else if (type instanceof ReferenceType reference) {
            header(out, type, REFERENCE, reference.kind().ordinal() | reference.encodingVersion() << 4);
        } else if (type instanceof Enumeration enumeration) {
            header(out, type, ENUMERATION, enumeration.names().size());
            encode(enumeration.base(), out);
            enumeration.names().forEach(name -> memberName(out, type.version(), name));
            out.bytes(enumeration.values());
        } else if (type instanceof VariableLength variable) {
            int string = (variable.string() ? 1 : 0)
                    | variable.padding().ordinal() << 4
                    | variable.characterSet().ordinal() << 8;
            header(out, type, VARIABLE_LENGTH, string);
            encode(variable.base(), out);
        } else if (type instanceof Array array) {
            encode(array, out);
        } else {
            header(out, type, COMPLEX, 1);
            encode(((Complex) type).base(), out);
        }
    }

    private static void header(FieldWriter out, Datatype type, int classNumber, int bits) {
        out.u8(type.version() << 4 | classNumber).unsigned(bits, 3).u32(type.size());
    }

    private static int numberBits(ByteOrder order, boolean lowPadding, boolean highPadding, boolean signed) {
        return (order == ByteOrder.BIG_ENDIAN ? 1 : 0)
                | (lowPadding ? 2 : 0)
                | (highPadding ? 4 : 0)
                | (signed ? 8 : 0);
    }

    private static void encode(FloatingPoint number, FieldWriter out) {
        int bits = ORDER_BITS[number.order().ordinal()]
                | numberBits(
                        ByteOrder.LITTLE_ENDIAN, number.lowPadding(), number.highPadding(), number.internalPadding())
                | number.normalization().ordinal() << 4
                | number.signPosition() << 8;
        header(out, number, FLOATING_POINT, bits);
        out.u16(number.bitOffset()).u16(number.precision());
        out.u8(number.exponentPosition())
                .u8(number.exponentSize())
                .u8(number.mantissaPosition())
                .u8(number.mantissaSize())
                .u32(number.exponentBias());
    }

    private static void encode(Compound compound, FieldWriter out) {
        int version = compound.version();
        header(out, compound, COMPOUND, compound.members().size());
        for (Member member : compound.members()) {
            memberName(out, version, member.name());
            out.unsigned(member.offset(), offsetWidth(version, compound.size()));
            if (version == 1) {
                out.u8(member.legacyDimensions().size()).zeros(11);
                for (int i = 0; i < MAX_LEGACY_DIMENSIONS; i++) {
                    boolean stored = i < member.legacyDimensions().size();
                    out.u32(stored ? member.legacyDimensions().get(i) : 0);
                }
            }
            encode(member.type(), out);
        }
    }

    private static void memberName(FieldWriter out, int version, String name) {
        byte[] encoded = Utf8.encode(name);
        int length = encoded.length + 1;
        out.bytes(encoded).zeros((version < 3 ? (int) Widths.align8(length) : length) - encoded.length);
    }

    private static void encode(Array array, FieldWriter out) {
        header(out, array, ARRAY, 0);
        int rank = array.dimensions().size();
        out.u8(rank);
        if (array.version() <= 2) {
            out.zeros(3);
        }
        for (long dimension : array.dimensions()) {
            out.u32(dimension);
        }
        for (int i = 0; array.version() <= 2 && i < rank; i++) {
            out.u32(i);
        }
        encode(array.base(), out);
    }
}
