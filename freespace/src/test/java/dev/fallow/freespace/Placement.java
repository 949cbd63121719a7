package dev.fallow.freespace;

/** The guarantees of a backend about the section that it chooses; each includes the previous ones. */
public enum Placement {
    /** Any sufficient section; a request is refused only if there is none. */
    ANY_FIT,
    /** The smallest sufficient section, at its first (aligned) address. The choice among equals is unspecified. */
    BEST_FIT,
    /** Best fit, and among equals the section at the lowest address. */
    BEST_FIT_LOWEST_ADDRESS
}
