package dev.fallow.internal.heap;

/** How an element holds an object of the global heap. */
public enum Holding {
    /** As variable-length data: whoever writes or copies such an element makes an object of its own for it. */
    OWN,
    /** In a reference, or in a fill value: the reference library copies the ID, so that others may hold the same object. */
    COPIED
}
