package dev.fallow;

/**
 * The in-memory design of the free-space managers. The file is the same with each of them, so every session can choose
 * freely. {@link #ORDERED} and {@link #SIZE_BINS} choose the same addresses; the others choose differently.
 */
public enum FreeSpaceBackend {
    /**
     * Flat B+-trees of primitive arrays. Makes the same choices as the size bins in less time and memory. The default.
     */
    ORDERED("ordered"),
    /** HDF5's own design: size bins of skip lists and an address-ordered merge list. Best fit. */
    SIZE_BINS("size-bins"),
    /** HDF5's former design: one unsorted linked list. Best fit; every operation scans the whole list. */
    LINKED_LIST("linked-list"),
    /** One bit per byte of the file, searched a word at a time. First fit; files of up to 4 GiB. */
    BITMAP("bitmap");

    private final String label;

    FreeSpaceBackend(String label) {
        this.label = label;
    }

    /** The lower-case name used on the command line. */
    public String label() {
        return label;
    }
}
