package dev.fallow;

/** The generation of the format that new objects are written in: which readers understand them. */
public enum FileFormat {
    /**
     * The earliest that will do, as far back as HDF5 1.6 can read it: superblock 0 (2 where free space is remembered),
     * version 1 object headers, symbol-table groups. What has no place in these is written in a later form.
     */
    EARLIEST,

    /** Superblock 3, version 2 object headers with checksums, links in the header and in fractal heaps. */
    LATEST
}
