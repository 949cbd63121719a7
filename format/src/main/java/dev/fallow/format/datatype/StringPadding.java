package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;

/** The padding of a fixed-length string in its element; the ordinal is the stored number. */
public enum StringPadding {
    /** Zero-terminated; the bytes after the terminator are undefined, and no part of the string. */
    NULL_TERMINATED,
    /** Padded with zero bytes. */
    NULL_PADDED,
    /** Padded with spaces. */
    SPACE_PADDED;

    static StringPadding decode(FieldReader in, DatatypeHeader header, int number) {
        if (number >= values().length) {
            throw header.fail(in, "string padding 0 to 2", number);
        }
        return values()[number];
    }
}
