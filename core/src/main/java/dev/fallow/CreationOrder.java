package dev.fallow;

/** Whether the order in which links, or attributes, were made is remembered. */
public enum CreationOrder {
    /** Not remembered: there is only the order of names. */
    UNTRACKED,
    /** Remembered with each one. */
    TRACKED,
    /** Remembered, and with dense storage indexed too, so that the reference library goes over them in this order. */
    INDEXED;

    /** Whether it is remembered at all. */
    public boolean tracked() {
        return this != UNTRACKED;
    }

    /** Whether dense storage has an index of it. */
    public boolean indexed() {
        return this == INDEXED;
    }
}
