package dev.fallow.container.session;

/** The kinds of edits; {@link Editor#operations} returns those that an editor supports. */
public enum Operation {
    /** Creates a group. */
    CREATE_GROUP,
    /** Creates a group that tracks the creation order of its links and attributes. */
    CREATE_TRACKED_GROUP,
    /** Creates a contiguous dataset. */
    CREATE_CONTIGUOUS,
    /** Creates a compact dataset, whose elements are in its object header. */
    CREATE_COMPACT,
    /** Creates a committed datatype. */
    COMMIT_TYPE,
    /** Creates a dataset with a committed datatype. */
    CREATE_OF_COMMITTED_TYPE,
    /** Deletes a link, and with its last link the object. */
    DELETE,
    /** Renames a link, or moves it to another group. */
    MOVE,
    /** Creates a hard link. */
    HARD_LINK,
    /** Creates a soft link. */
    SOFT_LINK,
    /** Creates an external link. */
    EXTERNAL_LINK,
    /** Copies an object, a group with its descendants. */
    COPY,
    /** Overwrites all elements of a dataset. */
    WRITE,
    /** Creates a chunked dataset. */
    CREATE_CHUNKED,
    /** Writes a block of elements of a chunked dataset. */
    WRITE_PART,
    /** Adds elements behind the last ones of a dimension. */
    APPEND,
    /** Changes the dimensions of a chunked dataset. */
    RESIZE,
    /** Creates an attribute. */
    CREATE_ATTRIBUTE,
    /** Creates an attribute with a committed datatype. */
    CREATE_ATTRIBUTE_OF_COMMITTED_TYPE,
    /** Deletes an attribute and creates another one with its name. */
    REPLACE_ATTRIBUTE,
    /** Renames an attribute. */
    RENAME_ATTRIBUTE,
    /** Deletes an attribute. */
    DELETE_ATTRIBUTE,
    /** As {@link #REPLACE_ATTRIBUTE}, of an attribute that libhdf5 1.14 may fail to delete: see {@link ReferenceEditor#operations}. */
    REPLACE_FRAGILE_ATTRIBUTE,
    /** As {@link #DELETE_ATTRIBUTE}, of such an attribute. */
    DELETE_FRAGILE_ATTRIBUTE
}
