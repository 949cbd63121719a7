package dev.fallow;

import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.list.LinkedListFreeSpace;
import dev.fallow.freespace.ordered.OrderedFreeSpace;

/**
 * The design that keeps a container's free sections in memory. What is written to the file is the same whichever it is, so
 * every session may choose anew. {@link #ORDERED} and {@link #SIZE_BINS} choose the same addresses, the others their own.
 */
public enum FreeSpaceBackend {
    /** Flat B+-trees of primitive arrays. The same choices as the size bins, in less time and memory: the default. */
    ORDERED("ordered", OrderedFreeSpace.FACTORY),
    /** HDF5's own design: size bins of skip lists, and an address-ordered merge list. Best fit. */
    SIZE_BINS("size-bins", SizeBins.FACTORY),
    /** What HDF5 had before: one unsorted linked list. Best fit; each operation goes through the whole list. */
    LINKED_LIST("linked-list", LinkedListFreeSpace::new),
    /** A bit for each byte of the file, searched many at a time. First fit; files of up to 4 GiB. */
    BITMAP("bitmap", mergeBoundary -> new BitmapFreeSpace(1, mergeBoundary));

    private final String label;
    private final FreeSpaceFactory factory;

    FreeSpaceBackend(String label, FreeSpaceFactory factory) {
        this.label = label;
        this.factory = factory;
    }

    /** Makes the managers of a file. */
    public FreeSpaceFactory factory() {
        return factory;
    }

    /** Its name on the command line, in lower case. */
    public String label() {
        return label;
    }
}
