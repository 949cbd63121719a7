package dev.fallow;

/** The kind of a link. */
public enum LinkKind {
    /** One of the object's names. The object exists until its last hard link is deleted. */
    HARD,
    /** A path in the same file; it may not resolve. */
    SOFT,
    /** A path in another file. */
    EXTERNAL,
    /** A user-defined link, understood only by the application that wrote it. */
    USER_DEFINED
}
