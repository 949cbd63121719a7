package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import dev.fallow.format.Widths;

/**
 * Datatype class 5, opaque.
 *
 * <pre>
 *   class bits: 0-7 length of the tag, a multiple of 8
 *   bytes  property
 *     n    tag, zero padded; no terminator if it fills its length
 * </pre>
 *
 * @param version 1 to 5
 * @param size bytes of an element
 * @param tag an application-defined description of the elements; at most 248 bytes
 */
public record Opaque(int version, long size, String tag) implements Datatype {
    /** Class number. */
    public static final int CLASS = 5;

    private static final int MAX_TAG_LENGTH = 248;

    /** @throws IllegalArgumentException if the tag is too long, or has a zero byte or a lone surrogate */
    public Opaque {
        DatatypeHeader.require(version, size);
        if (Utf8.firstLoneSurrogate(tag) >= 0) {
            throw new IllegalArgumentException(
                    Printable.message("opaque tag: expected no lone surrogate, found \"" + tag + "\""));
        }
        if (Utf8.length(tag) > MAX_TAG_LENGTH || tag.indexOf(0) >= 0) {
            throw new IllegalArgumentException("opaque tag: expected at most " + MAX_TAG_LENGTH
                    + " bytes and no zero, found " + Utf8.length(tag) + " bytes");
        }
    }

    static Opaque decode(FieldReader in, DatatypeHeader header) {
        int length = header.field(0, 8);
        if (length % 8 != 0) {
            throw header.fail(in, "a tag length that is a multiple of 8", length);
        }
        String padded = in.text(length);
        int end = padded.indexOf(0);
        return new Opaque(header.version(), header.size(), end < 0 ? padded : padded.substring(0, end));
    }

    @Override
    public void encode(FieldWriter out) {
        int length = tagLength();
        DatatypeHeader.encode(out, this, length);
        byte[] encoded = Utf8.encode(tag);
        out.bytes(encoded).zeros(length - encoded.length);
    }

    private int tagLength() {
        return (int) Widths.align8(Utf8.length(tag));
    }

    @Override
    public int classNumber() {
        return CLASS;
    }

    @Override
    public int encodedLength() {
        return HEADER_LENGTH + tagLength();
    }

    @Override
    public String toString() {
        return DatatypeName.of(this);
    }
}
