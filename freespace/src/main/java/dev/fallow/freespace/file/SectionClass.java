package dev.fallow.freespace.file;

/**
 * What a section of a file may merge with, and whether it may shrink the file: HDF5's section classes of the client
 * "file", in the order of the numbers that section lists store.
 */
public enum SectionClass {
    /** In an unpaged file: merges with adjacent sections, and shrinks the file. */
    SIMPLE,
    /** In a paged file, smaller than a page: merges inside its page. A section that fills its page becomes large. */
    SMALL,
    /** In a paged file, a page or more, or the rest of the last page of a large block: merges, and shrinks the file. */
    LARGE;

    /** HDF5's number of the class, 0 to 2. */
    public int number() {
        return ordinal();
    }
}
