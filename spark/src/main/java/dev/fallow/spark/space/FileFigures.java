package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import dev.fallow.spark.hadoop.FileEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.unsafe.types.UTF8String;

/** Finds the figures of one file, those that are wanted only. What cannot be found is null. */
final class FileFigures {
    private static final long MICROS = 1000;

    private final FileEntry entry;
    private final Configuration configuration;
    private final Set<FileColumn> wanted;
    private final Object[] values = new Object[FileColumn.values().length];
    /** Why the file has no figures, or not all. */
    private String error;

    private FileFigures(FileEntry entry, Configuration configuration, Set<FileColumn> wanted) {
        this.entry = entry;
        this.configuration = configuration;
        this.wanted = wanted;
    }

    /**
     * The figures of a file, in the form in which Spark keeps them.
     *
     * @return a value for each column, by its ordinal
     */
    static Object[] of(FileEntry entry, Configuration configuration, Set<FileColumn> wanted) {
        return new FileFigures(entry, configuration, wanted).find();
    }

    private boolean wants(FileColumn.Cost cost) {
        return wanted.stream().anyMatch(column -> column.cost().compareTo(cost) >= 0);
    }

    private void set(FileColumn column, Object value) {
        values[column.ordinal()] = value instanceof String text ? UTF8String.fromString(text) : value;
    }

    private Object[] find() {
        set(FileColumn.PATH, entry.printable());
        set(FileColumn.LENGTH, entry.version().length());
        set(FileColumn.MODIFIED, entry.version().modified() * MICROS);
        if (wants(FileColumn.Cost.HEADER)) {
            Verdict verdict;
            try {
                verdict = open();
            } catch (IOException | RuntimeException e) {
                FleetFiles.endIfKilled();
                error = FleetFiles.message(e);
                verdict = Verdict.of(e);
            }
            set(FileColumn.VERDICT, wanted.contains(FileColumn.VERDICT) ? verdict.label() : null);
            set(FileColumn.ERROR, error);
        }
        return values;
    }

    private Verdict open() throws IOException {
        Verdict journal = journal();
        Verdict file;
        try (ContainerFile container = FleetFiles.open(entry.path(), configuration, false)) {
            file = walk(container);
        } catch (FileInUseException e) {
            inUse(e);
            file = Verdict.IN_USE;
        }
        return journal == null ? file : journal;
    }

    /** The verdict because of a journal beside the file; null without one. */
    private Verdict journal() {
        Path local = FleetFiles.local(entry.path());
        if (local == null || !wanted.contains(FileColumn.VERDICT)) {
            return null;
        }
        RecoveryReport journal = ContainerFile.inspectJournal(local);
        return switch (journal.outcome()) {
            case IN_USE -> Verdict.IN_USE;
            case PENDING -> Verdict.INTERRUPTED;
            case REFUSED -> {
                error = journal.explanation();
                yield Verdict.REFUSED_JOURNAL;
            }
            default -> null;
        };
    }

    /** The header of a file that cannot be opened because of its mark. */
    private void inUse(FileInUseException e) throws IOException {
        error = e.getMessage();
        try (ContainerFile container = FleetFiles.open(entry.path(), configuration, true)) {
            header(container.info());
        } catch (FileInUseException locked) {
            error = locked.getMessage();
        }
    }

    private void header(ContainerInfo info) {
        set(FileColumn.STRATEGY, info.space().strategy().name());
        set(FileColumn.PERSISTS, info.persistsFreeSpace());
        set(FileColumn.GENERATION, info.superblockVersion());
    }

    private Verdict walk(ContainerFile container) {
        ContainerInfo info = container.info();
        header(info);
        if (info.isMarkedOpen()) {
            return Verdict.IN_USE; // the state before an interrupted edit, or after it
        }
        if (!wants(FileColumn.Cost.WALK)) {
            return Verdict.OK;
        }
        boolean planned = wants(FileColumn.Cost.PLAN);
        Diagnosis diagnosis = planned ? container.diagnosis() : null;
        SpaceReport account = planned ? diagnosis.space() : container.space();
        set(FileColumn.LENGTH, account.fileBytes()); // the file may have changed since it was listed
        set(FileColumn.LIVE, account.liveBytes());
        set(FileColumn.FREE, account.freeBytes());
        set(FileColumn.UNTRACKED, account.untrackedBytes());
        set(FileColumn.FINDINGS, account.findings().size());
        if (!account.findings().isEmpty()) {
            error = account.findings().get(0);
            return Verdict.DAMAGED;
        }
        return planned ? plan(diagnosis) : Verdict.OK;
    }

    /** What could be gained. */
    private Verdict plan(Diagnosis diagnosis) {
        if (diagnosis.hindrance().isPresent()) {
            error = diagnosis.hindrance().get();
            return Verdict.OK;
        }
        set(FileColumn.RETURNABLE, diagnosis.returnableBytes());
        set(FileColumn.RECLAIMABLE, diagnosis.reclaimableBytes());
        return diagnosis.verdict() == Diagnosis.Verdict.WORTH_SHRINKING ? Verdict.SHRINK : Verdict.OK;
    }
}
