package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageType;

/**
 * Datatype message, versions 1 to 5.
 *
 * <pre>
 *   bytes  field
 *     1    class in the low four bits, version in the high four
 *     3    bits that each class defines for itself
 *     4    size of an element in bytes, not 0
 *    ...   properties: see the classes
 * </pre>
 *
 * A datatype keeps the version that it was read with, and is written with it. Bits that are reserved are written as
 * zero. The encoding does not depend on the sizes of offsets and lengths.
 */
public sealed interface Datatype extends HeaderMessage
        permits FixedPoint,
                FloatingPoint,
                Time,
                FixedString,
                BitField,
                Opaque,
                Compound,
                Reference,
                Enumeration,
                VariableLength,
                Array,
                Complex {
    /** Highest version. */
    int MAX_VERSION = 5;
    /** Largest element, in bytes. */
    long MAX_SIZE = 0xFFFF_FFFFL;
    /** Most datatypes one inside the other: far more than any real type has, few enough for any thread's stack. */
    int MAX_NESTING = 64;
    /** Bytes before the properties. */
    int HEADER_LENGTH = 8;

    /** 1 to 5. */
    int version();

    /** The class number: 0 to 11. */
    int classNumber();

    /** Bytes of an element, 1 to 2^32-1. */
    long size();

    /** Bytes of the encoding. */
    int encodedLength();

    @Override
    default int encodedLength(FieldSizes sizes) {
        return encodedLength();
    }

    @Override
    default MessageType messageType() {
        return MessageType.DATATYPE;
    }

    /**
     * Whether an element has references into the global heap, here or in a type inside: variable-length data, or region,
     * attribute and new object references.
     */
    default boolean refersToGlobalHeap() {
        if (this instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> member.type().refersToGlobalHeap());
        }
        if (this instanceof Array array) {
            return array.base().refersToGlobalHeap();
        }
        return this instanceof VariableLength
                || this instanceof Reference reference && reference.kind() != Reference.Kind.OBJECT;
    }

    /**
     * Reads a datatype, with all types inside.
     *
     * @throws FormatException also if types are nested deeper than {@value #MAX_NESTING}
     */
    static Datatype decode(FieldReader in) {
        return decode(in, 1);
    }

    /** Reads a datatype that is {@code depth - 1} levels inside another. */
    static Datatype decode(FieldReader in, int depth) {
        if (depth > MAX_NESTING) {
            throw in.fail("expected at most " + MAX_NESTING + " nested datatypes, found more");
        }
        int first = in.u8();
        int version = first >> 4;
        int classNumber = first & 0x0F;
        if (version < 1 || version > MAX_VERSION) {
            throw in.fail("expected datatype version 1 to " + MAX_VERSION + ", found " + version, 1);
        }
        int bits = (int) in.unsigned(3);
        long size = in.u32();
        if (size == 0) {
            throw in.fail("expected a datatype size of at least 1, found 0", 4);
        }
        Header header = new Header(version, bits, size, depth);
        return switch (classNumber) {
            case FixedPoint.CLASS -> FixedPoint.decode(in, header);
            case FloatingPoint.CLASS -> FloatingPoint.decode(in, header);
            case Time.CLASS -> Time.decode(in, header);
            case FixedString.CLASS -> FixedString.decode(in, header);
            case BitField.CLASS -> BitField.decode(in, header);
            case Opaque.CLASS -> Opaque.decode(in, header);
            case Compound.CLASS -> Compound.decode(in, header);
            case Reference.CLASS -> Reference.decode(in, header);
            case Enumeration.CLASS -> Enumeration.decode(in, header);
            case VariableLength.CLASS -> VariableLength.decode(in, header);
            case Array.CLASS -> Array.decode(in, header);
            case Complex.CLASS -> Complex.decode(in, header);
            default -> throw in.fail("expected datatype class 0 to 11, found " + classNumber, HEADER_LENGTH);
        };
    }

    /**
     * What all classes have in common.
     *
     * @param version 1 to 5
     * @param bits the 24 bits that the class defines
     * @param size bytes of an element
     * @param depth 1 for an outermost type
     */
    record Header(int version, int bits, long size, int depth) {
        boolean bit(int number) {
            return (bits >> number & 1) != 0;
        }

        int field(int lowest, int width) {
            return bits >> lowest & (1 << width) - 1;
        }

        /** An error about the class bits, behind which the size has been read. */
        FormatException fail(FieldReader in, String expected, int found) {
            return in.fail("expected " + expected + ", found " + found, HEADER_LENGTH - 1);
        }
    }

    /** Writes the first eight bytes of {@code type}. */
    static void encodeHeader(FieldWriter out, Datatype type, int bits) {
        out.u8(type.version() << 4 | type.classNumber()).unsigned(bits, 3).u32(type.size());
    }

    /**
     * Checks what a constructor is given.
     *
     * @throws IllegalArgumentException if the version or the size is out of range
     */
    static void requireHeader(int version, long size) {
        if (version < 1 || version > MAX_VERSION || size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("datatype of version " + version + ", size " + size);
        }
    }

    /** What is wrong with a number of {@code precision} bits from bit {@code bitOffset} on in an element, or null. */
    static String precisionProblem(long size, int bitOffset, int precision) {
        return precision < 1 || bitOffset < 0 || bitOffset + precision > 8 * size
                ? "expected precision and bit offset within " + 8 * size + " bits, found " + precision + " bits at "
                        + bitOffset
                : null;
    }
}
