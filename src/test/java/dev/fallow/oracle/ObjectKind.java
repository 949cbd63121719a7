package dev.fallow.oracle;

/** What a link leads to. */
public enum ObjectKind {
    /** A group. */
    GROUP,
    /** A dataset. */
    DATASET,
    /** A committed datatype. */
    DATATYPE,
    /** A path in the same file, which may lead nowhere. */
    SOFT_LINK,
    /** A path in another file. */
    EXTERNAL_LINK,
    /** A link of a class that only its writer knows. */
    USER_DEFINED_LINK,
    /** An object that an earlier path has led to already. */
    SAME_OBJECT
}
