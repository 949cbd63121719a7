package dev.fallow.internal.commit;

/**
 * The rules that make commits atomic and durable, each by itself. Tests take one away at a time, and show that something
 * gets lost then.
 */
public enum Barrier {
    /** Space that the last commit refers to is not handed out before the next one is durable. */
    QUARANTINE,
    /** Only bytes that the last commit does not refer to are written before the commit is in the journal. */
    JOURNAL_FIRST,
    /** What was written beside the journal, and the commit before, are forced before a record is written. */
    NEW_BLOCKS_BEFORE_RECORD,
    /** The record is forced before anything is overwritten. */
    RECORD_BEFORE_APPLYING,
    /** A record and its body do not overwrite those of the commit before. */
    RECORD_BESIDE_LAST,
    /** The first record is forced, and the journal's entry in its folder, before the superblock is marked. */
    RECORD_BEFORE_MARK,
    /** The last commit is forced before the mark is taken from the superblock. */
    APPLIED_BEFORE_UNMARKED,
    /** The superblock without the mark is forced before the journal is removed. */
    UNMARKED_BEFORE_REMOVED,
    /** What a recovery wrote is forced before the mark is taken from the superblock. */
    RECOVERED_BEFORE_UNMARKED,
    /** The superblock that a recovery has taken the mark from is forced before the journal is written or removed. */
    RECOVERED_BEFORE_REMOVED
}
