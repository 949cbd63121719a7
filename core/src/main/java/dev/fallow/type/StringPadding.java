package dev.fallow.type;

/** The padding of a fixed-length string in its element; the ordinal is the stored number. */
public enum StringPadding {
    /** Zero-terminated; the bytes after the terminator are undefined, and no part of the string. */
    NULL_TERMINATED,
    /** Padded with zero bytes. */
    NULL_PADDED,
    /** Padded with spaces. */
    SPACE_PADDED
}
