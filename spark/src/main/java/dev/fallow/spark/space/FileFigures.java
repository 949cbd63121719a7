package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.NotAContainerException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.SpaceReport;
import dev.fallow.spark.hadoop.FileEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/** Finds the figures of one file, those that are wanted only. What cannot be found is null. */
final class FileFigures {
    private static final long MICROS = 1000;

    /** The columns of a row for a file, and what they cost. */
    enum FileColumn implements SpaceColumn {
        PATH(DataTypes.StringType, Cost.LISTING),
        LENGTH(DataTypes.LongType, Cost.LISTING),
        LIVE(DataTypes.LongType, Cost.WALK),
        FREE(DataTypes.LongType, Cost.WALK),
        UNTRACKED(DataTypes.LongType, Cost.WALK),
        RETURNABLE(DataTypes.LongType, Cost.PLAN),
        RECLAIMABLE(DataTypes.LongType, Cost.PLAN),
        STRATEGY(DataTypes.StringType, Cost.HEADER),
        PERSISTS(DataTypes.BooleanType, Cost.HEADER),
        GENERATION(DataTypes.IntegerType, Cost.HEADER),
        FINDINGS(DataTypes.IntegerType, Cost.WALK),
        VERDICT(DataTypes.StringType, Cost.PLAN),
        MODIFIED(DataTypes.TimestampType, Cost.LISTING),
        ERROR(DataTypes.StringType, Cost.HEADER);

        private final DataType type;
        private final Cost cost;

        FileColumn(DataType type, Cost cost) {
            this.type = type;
            this.cost = cost;
        }

        @Override
        public DataType type() {
            return type;
        }

        @Override
        public boolean isNullable() {
            return cost != Cost.LISTING;
        }
    }

    /** What has to be done for a column; each includes those before it. */
    private enum Cost {
        /** Nothing: the listing tells. */
        LISTING,
        /** The superblock, and the settings of the file space. */
        HEADER,
        /** All structures, once. */
        WALK,
        /** All structures, two or three times. */
        PLAN
    }

    /** What {@code fallow info} would say of a file in its last line. The names are values of the column, and do not change. */
    private enum Verdict {
        /** No problem was found. */
        OK,
        /** No problem was found, and at least 1 % of the file and 1 MiB can be returned. */
        SHRINK,
        /** It is open for writing, or was not closed by its last writer. */
        IN_USE,
        /** An edit by Fallow was interrupted, and the next one completes it. */
        INTERRUPTED,
        /** There is a journal that cannot be applied. */
        REFUSED_JOURNAL,
        /** The file is HDF5, and something in it is wrong. */
        DAMAGED,
        /** It is not HDF5. */
        NOT_HDF5,
        /** It needs something that Fallow does not have. */
        UNSUPPORTED,
        /** It could not be read. */
        UNREADABLE;

        /** The verdict on a file that opening or reading has failed on. */
        static Verdict of(Exception failure) {
            if (failure instanceof NotAContainerException) {
                return NOT_HDF5;
            } else if (failure instanceof CorruptFileException) {
                return DAMAGED;
            } else if (failure instanceof FileInUseException) {
                return IN_USE;
            }
            return failure instanceof UnsupportedFeatureException ? UNSUPPORTED : UNREADABLE;
        }
    }

    private final FileEntry entry;
    private final Configuration configuration;
    private final Collection<SpaceColumn> wanted;
    private final Object[] values = new Object[FileColumn.values().length];
    /** Why the file has no figures, or not all. */
    private String error;

    private FileFigures(FileEntry entry, Configuration configuration, Collection<SpaceColumn> wanted) {
        this.entry = entry;
        this.configuration = configuration;
        this.wanted = wanted;
    }

    /** The figures in the form in which Spark keeps them: a value for each column, by its ordinal. */
    static Object[] of(FileEntry entry, Configuration configuration, Collection<SpaceColumn> wanted) {
        return new FileFigures(entry, configuration, wanted).find();
    }

    private boolean wants(Cost cost) {
        return wanted.stream().anyMatch(column -> ((FileColumn) column).cost.compareTo(cost) >= 0);
    }

    private void set(FileColumn column, Object value) {
        values[column.ordinal()] = value instanceof String text ? UTF8String.fromString(text) : value;
    }

    private Object[] find() {
        set(FileColumn.PATH, entry.printable());
        set(FileColumn.LENGTH, entry.version().length());
        set(FileColumn.MODIFIED, entry.version().modified() * MICROS);
        if (wants(Cost.HEADER)) {
            Verdict verdict;
            try {
                verdict = open();
            } catch (IOException | RuntimeException e) {
                FleetFiles.endIfKilled();
                error = FleetFiles.message(e);
                verdict = Verdict.of(e);
            }
            if (wanted.contains(FileColumn.VERDICT)) {
                set(FileColumn.VERDICT, verdict.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            }
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
        RecoveryReport journal =
                ContainerFile.recover(local, MaintenanceOptions.defaults().withDryRun(true));
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
        } else if (!wants(Cost.WALK)) {
            return Verdict.OK;
        }
        Diagnosis diagnosis = wants(Cost.PLAN) ? container.diagnosis() : null;
        SpaceReport account = diagnosis != null ? diagnosis.space() : container.space();
        set(FileColumn.LENGTH, account.fileBytes()); // the file may have changed since it was listed
        set(FileColumn.LIVE, account.liveBytes());
        set(FileColumn.FREE, account.freeBytes());
        set(FileColumn.UNTRACKED, account.untrackedBytes());
        set(FileColumn.FINDINGS, account.findings().size());
        if (!account.findings().isEmpty()) {
            error = account.findings().get(0);
            return Verdict.DAMAGED;
        } else if (diagnosis == null) {
            return Verdict.OK;
        } else if (diagnosis.hindrance().isPresent()) {
            error = diagnosis.hindrance().get();
            return Verdict.OK;
        }
        set(FileColumn.RETURNABLE, diagnosis.returnableBytes());
        set(FileColumn.RECLAIMABLE, diagnosis.reclaimableBytes());
        return diagnosis.verdict() == Diagnosis.Verdict.WORTH_SHRINKING ? Verdict.SHRINK : Verdict.OK;
    }
}
