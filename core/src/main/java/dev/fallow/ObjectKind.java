package dev.fallow;

/** What a name in a group leads to. */
public enum ObjectKind {
    /** A group. */
    GROUP("group"),
    /** A dataset. */
    DATASET("dataset"),
    /** A committed (named) datatype. */
    DATATYPE("datatype"),
    /** A soft link: a path in the same file, which may lead nowhere. */
    SOFT_LINK("soft-link"),
    /** An external link: a path in another file. */
    EXTERNAL_LINK("external-link"),
    /** A link of a kind that only its writer knows. */
    USER_DEFINED_LINK("user-defined-link"),
    /** An object with a header that is none of these. */
    UNKNOWN("unknown");

    private final String label;

    ObjectKind(String label) {
        this.label = label;
    }

    /** The word for it in listings, in lower case. */
    public String label() {
        return label;
    }
}
