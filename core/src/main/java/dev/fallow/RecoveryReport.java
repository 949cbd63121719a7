package dev.fallow;

import dev.fallow.format.Printable;
import java.util.Objects;

/**
 * What was found beside a container, and done about it.
 *
 * @param outcome in one word
 * @param journal the name of the journal's file, whether there is one or not
 * @param explanation one sentence for people, safe to print, as messages of exceptions are
 * @param commit the number of the commit in the journal, counted within the journal; 0 if there is none
 * @param blocks pieces of the container that the journal has
 * @param bytes their bytes
 */
public record RecoveryReport(Outcome outcome, String journal, String explanation, long commit, int blocks, long bytes) {
    /** What was done. */
    public enum Outcome {
        /** There is no journal: nothing was to be done. */
        NO_JOURNAL,
        /** A program is editing the container now; the journal is its own. */
        IN_USE,
        /** A commit waits in the journal; it was not applied, because only looking was asked for. */
        PENDING,
        /** The commit in the journal was applied, and the journal removed. */
        RECOVERED,
        /** The container is whole without the journal; it was not removed, because only looking was asked for. */
        LEFT_OVER,
        /** The container is whole without the journal, which was removed. */
        REMOVED,
        /** The journal cannot be applied, or what is in its place is something else; nothing was done. */
        REFUSED
    }

    /** No part but the explanation may be missing, which is taken in the form of {@link Printable#message}. */
    public RecoveryReport {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(journal, "journal");
        explanation = Printable.message(explanation);
    }
}
