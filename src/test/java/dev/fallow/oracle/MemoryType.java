package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The allocation types by which libhdf5 manages free sections ({@code H5F_mem_t}). */
public enum MemoryType {
    /** Superblock; also the manager of all small metadata. */
    SUPER(hdf5.H5FD_MEM_SUPER),
    /** B-tree nodes. */
    BTREE(hdf5.H5FD_MEM_BTREE),
    /** Raw data; also the manager of all small raw data. */
    DRAW(hdf5.H5FD_MEM_DRAW),
    /** Global heap collections. */
    GHEAP(hdf5.H5FD_MEM_GHEAP),
    /** Local heaps and similar structures. */
    LHEAP(hdf5.H5FD_MEM_LHEAP),
    /** Object headers. */
    OHDR(hdf5.H5FD_MEM_OHDR);

    final int code;

    MemoryType(int code) {
        this.code = code;
    }
}
