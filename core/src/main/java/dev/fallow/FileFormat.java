package dev.fallow;

/** The format generation used for new objects. It determines which readers can open them. */
public enum FileFormat {
    /**
     * The earliest possible version of each structure, readable back to HDF5 1.6: superblock 0 (2 if free space is
     * persisted), version 1 object headers, symbol-table groups. Features that these cannot represent use a later
     * version.
     */
    EARLIEST,

    /** Superblock 3, version 2 object headers with checksums, links in the object header and in fractal heaps. */
    LATEST
}
