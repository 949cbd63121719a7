package dev.fallow.report;

import dev.fallow.format.Printable;
import java.util.Objects;
import java.util.Optional;

/**
 * One thing that {@link dev.fallow.ContainerFile#check()} found.
 *
 * @param code what kind of finding it is
 * @param address where it is, relative to the base address; -1 if it has no address
 * @param path the object that it belongs to, exactly; empty if it belongs to none
 * @param sentence what was expected and found; safe to print, like exception messages
 */
public record Finding(FindingCode code, long address, Optional<String> path, String sentence) {
    /** Stores the sentence in the form of {@link dev.fallow.NameText#printableMessage}. */
    public Finding {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(path, "path");
        sentence = Printable.message(sentence);
    }

    /** How serious it is. */
    public Severity severity() {
        return code.severity();
    }
}
