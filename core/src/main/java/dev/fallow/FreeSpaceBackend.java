package dev.fallow;

/**
 * The design that keeps a container's free sections in memory. What is written to the file is the same whichever it is, so
 * every session may choose anew. {@link #ORDERED} and {@link #SIZE_BINS} choose the same addresses, the others their own.
 */
public enum FreeSpaceBackend {
    /** Flat B+-trees of primitive arrays. The same choices as the size bins, in less time and memory: the default. */
    ORDERED("ordered"),
    /** HDF5's own design: size bins of skip lists, and an address-ordered merge list. Best fit. */
    SIZE_BINS("size-bins"),
    /** What HDF5 had before: one unsorted linked list. Best fit; each operation goes through the whole list. */
    LINKED_LIST("linked-list"),
    /** A bit for each byte of the file, searched many at a time. First fit; files of up to 4 GiB. */
    BITMAP("bitmap");

    private final String label;

    FreeSpaceBackend(String label) {
        this.label = label;
    }

    /** Its name on the command line, in lower case. */
    public String label() {
        return label;
    }
}
