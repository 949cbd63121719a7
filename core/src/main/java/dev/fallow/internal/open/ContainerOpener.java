package dev.fallow.internal.open;

import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.Failures;
import dev.fallow.internal.Session;
import dev.fallow.internal.SessionParts;
import dev.fallow.internal.SessionState;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.SourceStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.options.Durability;
import dev.fallow.options.OpenOptions;
import dev.fallow.report.RecoveryReport;
import dev.fallow.source.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens containers, after recovering from interrupted sessions. */
public final class ContainerOpener {
    private ContainerOpener() {}

    /** The location of a container's journal. */
    public static Sidecar journalOf(Path path) throws IOException {
        return FileSidecar.of(path, Journal.SUFFIX);
    }

    /** Opens a file. */
    public static Session open(Path path, OpenOptions options) {
        String name = path.toString();
        try {
            // resolved once, so that the journal is next to the file that is actually opened
            Path real = path.toRealPath();
            FileSidecar place = FileSidecar.besideResolved(real, Journal.SUFFIX);
            try {
                Storage storage = ContainerStorage.open(real, !options.readOnly(), options);
                return openIn(storage, place, name, options, ForeignSessions.of(path, real, options));
            } catch (FileInUseException e) {
                throw JournalBeside.withOtherNames(e, place);
            }
        } catch (IOException e) {
            if (Files.isDirectory(path)) {
                throw new NotAContainerException(name + " is a directory", e);
            }
            throw Failures.opening(name, e);
        }
    }

