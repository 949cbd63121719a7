package dev.fallow.internal.commit;

import dev.fallow.format.journal.CommitRecord;

/**
 * What a journal means for the container beside it.
 *
 * @param state what is to be done with it
 * @param record the newest whole record; null if there is none
 * @param reason one sentence, for messages
 */
public record JournalFindings(State state, CommitRecord record, String reason) {
    /** What is to be done with a journal. */
    public enum State {
        /** There is none, or it is empty. */
        NONE,
        /** Its last commit may not be, or not wholly, in the container: it has to be applied. */
        PENDING,
        /** As {@link #PENDING}, but the machine went down since, and what it was to wait for was not forced. */
        DOUBTFUL,
        /** The container is whole without it. */
        STALE,
        /** It belongs to another container, or to another state of this one: it must not be applied. */
        FOREIGN,
        /** It has no whole record. */
        UNREADABLE,
        /** It is a file of somebody else: it must not be written or removed. */
        NOT_A_JOURNAL
    }
}
