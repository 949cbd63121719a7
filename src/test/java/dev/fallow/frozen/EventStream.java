package dev.fallow.frozen;

import java.util.Locale;

/** What is recorded of a file beside its bytes. Each stream is a list of lines, and has a digest of its own. */
enum EventStream {
    /** The account of live, free and untracked bytes. */
    SPACE,
    /** The blocks, parts and unused runs of the account by use, by address, each with the path of its holder. */
    BLOCKS,
    /** The same, as announced: with numbers, in the order of the walk. */
    ORDER,
    /** What could be reclaimed. */
    RECLAIM,
    /** The plan for shrinking. */
    PLAN,
    /** The report of the check. */
    CHECK,
    /** The listing of all links. */
    LIST,
    /** What the walk of live structures claims, by address, with its findings. */
    LIVE,
    /** The addresses that the walk of pointers finds, by their place. */
    POINTERS,
    /** What the check claims, by address. */
    CHECKED,
    /** The fields of the structures. */
    DUMP,
    /** The reports of changes: shrinking, reclaiming, repairing, and what was refused. */
    DONE;

    /** Whether it is a part of what is recorded after each session. The others are recorded for a whole run only. */
    boolean isPublic() {
        return compareTo(ORDER) != 0 && compareTo(LIST) <= 0;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
