package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** In which order the links of a group are listed. */
public enum LinkOrder {
    /** By name, bytes compared as libhdf5 does. */
    NAME(hdf5.H5_INDEX_NAME, hdf5.H5_ITER_INC),
    /** As they are stored, whatever is cheapest. */
    NATIVE(hdf5.H5_INDEX_NAME, hdf5.H5_ITER_NATIVE),
    /** Oldest first; an error in a group that does not track it. */
    CREATION(hdf5.H5_INDEX_CRT_ORDER, hdf5.H5_ITER_INC);

    final int index;
    final int order;

    LinkOrder(int index, int order) {
        this.index = index;
        this.order = order;
    }
}
