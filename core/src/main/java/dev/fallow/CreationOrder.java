package dev.fallow;

/** Whether the creation order of links or attributes is tracked. */
public enum CreationOrder {
    /** Not tracked: only name order is available. */
    UNTRACKED,
    /** Stored with each link or attribute. */
    TRACKED,
    /** Stored, and in dense storage also indexed, so that the reference library can iterate in this order. */
    INDEXED,
    /**
     * As the group has it in which the object is created: the default. So the groups of a file are all alike; netCDF, for instance, edits a file only
     * if all of its groups track creation order. A root group is untracked then. No stored object has this value.
     */
    INHERITED;

    /** Whether creation order is stored. */
    public boolean tracked() {
        return this == TRACKED || this == INDEXED;
    }

    /** Whether dense storage has a creation-order index. */
    public boolean indexed() {
        return this == INDEXED;
    }
}
