package dev.fallow;

/**
 * Whether a container is verified before a session changes it for the first time. The verification walks everything that
 * can be reached from the superblock, and compares it with itself and with what the file calls free: a change never
 * overwrites bytes that an object uses. It takes O(n log n) for n structures of metadata; elements of datasets are not read.
 */
public enum Verification {
    /** Before the first change of a session. The default. */
    BEFORE_FIRST_CHANGE,
    /**
     * Never: only what is known when a file is opened is compared. For files that only trusted programs write; a damaged
     * file can be damaged further.
     */
    NEVER
}
