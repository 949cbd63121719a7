package dev.fallow.internal.storage;

/** The rules that make commits atomic and durable. Tests omit one at a time and show that data is then lost. */
public enum Barrier {
    /** Space that the last commit refers to is not reallocated before the next commit is durable. */
    QUARANTINE,
    /** Before the commit is in the journal, only bytes that the last commit does not refer to are written. */
    JOURNAL_FIRST,
    /** Writes made outside the journal, and the previous commit, are forced before a record is written. */
    NEW_BLOCKS_BEFORE_RECORD,
    /** The record is forced before anything is overwritten. */
    RECORD_BEFORE_APPLYING,
    /** A record and its body do not overwrite those of the previous commit. */
    RECORD_BESIDE_LAST,
    /** The first record and the journal's directory entry are forced before the superblock is marked. */
    RECORD_BEFORE_MARK,
    /** The last commit is forced before the superblock's mark is removed. */
    APPLIED_BEFORE_UNMARKED,
    /** The unmarked superblock is forced before the journal is removed. */
    UNMARKED_BEFORE_REMOVED,
    /** A recovery forces the record, which a killed program may not have forced, before it writes anything. */
    RECORD_BEFORE_RECOVERING,
    /** A recovery's writes are forced before the superblock's mark is removed. */
    RECOVERED_BEFORE_UNMARKED,
    /** The superblock unmarked by a recovery is forced before the journal is written or removed. */
    RECOVERED_BEFORE_REMOVED
}
