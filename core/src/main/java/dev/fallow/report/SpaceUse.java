package dev.fallow.report;

/** What a byte of a file is used for. Each byte counts in one of these classes. */
public enum SpaceUse {
    /** What precedes the superblock, which HDF5 does not use. */
    USER_BLOCK("user-block", State.LIVE),
    /** The superblock, its extension, and a driver information block. */
    SUPERBLOCK("superblock", State.LIVE),
    /** Object headers, as far as messages fill them; compact links and attributes are messages. */
    HEADERS("object-headers", State.LIVE),
    /** Space inside object headers that no message uses. */
    HEADER_SLACK("header-slack", State.LIVE),
    /** The links of groups outside of object headers: symbol tables, local heaps, fractal heaps and their B-trees. */
    LINKS("links", State.LIVE),
    /** Attributes outside of object headers: fractal heaps and their B-trees. */
    ATTRIBUTES("attributes", State.LIVE),
    /** The table of shared object header messages. */
    SHARED_MESSAGES("shared-messages", State.LIVE),
    /** The indexes of chunks, and the names of external files. */
    INDEXES("indexes", State.LIVE),
    /** Elements that are stored in one run. */
    CONTIGUOUS("contiguous", State.LIVE),
    /** Chunks of elements, filtered or not. */
    CHUNKS("chunks", State.LIVE),
    /** Elements inside object headers. */
    COMPACT("compact", State.LIVE),
    /** Objects in global heaps that elements refer to, and the headers of their collections. */
    HEAP_LIVE("heaps-live", State.LIVE),
    /** Free space inside the collections of global heaps. */
    HEAP_SLACK("heaps-slack", State.LIVE),
    /** Objects in global heaps that no element refers to. */
    HEAP_DEAD("heaps-dead", State.UNTRACKED),
    /** The free-space managers: their headers and section lists. */
    MANAGERS("managers", State.LIVE),
    /** Sections of the manager of metadata. */
    FREE_METADATA("free-metadata", State.FREE),
    /** Sections of the manager of raw data and global heaps. */
    FREE_RAW_DATA("free-raw-data", State.FREE),
    /** Sections of the manager of large blocks, in a paged file. */
    FREE_LARGE("free-large", State.FREE),
    /** Released since the last commit, and reused only after the next one. */
    RELEASED("released", State.FREE),
    /** Neither reachable from the superblock nor in a section. */
    UNTRACKED("untracked", State.UNTRACKED);

    /** The three states of {@link SpaceReport}. */
    public enum State {
        /** In use. */
        LIVE,
        /** Free, and tracked by a manager. */
        FREE,
        /** Neither. */
        UNTRACKED
    }

    private final String label;
    private final State state;

    SpaceUse(String label, State state) {
        this.label = label;
        this.state = state;
    }

    /** The name in the text and JSON output of the command {@code fallow}. It does not change. */
    public String label() {
        return label;
    }

    /** The state of the bytes of this class. */
    public State state() {
        return state;
    }

    /** The class of a run that is not in use. */
    public static SpaceUse of(FreeSection.Type type) {
        return switch (type) {
            case METADATA -> FREE_METADATA;
            case RAW_DATA -> FREE_RAW_DATA;
            case LARGE -> FREE_LARGE;
            case RELEASED -> RELEASED;
            case GLOBAL_HEAP -> HEAP_DEAD;
            case UNTRACKED -> UNTRACKED;
        };
    }
}
