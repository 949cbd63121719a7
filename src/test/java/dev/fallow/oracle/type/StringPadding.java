package dev.fallow.oracle.type;

import org.bytedeco.hdf5.global.hdf5;

/** The padding of a fixed-length string after its last character. */
public enum StringPadding {
    /** Null-terminated. */
    NULL_TERMINATED(hdf5.H5T_STR_NULLTERM),
    /** Nulls up to the end. */
    NULL_PADDED(hdf5.H5T_STR_NULLPAD),
    /** Spaces up to the end. */
    SPACE_PADDED(hdf5.H5T_STR_SPACEPAD);

    final int code;

    StringPadding(int code) {
        this.code = code;
    }

    static StringPadding ofCode(int code) {
        for (StringPadding padding : values()) {
            if (padding.code == code) {
                return padding;
            }
        }
        throw new IllegalArgumentException("no string padding has the code " + code);
    }
}
