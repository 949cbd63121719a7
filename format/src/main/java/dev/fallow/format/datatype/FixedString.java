package dev.fallow.format.datatype;

import dev.fallow.format.CharacterSet;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.Objects;

/**
 * Datatype class 3, string of fixed length.
 *
 * <pre>
 *   class bits: 0-3 padding (0 null-terminated, 1 null-padded, 2 space-padded), 4-7 character set (0 ASCII, 1 UTF-8)
 *   no properties
 * </pre>
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param padding of a string that is shorter than its element
 * @param characterSet of the string
 */
public record FixedString(int version, long size, StringPadding padding, CharacterSet characterSet)
        implements Datatype {
    /** Class number. */
    public static final int CLASS = 3;

    /** @throws IllegalArgumentException if version or size is out of range */
    public FixedString {
        Objects.requireNonNull(padding);
        Objects.requireNonNull(characterSet);
        DatatypeHeader.require(version, size);
    }

    /** A string type of version 1. */
    public static FixedString of(long size, StringPadding padding, CharacterSet characterSet) {
        return new FixedString(1, size, padding, characterSet);
    }

    static FixedString decode(FieldReader in, DatatypeHeader header) {
        return new FixedString(
                header.version(),
                header.size(),
                StringPadding.decode(in, header, header.field(0, 4)),
                CharacterSet.of(header.field(4, 4), in, HEADER_LENGTH - 1));
    }

    @Override
    public void encode(FieldWriter out) {
        DatatypeHeader.encode(out, this, padding.ordinal() | characterSet.number() << 4);
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH;
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
