package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The generations of the file format that libhdf5 can be held between. */
public enum FormatBound {
    /** Whatever the oldest release can read. */
    EARLIEST(hdf5.H5F_LIBVER_EARLIEST),
    /** As release 1.8. */
    V18(hdf5.H5F_LIBVER_V18),
    /** As release 1.10. */
    V110(hdf5.H5F_LIBVER_V110),
    /** As release 1.12. */
    V112(hdf5.H5F_LIBVER_V112),
    /** As release 1.14. */
    V114(hdf5.H5F_LIBVER_V114),
    /** The newest that the library knows. */
    LATEST(hdf5.H5F_LIBVER_LATEST);

    final int code;

    FormatBound(int code) {
        this.code = code;
    }
}
