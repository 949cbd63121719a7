package dev.fallow.freespace.file;

/**
 * The purpose of a block. The numbers are those of HDF5's file memory types, in the order of the manager addresses in
 * the file space info message.
 */
public enum AllocationType {
    /** Superblock and driver info. */
    SUPERBLOCK(1, false),
    /** B-tree nodes and headers, symbol-table nodes. */
    B_TREE(2, false),
    /** Elements of datasets, and huge objects of fractal heaps. */
    RAW_DATA(3, true),
    /** Global heap collections, which are allocated with the raw data. */
    GLOBAL_HEAP(4, true),
    /** Local heaps, direct blocks of fractal heaps, section lists of free-space managers. */
    LOCAL_HEAP(5, false),
    /** Object headers and their continuations; headers and indirect blocks of fractal heaps; free-space headers. */
    OBJECT_HEADER(6, false);

    private final int number;
    private final boolean raw;

    AllocationType(int number, boolean raw) {
        this.number = number;
        this.raw = raw;
    }

    /** HDF5's number of the type, 1 to 6. */
    public int number() {
        return number;
    }

    /** Whether the type is allocated with the raw data (true) or with the metadata (false). */
    public boolean raw() {
        return raw;
    }
}
