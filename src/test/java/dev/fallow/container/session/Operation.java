package dev.fallow.container.session;

/** The kinds of edits; an {@link Editor} says which of them it has. */
public enum Operation {
    /** Makes a group. */
    CREATE_GROUP,
    /** Makes a group that remembers in which order its links and attributes came. */
    CREATE_TRACKED_GROUP,
    /** Makes a dataset whose elements lie in a run of their own. */
    CREATE_CONTIGUOUS,
    /** Makes a dataset whose elements lie in its object header. */
    CREATE_COMPACT,
    /** Stores a datatype under a path. */
    COMMIT_TYPE,
    /** Makes a dataset that shares a committed datatype. */
    CREATE_OF_COMMITTED_TYPE,
    /** Deletes a link, and with the last one the object. */
    DELETE,
    /** Gives a link another name, or another group. */
    MOVE,
    /** One more name for an object. */
    HARD_LINK,
    /** A link to a path. */
    SOFT_LINK,
    /** A link to a path in another file. */
    EXTERNAL_LINK,
    /** Copies an object with all below it. */
    COPY,
    /** Overwrites all elements of a dataset. */
    WRITE,
    /** Adds an attribute. */
    CREATE_ATTRIBUTE,
    /** Adds an attribute that shares a committed datatype. */
    CREATE_ATTRIBUTE_OF_COMMITTED_TYPE,
    /** Deletes an attribute and makes another one of its name. */
    REPLACE_ATTRIBUTE,
    /** Gives an attribute another name. */
    RENAME_ATTRIBUTE,
    /** Deletes an attribute. */
    DELETE_ATTRIBUTE
}
