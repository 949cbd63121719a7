package dev.fallow.internal.globalheap;

/** Whether an element that refers to a global heap object is the only one. */
public enum Ownership {
    /** As variable-length data: every writer creates a separate object for such an element, also when copying it. */
    EXCLUSIVE,
    /**
     * Not known to be the only one. In a reference or a fill value: the reference library copies the ID, so several
     * elements may refer to the same object.
     */
    POSSIBLY_SHARED
}
