package dev.fallow.oracle;

/** The kinds of targets of a link. */
public enum ObjectKind {
    /** A group. */
    GROUP,
    /** A dataset. */
    DATASET,
    /** A committed datatype. */
    DATATYPE,
    /** A path in the same file, which need not exist. */
    SOFT_LINK,
    /** A path in another file. */
    EXTERNAL_LINK,
    /** A link of a user-defined class. */
    USER_DEFINED_LINK,
    /** An object that was already listed with an earlier path. */
    SAME_OBJECT
}
