package dev.fallow.internal.open;

import dev.fallow.CorruptFileException;
import dev.fallow.Durability;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.OpenOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SessionParts;
import dev.fallow.internal.session.SessionState;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.OtherLocks;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.SourceStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.version.ReadFile;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.source.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens containers, after recovering from interrupted sessions. */
public final class ContainerOpener {
    /** What to do about a mark that nobody needs any more. */
    private static final String MARKED =
            ". If no program is writing it, fallow check --repair FILE removes the mark, and the option"
                    + " ignoreWriteFlag (--force) opens the file nevertheless";

    /** The driver that stores metadata and raw data in separate files. */
    private static final String MULTI_DRIVER = "NCSAmult";

    private final Storage storage;
    /** The location of the journal; null for a container without one. */
    private final Sidecar place;

    private final String name;
    private final OpenOptions options;
    /** The other files that the objects refer to. */
    private final ForeignSessions foreign;
    /** Whether the allocated space ends where the file does, whatever the superblock states. */
    private boolean raised;

    private ContainerOpener(Storage storage, Sidecar place, String name, OpenOptions options, ForeignSessions foreign) {
        this.storage = storage;
        this.place = place;
        this.name = name;
        this.options = options;
        this.foreign = foreign;
    }

    /** Opens a file. */
    public static Session open(Path path, OpenOptions options) {
        String name = path.toString();
        try {
            // resolved once, so that the journal is next to the file that is actually opened
            Path real = path.toRealPath();
            FileSidecar place = FileSidecar.besideResolved(real, Journal.SUFFIX);
            try {
                Storage storage = options.readOnly()
                        ? ContainerStorage.read(real, options)
                        : ContainerStorage.edit(real, options);
                Session session = openIn(storage, place, name, options, ForeignSessions.of(path, real, options));
                return options.readOnly() ? session : EditedHere.enter(real, session);
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

    /**
     * Opens a file for editing whose superblock states an end of allocation that is too low. Within the session, the allocated space ends
     * where the file does, and the first commit writes this.
     */
    static Session openRaised(Path path, OpenOptions options) {
        String name = path.toString();
        try {
            Path real = path.toRealPath();
            FileSidecar place = FileSidecar.besideResolved(real, Journal.SUFFIX);
            Versions versions = ContainerStorage.edit(real, options);
            ContainerOpener opener =
                    new ContainerOpener(versions, place, name, options, ForeignSessions.of(path, real, options));
            opener.raised = true;
            return new Session(opener.opened());
        } catch (IOException e) {
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
        // from the start, because recovery also overwrites what others may read
        Storage opened = options.readOnly() || storage instanceof Versions ? storage : new Versions(storage);
        return new Session(new ContainerOpener(opened, place, name, options, foreign).opened());
    }

    /** What the session starts with; the storage is closed if there is none. */
    private SessionParts opened() {
        try {
            if (options.readOnly()) {
                return place == null ? reading(storage) : openRecovered();
            }
            return place == null ? editing((Versions) storage, null) : openOwned((Versions) storage);
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

    private SessionParts openOwned(Versions versions) throws IOException {
        Storage file = place.own();
        try {
            versions.own(options.ignoreLocks());
            Recovery recovery = new Recovery(versions, file, place);
            JournalFindings found = recovery.inspect();
            JournalBeside.check(found, place);
            if (JournalBeside.isToBeApplied(found, place, name, options)) {
                recovery.apply(found.record());
            }
            Journal journal = new Journal(place, file, versions, found, options.durability() == Durability.EACH_COMMIT);
            versions.expectUntouched();
            return editing(versions, journal);
        } catch (RuntimeException | IOException e) {
            removeIfEmpty(place, file, e);
            Failures.closeAfter(e, file);
            throw e;
        }
    }

    /** Removes a journal that has nothing in it. If the thread was interrupted, the file is closed already, and it stays. */
    static void removeIfEmpty(Sidecar place, Storage file, Exception cause) {
        try {
            if (file.size() == 0) {
                place.remove();
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Opens a container read-only: shows it as recovery would leave it, but writes nothing. If it is not marked as open, its
     * journal is ignored. */
    private SessionParts openRecovered() throws IOException {
        Storage near = NearReads.of(storage);
        if (FoundSuperblock.in(near).isClosed()) {
            return reading(near);
        }
        if (storage instanceof ReadFile file && file.isEditedHere() && !options.ignoreWriteFlag()) {
            throw Failures.openHere(name, null);
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
            return reading(recovered);
        } catch (FileInUseException e) {
            throw reason == null ? e : JournalBeside.with(e, ". Its journal was ignored: " + reason);
        }
    }

    /** Reads the superblock of what is shown, or edited, and checks whether that is possible. */
    private AnySuperblock superblock(Storage shown) throws IOException {
        AnySuperblock found = read(shown);
        AnySuperblock superblock = raised ? found.withEndOfAllocation(shown.size() - found.baseAddress()) : found;
        checkDriver(shown, superblock);
        checkLength(shown, superblock);
        checkFlags(superblock);
        return superblock;
    }

    /** Finds and decodes the superblock. */
    private AnySuperblock read(Storage shown) throws IOException {
        long size = shown.size();
        if (size == 0) {
            throw new NotAContainerException(name + " is empty");
        }
        long at = FoundSuperblock.find(shown);
        if (at < 0) {
            throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
        }
        byte[] bytes = new byte[(int) Math.min(SuperblockV0.MAX_LENGTH, size - at)];
        shown.read(at, ByteBuffer.wrap(bytes));
        FieldReader in = FieldReader.of(bytes, FieldSizes.EIGHT, "superblock", at);
        AnySuperblock superblock = Superblock.versionOf(bytes) < 2 ? SuperblockV0.decode(in) : Superblock.decode(in);
        return superblock.foundAt(at);
    }

    /** Rejects a container that is split over several files. */
    private void checkDriver(Storage shown, AnySuperblock superblock) throws IOException {
        if (!(superblock instanceof SuperblockV0 old) || old.driverInfoAddress() == Addresses.UNDEFINED) {
            return;
        }
        StructureReader in = StateBuilder.unmanaged(shown, name, superblock).structures();
        long address = old.driverInfoAddress();
        long length = DriverInfoBlock.encodedLength(
                in.read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE));
        String driver = DriverInfoBlock.decode(in.read(address, length, DriverInfoBlock.STRUCTURE))
                .name();
        if (driver.equals(MULTI_DRIVER) || shown.size() < superblock.endOfFile()) {
            throw new UnsupportedFeatureException(
                    "%s: driver information block at address %d: the driver %s splits a container over several files, which is not supported"
                            .formatted(name, address, driver));
        }
    }

    /** Rejects a file that is shorter than its superblock requires. */
    private void checkLength(Storage shown, AnySuperblock superblock) throws IOException {
        if (shown.size() < superblock.endOfFile()) {
            throw new CorruptFileException("%s is truncated: expected %d bytes according to its superblock, found %d"
                    .formatted(name, superblock.endOfFile(), shown.size()));
        }
    }

    /**
     * As in the reference library, the flags of versions 0 to 2 do not exclude readers. They exclude our writer:
     * writers of the reference library set them, and two concurrent writers would destroy the file.
     */
    private void checkFlags(AnySuperblock superblock) {
        boolean counts = superblock.version() == 3
                || !options.readOnly()
                || (superblock.flags() & Superblock.EDITED_BY_FALLOW) != 0;
        if (counts && superblock.isMarkedOpen() && !options.ignoreWriteFlag()) {
            throw new FileInUseException(
                    FileInUseException.Reason.MARKED,
                    "%s is marked as open for writing (superblock flags 0x%02x): another program is writing it, or was killed before closing it"
                            .formatted(name, superblock.flags()),
                    MARKED,
                    null);
        }
    }

    /**
     * libhdf5 marks a file of any version that it is writing. Before version 3 the mark alone does not exclude readers, because it may
     * have been left behind; with a lock it does, as for a reader of the reference library. Whoever ignores the mark accepts changes.
     */
    private void checkWriters(ReadFile file, AnySuperblock superblock) {
        if ((superblock.flags() & Superblock.OPEN_FOR_WRITE) == 0) {
            return;
        }
        if (options.ignoreWriteFlag()) {
            if (superblock.isMarkedOpen()) {
                file.acceptChanges();
            }
            return;
        }
        String writers = OtherLocks.writers(file.path());
        if (writers != null) {
            throw new FileInUseException(
                    "%s is marked as open for writing (superblock flags 0x%02x), and is being written: %s"
                            .formatted(name, superblock.flags(), writers));
        }
    }

    /** @param shown the storage, or a view of it */
    private SessionParts reading(Storage shown) throws IOException {
        AnySuperblock superblock = superblock(shown);
        if (storage instanceof ReadFile file) {
            checkWriters(file, superblock);
        }
        Storage read = StateBuilder.withCacheImage(shown, name, superblock);
        SessionState state = StateBuilder.ofFile(read, name, superblock, options, foreign, false);
        WriteOut none = StateBuilder.writeOut(read, superblock, state, null, options);
        return parts(read, state, (committed, tracking) -> reader(read, committed), none, null);
    }

    private SessionParts editing(Versions versions, Journal journal) throws IOException {
        AnySuperblock superblock = superblock(versions);
        versions.readFrom(StateBuilder.withCacheImage(versions.current(), name, superblock));
        SessionState state = StateBuilder.ofFile(versions, name, superblock, options, foreign, false);
        if (journal != null) {
            journal.setBase(superblock.baseAddress());
        }
        WriteOut writeOut = StateBuilder.writeOut(versions, superblock, state, journal, options);
        TraceFile trace =
                StateBuilder.trace(options.trace().orElse(null), state.store().space());
        return parts(
                versions,
                state,
                (committed, tracking) -> StateBuilder.ofFile(versions, name, committed, options, foreign, tracking),
                writeOut,
                trace);
    }

    private SessionParts parts(
            Storage shown, SessionState state, SessionState.Source rebuilding, WriteOut writeOut, TraceFile trace) {
        return new SessionParts(
                name,
                shown,
                options.readOnly(),
                state,
                rebuilding,
                writeOut,
                trace,
                options.shrinking(),
                options.splitCommits(),
                options.uncommittedBytes(),
                (version, of) -> openVersion(version, of, foreign.again()),
                foreign::linked);
    }

    /** The state of one more reader, which has its own descriptor, if possible. */
    private SessionState reader(Storage shown, AnySuperblock superblock) throws IOException {
        Storage own = shown.forReaders();
        try {
            return StateBuilder.ofFile(own, name, superblock, options, foreign.again(), false);
        } catch (RuntimeException | IOException e) {
            if (own != shown) {
                Failures.closeAfter(e, own);
            }
            throw e;
        }
    }

    /** Opens a committed state of a container read-only. */
    static SessionParts openVersion(Storage version, String name, ForeignSessions foreign) {
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withIgnoreWriteFlag(true);
        return new ContainerOpener(version, null, name, options, foreign).opened();
    }
}
