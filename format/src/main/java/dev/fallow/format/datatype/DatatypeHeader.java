package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;

/**
 * The first eight bytes of every datatype encoding, before the properties.
 *
 * @param version 1 to 5
 * @param bits the 24 bits that the class defines
 * @param size bytes of an element
 * @param depth the nesting depth, 1 for the outermost type
 */
record DatatypeHeader(int version, int bits, long size, int depth) {
    /** Reads a datatype at this nesting depth. */
    static Datatype decodeDatatype(FieldReader in, int depth) {
        if (depth > Datatype.MAX_NESTING) {
            throw in.fail("expected at most " + Datatype.MAX_NESTING + " nested datatypes, found more");
        }
        int first = in.u8();
        int version = first >> 4;
        int classNumber = first & 0x0F;
        if (version < 1 || version > Datatype.MAX_VERSION) {
            throw in.fail("expected datatype version 1 to " + Datatype.MAX_VERSION + ", found " + version, 1);
        }
        int bits = (int) in.unsigned(3);
        long size = in.u32();
        if (size == 0) {
            throw in.fail("expected a datatype size of at least 1, found 0", 4);
        }
        DatatypeHeader header = new DatatypeHeader(version, bits, size, depth);
        return switch (classNumber) {
            case FixedPoint.CLASS -> FixedPoint.decode(in, header);
            case FloatingPoint.CLASS -> FloatingPoint.decode(in, header);
            case Time.CLASS -> Time.decode(in, header);
            case FixedString.CLASS -> FixedString.decode(in, header);
            case BitField.CLASS -> BitField.decode(in, header);
            case Opaque.CLASS -> Opaque.decode(in, header);
            case Compound.CLASS -> Compound.decode(in, header);
            case ReferenceType.CLASS -> ReferenceType.decode(in, header);
            case Enumeration.CLASS -> Enumeration.decode(in, header);
            case VariableLength.CLASS -> VariableLength.decode(in, header);
            case Array.CLASS -> Array.decode(in, header);
            case Complex.CLASS -> Complex.decode(in, header);
            default -> throw in.fail("expected datatype class 0 to 11, found " + classNumber, Datatype.HEADER_LENGTH);
        };
    }

    /** Reads a datatype nested in the one of this header. */
    Datatype decodeInner(FieldReader in) {
        return decodeDatatype(in, depth + 1);
    }

    boolean bit(int number) {
        return (bits >> number & 1) != 0;
    }

    int field(int lowest, int width) {
        return bits >> lowest & (1 << width) - 1;
    }

    /** An error at the class bits; the size after them must have been read. */
    FormatException fail(FieldReader in, String expected, int found) {
        return in.fail("expected " + expected + ", found " + found, Datatype.HEADER_LENGTH - 1);
    }

    /** Writes the first eight bytes of {@code type}. */
    static void encode(FieldWriter out, Datatype type, int bits) {
        out.u8(type.version() << 4 | type.classNumber()).unsigned(bits, 3).u32(type.size());
    }

    /**
     * Checks arguments that are common to all classes.
     *
     * @throws IllegalArgumentException if the version or the size is out of range
     */
    static void require(int version, long size) {
        if (version < 1 || version > Datatype.MAX_VERSION || size < 1 || size > Datatype.MAX_SIZE) {
            throw new IllegalArgumentException("datatype of version " + version + ", size " + size);
        }
    }

    /**
     * The reason why a number of {@code precision} bits, starting at bit {@code bitOffset}, exceeds its element; null
     * if it does not.
     */
    static String precisionProblem(long size, int bitOffset, int precision) {
        return precision < 1 || bitOffset < 0 || bitOffset + precision > 8 * size
                ? "expected precision and bit offset within " + 8 * size + " bits, found " + precision + " bits at "
                        + bitOffset
                : null;
    }
}