    /** Opens a container that a source has. The source is closed with the session, or if opening fails. */
    public static Session open(ByteSource source, OpenOptions options) {
        if (!options.readOnly()) {
            throw new IllegalArgumentException(source.name() + ": a source cannot be edited");
        }
        String name = source.name();
        try {
            return openIn(SourceStorage.of(source), name, options);
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    /**
     * Opens a container in a storage, whose ownership passes to the session. The storage is closed if opening fails.
     */
    public static Session openIn(Storage storage, String name, OpenOptions options) {
        return openIn(storage, null, name, options);
    }

    /**
     * Opens a container. If an earlier session was interrupted, it is recovered first.
     *
     * @param storage owned by the session from then on; closed if opening fails
     * @param place the location of the journal; null for a container without one
     */
    public static Session openIn(Storage storage, Sidecar place, String name, OpenOptions options) {
        return openIn(storage, place, name, options, ForeignSessions.none(options));
    }

    /** As {@link #openIn(Storage, Sidecar, String, OpenOptions)}, with the other files that its objects refer to. */
    static Session openIn(Storage storage, Sidecar place, String name, OpenOptions options, ForeignSessions foreign) {
        try {
            if (place == null) {
                return openChecked(storage, null, name, options, foreign);
            }
            return options.readOnly()
                    ? openRecovered(storage, place, name, options, foreign)
                    : openOwned(storage, place, name, options, foreign);
        } catch (FormatException | EOFException e) {
            Failures.closeAfter(e, storage);
            throw new CorruptFileException(name + ": " + e.getMessage(), e);
        } catch (IOException e) {
            Failures.closeAfter(e, storage);
            throw Failures.opening(name, e);
        } catch (RuntimeException e) {
            Failures.closeAfter(e, storage);
            throw e;
        }
    }

    private static Session openOwned(
            Storage storage, Sidecar place, String name, OpenOptions options, ForeignSessions foreign)
            throws IOException {
        Storage file = place.own();
        try {
            Recovery recovery = new Recovery(storage, file, place);
            JournalFindings found = recovery.inspect();
            JournalBeside.check(found, place);
            if (JournalBeside.isToBeApplied(found, place, name, options)) {
                recovery.apply(found.record());
            }
            Journal journal =
                    new Journal(place, file, storage, found.record(), options.durability() == Durability.EACH_COMMIT);
            return openChecked(storage, journal, name, options, foreign);
        } catch (RuntimeException | IOException e) {
            if (file.size() == 0) {
                place.remove();
            }
            Failures.closeAfter(e, file);
            throw e;
        }
    }

    /** Opens a container read-only: shows it as recovery would leave it, but writes nothing. If it is not marked as open, its
     * journal is ignored. */
    private static Session openRecovered(
            Storage storage, Sidecar place, String name, OpenOptions options, ForeignSessions foreign)
            throws IOException {
        Storage near = NearReads.of(storage);
        if (FoundSuperblock.in(near).isClosed()) {
            return openChecked(near, null, name, options, foreign);
        }
        Storage recovered = storage;
        String reason = null;
        try (Storage file = place.exists() ? place.read() : null) {
            if (file != null) {
                Recovery recovery = new Recovery(storage, file, place);
                JournalFindings found = recovery.inspect();
                if (JournalBeside.isToBeApplied(found, place, name, options)) {
                    recovered = recovery.view(found.record());
                } else {
                    reason = place.name() + ": " + found.reason();
                }
            }
        } catch (FileLockedException | UnusableFileException e) {
            reason = e.getMessage(); // a superblock that needs the journal is marked as open
        }
        try {
            return openChecked(recovered, null, name, options, foreign);
        } catch (FileInUseException e) {
            throw reason == null
                    ? e
                    : new FileInUseException(e.getMessage() + ". Its journal was ignored: " + reason, e);
        }
    }

    /**
     * Recovers from an interrupted session, and does nothing else.
     *
     * @param dryRun whether to report only
     */
    public static RecoveryReport recover(Path path, boolean dryRun) {
        String name = path.toString();
        try {
            Path real = path.toRealPath();
            try (Storage storage = FileChannelStorage.open(real, !dryRun)) {
                return JournalBeside.recover(storage, journalOf(real), dryRun);
            }
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    private static Session openChecked(
            Storage file, Journal journal, String name, OpenOptions options, ForeignSessions foreign)
            throws IOException {
        boolean writable = !options.readOnly();
        Storage storage = writable ? new Versions(file) : file;
        AnySuperblock superblock = SuperblockChecks.read(storage, name);
        SuperblockChecks.checkDriver(storage, name, superblock);
        SuperblockChecks.checkLength(storage, name, superblock);
        SuperblockChecks.checkFlags(name, superblock, options);
        SessionState state = StateBuilder.ofFile(storage, name, superblock, options, foreign, false);
        ObjectStore store = state.store();
        byte[] inFile = new byte[superblock.encodedLength()];
        storage.read(superblock.baseAddress(), ByteBuffer.wrap(inFile));
        if (journal != null) {
            journal.setBase(superblock.baseAddress());
        }
        WriteOut writeOut =
                new WriteOut(storage, store.cache(), store.space(), superblock, inFile, journal, options.durability());
        TraceFile trace = null;
        if (writable) {
            trace = Traces.start(options.trace(), store.space());
            writeOut.markOpen();
            store.space().protectCommitted();
        }
        return new Session(new SessionParts(
                name,
                storage,
                !writable,
                state,
                writable
                        ? (committed, tracking) ->
                                StateBuilder.ofFile(storage, name, committed, options, foreign, tracking)
                        : (committed, tracking) -> reader(storage, name, committed, options, foreign.again()),
                writeOut,
                trace,
                options.shrinking(),
                options.uncommittedBytes(),
                (version, of) -> openVersion(version, of, foreign.again())));
    }

    /** The state of one more reader, which has its own descriptor, if possible. */
    private static SessionState reader(
            Storage storage, String name, AnySuperblock superblock, OpenOptions options, ForeignSessions foreign)
            throws IOException {
        Storage own = storage.forReaders();
        try {
            return StateBuilder.ofFile(own, name, superblock, options, foreign, false);
        } catch (RuntimeException | IOException e) {
            if (own != storage) {
                Failures.closeAfter(e, own);
            }
            throw e;
        }
    }

    /** Opens a committed state of a container as a read-only session. */
    static Session openVersion(Storage version, String name, ForeignSessions foreign) {
        return openIn(version, null, name, OpenOptions.reading().withIgnoreWriteFlag(true), foreign);
    }
}
