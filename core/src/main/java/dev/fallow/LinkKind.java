package dev.fallow;

/** What a link is. */
public enum LinkKind {
    /** One of the object's own names: the object lives until its last hard link goes. */
    HARD,
    /** A path in the same file, which may lead nowhere. */
    SOFT,
    /** A path in another file. */
    EXTERNAL,
    /** A link of a kind that only its writer knows. */
    USER_DEFINED
}
