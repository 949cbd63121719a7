package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The allocation types that libhdf5 keeps free sections by ({@code H5F_mem_t}). */
public enum MemoryType {
    /** Superblock; the manager of all small metadata. */
    SUPER(hdf5.H5FD_MEM_SUPER),
    /** B-tree nodes. */
    BTREE(hdf5.H5FD_MEM_BTREE),
    /** Raw data; the manager of all small raw data. */
    DRAW(hdf5.H5FD_MEM_DRAW),
    /** Global heap collections. */
    GHEAP(hdf5.H5FD_MEM_GHEAP),
    /** Local heaps and the like. */
    LHEAP(hdf5.H5FD_MEM_LHEAP),
    /** Object headers. */
    OHDR(hdf5.H5FD_MEM_OHDR);

    final int code;

    MemoryType(int code) {
        this.code = code;
    }
}
