package dev.fallow.internal.open;

import dev.fallow.FileInUseException;
import dev.fallow.OpenOptions;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.report.RecoveryReport;
import java.io.IOException;
import java.nio.file.Path;

/** Decides what to do with the file at the path of a container's journal. */
public final class JournalBeside {
    private JournalBeside() {}

    /** The location of a container's journal. */
    static Sidecar of(Path path) throws IOException {
        return FileSidecar.of(path, Journal.SUFFIX);
    }

    /** Reports what {@link #recover(Path, boolean)} would do. */
    public static RecoveryReport inspect(Path path) {
        String name = path.toString();
        try {
            Path real = path.toRealPath();
            try (Storage storage = FileChannelStorage.open(real, false)) {
                return recover(storage, of(real), null);
            }
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    /**
     * Recovers from an interrupted session, and does nothing else. If there is a journal, no other program may have the file open,
     * unless locks are ignored.
     */
    public static RecoveryReport recover(Path path, boolean ignoreLocks) {
        String name = path.toString();
        try {
            Path real = path.toRealPath();
            try (Versions storage = new Versions(FileChannelStorage.open(real, true))) {
                return recover(storage, of(real), () -> own(storage, ignoreLocks));
            }
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    /** Refuses to overwrite or remove a file that is not this container's journal. */
    static void check(JournalFindings found, Sidecar place) throws IOException {
        if (found.state() == JournalFindings.State.NOT_A_JOURNAL) {
            throw new UnusableFileException(place.name() + " occupies the journal's path: " + found.reason());
        }
    }

    /** Refuses a file that another program has open, which is not to be confused with the owner of the journal. */
    private static void own(Versions storage, boolean ignoreLocks) throws IOException {
        try {
            storage.own(ignoreLocks);
        } catch (FileLockedException e) {
            throw new FileInUseException(e.getMessage(), e);
        }
    }

    /** Recovers from a journal, after {@code owning} has run; only reports what recovery would do if that is null. */
    private static RecoveryReport recover(Storage storage, Sidecar place, Change owning) throws IOException {
        if (!place.exists()) {
            return report(RecoveryReport.Outcome.NO_JOURNAL, place, "there is no journal");
        }
        try (Storage file = owning == null ? place.read() : place.own()) {
            if (file == null) {
                return report(RecoveryReport.Outcome.NO_JOURNAL, place, "the journal was removed in the meantime");
            }
            if (owning == null) {
                return new Recovery(storage, file, place).foresee();
            }
            owning.apply();
            return new Recovery(storage, file, place).recover();
        } catch (FileLockedException e) {
            return report(RecoveryReport.Outcome.IN_USE, place, e.getMessage());
        } catch (UnusableFileException e) {
            return report(RecoveryReport.Outcome.REFUSED, place, e.getMessage());
        }
    }

    private static RecoveryReport report(RecoveryReport.Outcome outcome, Sidecar place, String explanation) {
        return new RecoveryReport(outcome, place.name(), explanation, 0, 0, 0);
    }

    /** Whether the container is incomplete without the journal; refused if this is unknown and the container is to be edited. */
    static boolean isToBeApplied(JournalFindings found, Sidecar place, String name, OpenOptions options) {
        return switch (found.state()) {
            case PENDING -> true;
            case NONE, STALE, UNREADABLE, NOT_A_JOURNAL -> false;
            case DOUBTFUL, FOREIGN -> {
                if (!options.ignoreWriteFlag() && !options.readOnly()) {
                    throw new FileInUseException(
                            FileInUseException.Reason.JOURNAL,
                            "%s: there is a journal that cannot be applied, %s: %s"
                                    .formatted(name, place.name(), found.reason()),
                            ". To keep the container as it is, open it with ignoreWriteFlag; this discards the journal",
                            null);
                }
                yield false;
            }
        };
    }

    /** For a container marked as open that has other hard links: its journal may be next to one of those names. */
    static FileInUseException withOtherNames(FileInUseException refusal, FileSidecar place) throws IOException {
        boolean journal = refusal.reason() == FileInUseException.Reason.MARKED
                || refusal.reason() == FileInUseException.Reason.JOURNAL;
        int names = place.containerNames();
        return names < 2 || !journal
                ? refusal
                : with(
                        refusal,
                        ". The file has %d names (hard links): its journal is next to the name under which it was edited; open the file by that name first"
                                .formatted(names));
    }

    /** A refusal that says more about the state of the file. */
    static FileInUseException with(FileInUseException refusal, String more) {
        String advice = refusal.getMessage().substring(refusal.state().length());
        return new FileInUseException(refusal.reason(), refusal.state() + more, advice, refusal);
    }
}
