package dev.fallow.internal.globalheap;

/** How an element refers to a global heap object. */
public enum Holding {
    /** As variable-length data: every writer creates a separate object for such an element, also when copying it. */
    OWN,
    /**
     * In a reference or a fill value: the reference library copies the ID, so several elements may refer to the same
     * object.
     */
    COPIED
}
