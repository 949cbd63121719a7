package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** Dataspaces as arrays of dimensions: empty for a scalar, null for a null dataspace. */
public final class Dataspaces {
    private Dataspaces() {}

    /** Creates a dataspace identifier. */
    static Id create(long[] dimensions) {
        if (dimensions == null) {
            return Id.of(hdf5.H5Screate(hdf5.H5S_NULL), "H5Screate");
        }
        return dimensions.length == 0
                ? Id.of(hdf5.H5Screate(hdf5.H5S_SCALAR), "H5Screate")
                : Id.of(hdf5.H5Screate_simple(dimensions.length, dimensions, (long[]) null), "H5Screate_simple");
    }

    /** Creates an identifier of a space that can grow to the dimensions {@code most}, where -1 is unlimited. */
    static Id extendible(long[] dimensions, long[] most) {
        return Id.of(hdf5.H5Screate_simple(dimensions.length, dimensions, most), "H5Screate_simple");
    }

    /** Returns the dimensions of an identifier. */
    static long[] dimensions(Id space) {
        if (Native.check(hdf5.H5Sget_simple_extent_type(space.value()), "H5Sget_simple_extent_type") == hdf5.H5S_NULL) {
            return null;
        }
        long[] dimensions =
                new long[Native.check(hdf5.H5Sget_simple_extent_ndims(space.value()), "H5Sget_simple_extent_ndims")];
        if (dimensions.length > 0) {
            Native.check(
                    hdf5.H5Sget_simple_extent_dims(space.value(), dimensions, (long[]) null),
                    "H5Sget_simple_extent_dims");
        }
        return dimensions;
    }

    /** Returns the number of elements, 0 for a null dataspace. */
    public static long count(long[] dimensions) {
        if (dimensions == null) {
            return 0;
        }
        long count = 1;
        for (long dimension : dimensions) {
            count = Math.multiplyExact(count, dimension);
        }
        return count;
    }
}
