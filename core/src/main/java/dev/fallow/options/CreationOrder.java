package dev.fallow.options;

/** Whether the creation order of links or attributes is tracked. */
public enum CreationOrder {
    /** Not tracked: only name order is available. */
    UNTRACKED,
    /** Stored with each link or attribute. */
    TRACKED,
    /** Stored, and in dense storage also indexed, so that the reference library can iterate in this order. */
    INDEXED;

    /** Whether creation order is stored. */
    public boolean tracked() {
        return this != UNTRACKED;
    }

    /** Whether dense storage has a creation-order index. */
    public boolean indexed() {
        return this == INDEXED;
    }
}
