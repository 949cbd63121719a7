package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import dev.fallow.format.Widths;
import java.util.Set;

/**
 * Encodes the names of members of compound and enumeration types: text and a zero byte; in versions 1 and 2 zero padded
 * to a multiple of 8.
 */
final class Names {
    private Names() {}

    static String decode(FieldReader in, int version) {
        int from = in.position();
        String name = in.zeroTerminatedText();
        if (version < 3) {
            int length = in.position() - from;
            in.skip(Widths.align8(length) - length);
        }
        return name;
    }

    /** Adds {@code name}, which was just read, to the names of its type; refuses duplicates. */
    static void requireNew(FieldReader in, Set<String> names, String name) {
        if (!names.add(name)) {
            throw in.fail("expected different member names, found \"" + name + "\" twice");
        }
    }

    static void encode(FieldWriter out, int version, String name) {
        byte[] encoded = Utf8.encode(name);
        out.bytes(encoded).zeros(encodedLength(version, encoded.length) - encoded.length);
    }

    static int encodedLength(int version, String name) {
        return encodedLength(version, Utf8.length(name));
    }

    private static int encodedLength(int version, int length) {
        return version < 3 ? (int) Widths.align8(length + 1) : length + 1;
    }

    /** @throws IllegalArgumentException if {@code name} contains a zero byte or a lone surrogate, or is already in {@code names} */
    static void require(Set<String> names, String name) {
        if (name.indexOf(0) >= 0 || Utf8.firstLoneSurrogate(name) >= 0 || !names.add(name)) {
            throw new IllegalArgumentException(
                    Printable.message("member name \"" + name + "\": zero byte, lone surrogate, or duplicate name"));
        }
    }
}
