package dev.fallow.internal;

import dev.fallow.FileInUseException;
import dev.fallow.OpenOptions;
import dev.fallow.RecoveryReport;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import java.io.IOException;
import java.util.Set;

/** Decides about the file that is where a container's journal would be. */
final class JournalBeside {
    private JournalBeside() {}

    /** Refuses to write or remove a file of somebody else. */
    static void check(JournalFindings found, Sidecar place) throws IOException {
        if (found.state() == JournalFindings.State.NOT_A_JOURNAL) {
            throw new UnusableFileException(place.name() + " is where the journal has to be: " + found.reason());
        }
    }

    /** Does what is to be done about a journal, or says what that is. */
    static RecoveryReport recover(Storage storage, Sidecar place, boolean dryRun) throws IOException {
        if (!place.exists()) {
            return report(RecoveryReport.Outcome.NO_JOURNAL, place, "there is no journal");
        }
        try (Storage file = dryRun ? place.read() : place.own()) {
            if (file == null) {
                return report(RecoveryReport.Outcome.NO_JOURNAL, place, "the journal was removed just now");
            }
            Recovery recovery = new Recovery(storage, file, place);
            return dryRun ? recovery.foresee() : recovery.recover(Set.of());
        } catch (FileLockedException e) {
            return report(RecoveryReport.Outcome.IN_USE, place, e.getMessage());
        } catch (UnusableFileException e) {
            return report(RecoveryReport.Outcome.REFUSED, place, e.getMessage());
        }
    }

    private static RecoveryReport report(RecoveryReport.Outcome outcome, Sidecar place, String explanation) {
        return new RecoveryReport(outcome, place.name(), explanation, 0, 0, 0);
    }

    /**
     * Whether the container is not whole without the journal.
     *
     * @throws FileInUseException if that cannot be told, and the container is to be edited
     */
    static boolean isToBeApplied(JournalFindings found, Sidecar place, String name, OpenOptions options) {
        return switch (found.state()) {
            case PENDING -> true;
            case NONE, STALE, UNREADABLE, NOT_A_JOURNAL -> false;
            case DOUBTFUL, FOREIGN -> {
                if (!options.ignoreWriteFlag() && !options.readOnly()) {
                    throw new FileInUseException(
                            "%s: there is a journal that cannot be applied, %s: %s. If the container is what you want, open it with ignoreWriteFlag; the journal is given up then"
                                    .formatted(name, place.name(), found.reason()));
                }
                yield false;
            }
        };
    }

    /** For a container that is marked as open: its journal may be beside another name of it, where nobody looks. */
    static FileInUseException withOtherNames(FileInUseException refusal, FileSidecar place) throws IOException {
        int names = place.containerNames();
        return names < 2 || refusal.getCause() instanceof FileLockedException
                ? refusal
                : new FileInUseException(
                        refusal.getMessage()
                                + ". The file has %d names (hard links): its journal is beside the one that it was edited by, which has to be opened first"
                                        .formatted(names),
                        refusal);
    }
}
