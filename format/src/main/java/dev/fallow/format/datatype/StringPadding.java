package dev.fallow.format.datatype;

import dev.fallow.format.FieldReader;

/** How a string fills its element; the ordinal is the number in files. */
public enum StringPadding {
    /** Ends with a zero byte; what is behind it has no meaning. */
    NULL_TERMINATED,
    /** Zero bytes up to the end. */
    NULL_PADDED,
    /** Spaces up to the end. */
    SPACE_PADDED;

    static StringPadding decode(FieldReader in, DatatypeHeader header, int number) {
        if (number >= values().length) {
            throw header.fail(in, "string padding 0 to 2", number);
        }
        return values()[number];
    }
}
