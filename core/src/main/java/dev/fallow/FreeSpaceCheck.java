package dev.fallow;

/**
 * When the free sections that a file remembers are held against all that is live in it, before any of them is used. A
 * section over live data, which only a damaged or wrongly written file has, is reported and not used.
 */
public enum FreeSpaceCheck {
    /** Never: only what is known when a file is opened is looked at. For files whose every writer is trusted. */
    NEVER,
    /**
     * Before the first change of a session, unless Fallow itself wrote the file last and closed it. It costs a walk of all
     * objects, once for a file that another library has written. The default.
     */
    UNLESS_SEALED,
    /** Before the first change of every session. */
    ALWAYS
}
