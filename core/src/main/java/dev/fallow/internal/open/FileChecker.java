package dev.fallow.internal.open;

import dev.fallow.CheckOptions;
import dev.fallow.ContainerException;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.internal.check.Dumper;
import dev.fallow.internal.check.FileCheck;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SpaceOperations;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.StructureDump;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks files, also those that cannot be opened. */
public final class FileChecker {
    private static final OpenOptions IGNORING_MARK =
            OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true);

    private FileChecker() {}

    /** Checks a file, and looks for a journal beside it. */
    public static CheckReport check(Path path, CheckOptions options) {
        CheckReport report = checkFile(path, options);
        RecoveryReport journal = JournalBeside.inspect(path);
        return journal.outcome() == RecoveryReport.Outcome.NO_JOURNAL ? report : with(journal, report);
    }

    private static CheckReport with(RecoveryReport journal, CheckReport report) {
        String consequence = switch (journal.outcome()) {
            case PENDING -> "; the check reads the file with that commit, which fallow recover applies";
            case LEFT_OVER -> "; fallow recover removes it";
            case REFUSED -> "; the check does not use it";
            default -> "";
        };
        List<Finding> findings = new ArrayList<>(report.findings());
        findings.add(new Finding(
                FindingCode.JOURNAL,
                -1,
                Optional.empty(),
                "%s: %s%s".formatted(journal.journal(), journal.explanation(), consequence)));
        return new CheckReport(
                report.fileBytes(),
                report.objects(),
                report.structures(),
                report.decodedChunks(),
                report.complete(),
                findings,
                report.omitted());
    }

    private static CheckReport checkFile(Path path, CheckOptions options) {
        Session session;
        try {
            session = ContainerOpener.open(path, IGNORING_MARK.withProgress(options.progress()));
        } catch (NotAContainerException | FileInUseException | StorageException e) {
            throw e;
        } catch (ContainerException e) {
            return checkUnopened(path, e, options);
        }
        return checkOpened(session, options);
    }

    private static CheckReport checkOpened(Session session, CheckOptions options) {
        try {
            return new SpaceOperations(session).check(options);
        } finally {
            session.close();
        }
    }

    /**
     * Checks a file as if its allocated space ended where the file does; null if it does end there, or if the file cannot be opened
     * then.
     */
    static CheckReport checkWhole(Path path, CheckOptions options) {
        String name = path.toString();
        try (Storage storage = FileChannelStorage.open(path.toRealPath(), false)) {
            Storage whole = FoundSuperblock.withWholeFile(storage);
            return whole == null ? null : checkOpened(ContainerOpener.openIn(whole, name, IGNORING_MARK), options);
        } catch (ContainerException e) {
            return null;
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    /** Shows the fields of the structure at an address. */
    public static StructureDump dump(Path path, long address) {
        String name = path.toString();
        try (Storage storage = FileChannelStorage.open(path.toRealPath(), false)) {
            return Dumper.dump(storage, name, address);
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    private static CheckReport checkUnopened(Path path, ContainerException refusal, CheckOptions options) {
        try (Storage storage = FileChannelStorage.open(path.toRealPath(), false)) {
            return FileCheck.of(storage, path.toString(), null, refusal, options);
        } catch (IOException e) {
            throw Failures.opening(path.toString(), e);
        }
    }
}
