package dev.fallow.internal.commit;

import dev.fallow.format.journal.CommitRecord;

/** The relation of a journal to its container: the newest intact record, or null, and one sentence for messages. */
public record JournalFindings(State state, CommitRecord record, String reason) {
    /** What to do with a journal. */
    public enum State {
        /** There is no journal, or it is empty. */
        NONE,
        /** Its last commit may be missing from the container, wholly or partly, and has to be applied. */
        PENDING,
        /**
         * As {@link #PENDING}, but the machine went down since, and the writes that had to precede the record were not
         * forced.
         */
        DOUBTFUL,
        /** The container is complete without it. */
        STALE,
        /** It belongs to another container, or to another state of this one, and must not be applied. */
        FOREIGN,
        /** It has no intact record. */
        UNREADABLE,
        /** The file is not a journal and must not be written or removed. */
        NOT_A_JOURNAL
    }
}
