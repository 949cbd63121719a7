package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The bounds of the file format versions that libhdf5 may use. */
public enum FormatBound {
    /** The earliest format that can represent an object. */
    EARLIEST(hdf5.H5F_LIBVER_EARLIEST),
    /** The format of release 1.8. */
    V18(hdf5.H5F_LIBVER_V18),
    /** The format of release 1.10. */
    V110(hdf5.H5F_LIBVER_V110),
    /** The format of release 1.12. */
    V112(hdf5.H5F_LIBVER_V112),
    /** The format of release 1.14. */
    V114(hdf5.H5F_LIBVER_V114),
    /** The latest format that the library supports. */
    LATEST(hdf5.H5F_LIBVER_LATEST);

    final int code;

    FormatBound(int code) {
        this.code = code;
    }
}
