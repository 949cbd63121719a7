package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The order in which the links of a group are listed. */
public enum LinkOrder {
    /** By name, compared by bytes as in libhdf5. */
    NAME(hdf5.H5_INDEX_NAME, hdf5.H5_ITER_INC),
    /** In the cheapest order, that of their storage. */
    NATIVE(hdf5.H5_INDEX_NAME, hdf5.H5_ITER_NATIVE),
    /** In creation order; an error for a group that does not track it. */
    CREATION(hdf5.H5_INDEX_CRT_ORDER, hdf5.H5_ITER_INC);

    final int index;
    final int order;

    LinkOrder(int index, int order) {
        this.index = index;
        this.order = order;
    }
}
