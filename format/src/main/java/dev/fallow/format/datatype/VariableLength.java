package dev.fallow.format.datatype;

import dev.fallow.format.CharacterSet;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import java.util.Objects;

/**
 * Datatype class 9, variable-length sequence or string.
 *
 * <pre>
 *   class bits: 0-3 kind (0 sequence, 1 string), 4-7 padding (strings), 8-11 character set (strings)
 *   bytes  property
 *    ...   base type
 * </pre>
 *
 * @param version 1 to 5
 * @param size of an element in bytes: length (4), address of a global heap collection (size of offsets), index (4)
 * @param string whether elements are strings instead of sequences
 * @param padding of a string; {@link StringPadding#NULL_TERMINATED} for a sequence
 * @param characterSet of a string; {@link CharacterSet#ASCII} for a sequence
 * @param base the type of one element of the sequence; for a string, a type of one byte
 */
public record VariableLength(
        int version, long size, boolean string, StringPadding padding, CharacterSet characterSet, Datatype base)
        implements Datatype {
    /** Class number. */
    public static final int CLASS = 9;

    /** @throws IllegalArgumentException if a sequence has the properties of a string */
    public VariableLength {
        Objects.requireNonNull(base);
        DatatypeHeader.require(version, size);
        if (!string && (padding != StringPadding.NULL_TERMINATED || characterSet != CharacterSet.ASCII)) {
            throw new IllegalArgumentException("sequence with " + padding + ", " + characterSet);
        }
    }

    /**
     * A string type of version 1. Its base type is unsigned, as in libhdf5, which converts no other base type to its
     * own.
     */
    public static VariableLength string(CharacterSet characterSet) {
        return new VariableLength(
                1,
                FileForm.variableLengthSize(FieldSizes.EIGHT),
                true,
                StringPadding.NULL_TERMINATED,
                characterSet,
                FixedPoint.UINT8);
    }

    /** A sequence type with the version of its base type. */
    public static VariableLength sequence(Datatype base) {
        return new VariableLength(
                base.version(),
                FileForm.variableLengthSize(FieldSizes.EIGHT),
                false,
                StringPadding.NULL_TERMINATED,
                CharacterSet.ASCII,
                base);
    }

    static VariableLength decode(FieldReader in, DatatypeHeader header) {
        int kind = header.field(0, 4);
        if (kind > 1) {
            throw header.fail(in, "variable-length kind 0 or 1", kind);
        }
        StringPadding padding = StringPadding.NULL_TERMINATED;
        CharacterSet characterSet = CharacterSet.ASCII;
        if (kind == 1) {
            padding = StringPadding.decode(in, header, header.field(4, 4));
            characterSet = CharacterSet.of(header.field(8, 4), in, HEADER_LENGTH - 1);
        }
        Datatype base = header.decodeInner(in);
        return new VariableLength(header.version(), header.size(), kind == 1, padding, characterSet, base);
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, (string ? 1 : 0) | padding.ordinal() << 4 | characterSet.number() << 8);
        base.encode(out);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH + base.encodedLength();
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
