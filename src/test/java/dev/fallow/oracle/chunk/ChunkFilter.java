package dev.fallow.oracle.chunk;

import dev.fallow.oracle.Native;
import org.bytedeco.hdf5.global.hdf5;

/** A filter that is part of libhdf5, without loss for the types to which the tests apply it. */
public enum ChunkFilter {
    /** Scale-offset of integers, with as few bits as each chunk needs. */
    SCALE_OFFSET,
    /** N-bit. */
    NBIT,
    /** Shuffle. */
    SHUFFLE,
    /** Deflate, level 6. */
    DEFLATE,
    /** Szip: nearest neighbour, 8 pixels per block. */
    SZIP,
    /** The Fletcher-32 checksum. */
    FLETCHER32;

    /** The pixels per block of {@link #SZIP}. */
    public static final int SZIP_PIXELS = 8;

    /** The level of {@link #DEFLATE}. */
    public static final int DEFLATE_LEVEL = 6;

    /** Returns whether the library can apply the filter; it may have been built without szip. */
    public boolean isAvailable() {
        if (this != SZIP) {
            return true;
        }
        if (Native.check(hdf5.H5Zfilter_avail(hdf5.H5Z_FILTER_SZIP), "H5Zfilter_avail") == 0) {
            return false;
        }
        int[] flags = new int[1];
        Native.check(hdf5.H5Zget_filter_info(hdf5.H5Z_FILTER_SZIP, flags), "H5Zget_filter_info");
        return (flags[0] & hdf5.H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
    }

    /** Adds the filter to a dataset creation property list. */
    void addTo(long list) {
        int result = switch (this) {
            case SCALE_OFFSET -> hdf5.H5Pset_scaleoffset(list, hdf5.H5Z_SO_INT, hdf5.H5Z_SO_INT_MINBITS_DEFAULT);
            case NBIT -> hdf5.H5Pset_nbit(list);
            case SHUFFLE -> hdf5.H5Pset_shuffle(list);
            case DEFLATE -> hdf5.H5Pset_deflate(list, DEFLATE_LEVEL);
            case SZIP -> hdf5.H5Pset_szip(list, hdf5.H5_SZIP_NN_OPTION_MASK, SZIP_PIXELS);
            case FLETCHER32 -> hdf5.H5Pset_fletcher32(list);
        };
        Native.check(result, "H5Pset_filter(" + this + ")");
    }
}
