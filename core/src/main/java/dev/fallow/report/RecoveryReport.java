package dev.fallow.report;

import dev.fallow.format.Printable;
import java.util.Objects;

/**
 * The state of a container's journal and what recovery did with it.
 *
 * @param outcome the result
 * @param journal the journal's file name, whether or not the file exists
 * @param explanation one human-readable sentence, safe to print, like exception messages
 * @param commit the commit's sequence number within the journal; 0 if there is no commit
 * @param blocks number of container blocks in the journal
 * @param bytes their total size in bytes
 */
public record RecoveryReport(Outcome outcome, String journal, String explanation, long commit, int blocks, long bytes) {
    /** The result of recovery or inspection. */
    public enum Outcome {
        /** There is no journal and nothing to do. */
        NO_JOURNAL,
        /** Another program is editing the container and owns the journal. */
        IN_USE,
        /** The journal holds an unapplied commit; inspection did not apply it. */
        PENDING,
        /** The commit in the journal was applied and the journal removed. */
        RECOVERED,
        /** The container is complete without the journal; inspection did not remove it. */
        LEFT_OVER,
        /** The container is complete without the journal, which was removed. */
        REMOVED,
        /** The journal cannot be applied, or its path holds something else; nothing was done. */
        REFUSED
    }

    /** Requires all components except the explanation, which is stored in the form of {@link dev.fallow.NameText#printableMessage}. */
    public RecoveryReport {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(journal, "journal");
        explanation = Printable.message(explanation);
    }
}
