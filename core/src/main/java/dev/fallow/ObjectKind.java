package dev.fallow;

/** The kind of an object or link. */
public enum ObjectKind {
    /** A group. */
    GROUP("group"),
    /** A dataset. */
    DATASET("dataset"),
    /** A committed (named) datatype. */
    DATATYPE("datatype"),
    /** A soft link: a path in the same file, which may not resolve. */
    SOFT_LINK("soft-link"),
    /** An external link: a path in another file. */
    EXTERNAL_LINK("external-link"),
    /** A user-defined link, understood only by the application that wrote it. */
    USER_DEFINED_LINK("user-defined-link"),
    /** An object whose header identifies none of these. */
    UNKNOWN("unknown");

    private final String label;

    ObjectKind(String label) {
        this.label = label;
    }

    /** The lower-case word used in listings. */
    public String label() {
        return label;
    }
}
