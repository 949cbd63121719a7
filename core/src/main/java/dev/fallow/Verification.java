package dev.fallow;

/**
 * Whether a container is verified before a session's first change. Verification walks everything reachable from the
 * superblock and checks it for overlaps with itself and with the free sections, so that a change never overwrites bytes
 * in use. It takes O(n log n) for n metadata structures; elements of datasets are read only if they refer to a global heap.
 */
public enum Verification {
    /** Before the session's first change. The default. */
    BEFORE_FIRST_CHANGE,
    /**
     * Never: only the checks made at opening apply. For files written by trusted programs only; editing a damaged file
     * can damage it further.
     */
    NEVER
}
