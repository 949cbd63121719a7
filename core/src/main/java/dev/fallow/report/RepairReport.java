package dev.fallow.report;

import dev.fallow.format.Printable;
import java.util.List;

/**
 * What {@link dev.fallow.ContainerFile#repair} did.
 *
 * @param before what was found before
 * @param repairs one for each finding that is not just a note, and for untracked bytes
 * @param after what is found now; as before if nothing was to be changed
 */
public record RepairReport(CheckReport before, List<Repair> repairs, CheckReport after) {
    /** Copies the list. */
    public RepairReport {
        repairs = List.copyOf(repairs);
    }

    /**
     * The repair of one finding.
     *
     * @param done whether it was repaired; if nothing was to be changed, whether it would be
     * @param sentence what the repair is, or why there is none; safe to print
     */
    public record Repair(Finding finding, boolean done, String sentence) {
        /** Stores the sentence in the form of {@link dev.fallow.NameText#printableMessage}. */
        public Repair {
            sentence = Printable.message(sentence);
        }
    }
}
