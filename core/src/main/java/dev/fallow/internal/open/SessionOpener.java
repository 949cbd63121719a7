package dev.fallow.internal.open;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.ObjectExistsException;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.DriverInfoBlock;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Superblock;
import dev.fallow.format.SuperblockV0;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.Session;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.commit.Barrier;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.space.FileSpaceMessage;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.space.SessionVerification;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.FileSidecar;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.Durability;
import dev.fallow.options.FileFormat;
import dev.fallow.options.OpenOptions;
import dev.fallow.report.RecoveryReport;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;

/** Opens and creates containers. All checks that precede a session are here. */
public final class SessionOpener {
    /** Bytes reserved for links in the header of a new root group, which is unlikely to stay empty. */
    private static final int ROOT_LINK_ROOM = 96;

    /** The driver that stores metadata and raw data in separate files. */
    private static final String MULTI_DRIVER = "NCSAmult";

    private static final BTreeK DEFAULT_K = new BTreeK(
            SuperblockV0.DEFAULT_CHUNK_K, SuperblockV0.DEFAULT_GROUP_INTERNAL_K, SuperblockV0.DEFAULT_GROUP_LEAF_K);

    private static final MessageType[] NOT_UNDERSTOOD = {MessageType.METADATA_CACHE_IMAGE, MessageType.DRIVER_INFO};

    private SessionOpener() {}

    /** Creates a file. */
    public static Session create(Path path, CreateOptions options) {
        String name = path.toString();
        try {
            if (options.overwrite() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return overwrite(path, options);
            }
            return fill(path, ContainerStorage.create(path, options), options);
        } catch (FileAlreadyExistsException e) {
            throw new ObjectExistsException(name + " exists, and overwriting was not requested", e);
        } catch (IOException e) {
            throw refused(name, e);
        }
    }

    private static Session overwrite(Path path, CreateOptions options) throws IOException {
        if (Files.isDirectory(path)) {
            throw new ObjectExistsException(path + " is a directory");
        }
        Path real = path.toRealPath();
        Storage storage = ContainerStorage.open(real, true, options);
        try {
            return createIn(storage, journalOf(real), path.toString(), options, Set.of(), true);
        } catch (RuntimeException | IOException e) {
            storage.close();
            throw e;
        }
    }

    private static Session fill(Path path, Storage storage, CreateOptions options) throws IOException {
        try {
            return createIn(storage, journalOf(path), path.toString(), options, Set.of(), false);
        } catch (RuntimeException | IOException e) {
            storage.close();
            Files.delete(path);
            throw e;
        }
    }

    /** The location of a container's journal. */
    public static Sidecar journalOf(Path path) throws IOException {
        return FileSidecar.of(path, Journal.SUFFIX);
    }

    /** Creates a container in an empty storage, whose ownership passes to the session. It has no journal. */
    public static Session createIn(Storage storage, String name, CreateOptions options) {
        try {
            return createIn(storage, null, name, options, Set.of(), false);
        } catch (IOException e) {
            throw refused(name, e);
        }
    }

    /**
     * Creates a container. Ownership of the storage passes to the session.
     *
     * @param place the location of the journal; null for a container without one
     * @param without barriers to omit; empty except in tests
     * @param overwrite whether existing content of the storage is discarded
     */
    public static Session createIn(
            Storage storage, Sidecar place, String name, CreateOptions options, Set<Barrier> without, boolean overwrite)
            throws IOException {
        Journal journal = place == null ? null : ownJournal(storage, place, options, without);
        boolean begun = false;
        try {
            if (overwrite) {
                storage.resize(0);
            }
            begun = true;
            return createOwned(storage, journal, name, options, without);
        } catch (RuntimeException | IOException e) {
            if (journal != null) {
                try (journal) {
                    if (begun) { // otherwise the old journal may still be needed for the content being overwritten
                        journal.remove();
                    }
                }
            }
            throw e;
        }
    }

    private static Journal ownJournal(Storage storage, Sidecar place, CreateOptions options, Set<Barrier> without)
            throws IOException {
        Storage file = place.own();
        try {
            JournalFindings left = new Recovery(storage, file, place).inspect();
            JournalBeside.check(left, place);
            return new Journal(
                    place, file, storage, left.record(), options.durability() == Durability.EACH_COMMIT, without);
        } catch (RuntimeException | IOException e) {
            closeAfter(e, file);
            throw e;
        }
    }

    private static Session createOwned(
            Storage file, Journal journal, String name, CreateOptions options, Set<Barrier> without) {
        Storage storage = new Versions(file);
        FieldSizes sizes = FieldSizes.EIGHT;
        FileSpaceInfo info = FileSpaceSetup.infoOf(options);
        int version = versionFor(options.format(), info);
        int superblockLength = version < 2 ? SuperblockV0.length(version, sizes) : Superblock.LENGTH;
        FileSpace space = FileSpaceSetup.ofNewFile(info, options.backend().factory(), superblockLength);
        TraceFile trace = startTrace(options.trace(), space);
        MetadataCache cache = new MetadataCache(storage, name, 0, options.cacheBytes(), space::endOfAllocation);
        ObjectStore store = new ObjectStore(name, sizes, cache, space, storage, 0, true, DEFAULT_K);
        store.setNewObjects(new NewObjects(options.format(), options.times(), options.clock()));
        store.globalHeap().sharedObjects().noneYet();
        FileSpaceMessage message = new FileSpaceMessage(store, Addresses.UNDEFINED);
        if (info != null) {
            message.create(info);
        }
        long rootAddress =
                Groups.create(store, options.rootGroup(), ROOT_LINK_ROOM).address();
        long end = space.endOfAllocation();
        int flags = Superblock.OPEN_FOR_WRITE;
        AnySuperblock superblock = version < 2
                ? SuperblockV0.of(sizes, flags, end, SymbolTableEntry.hardLink(0, rootAddress))
                : new Superblock(version, sizes, flags, 0, message.extensionAddress(), end, rootAddress);
        SectionPersistence sections = SectionPersistence.forNewFile(store, message);
        store.repacking().setWanted(options.repacking());
        Session session = new Session(
                name,
                storage,
                false,
                new SessionState(store, sections, SessionVerification.ofNewFile(store, sections)),
                null,
                new WriteOut(store, superblock, null, journal, options.durability(), without),
                trace,
                without);
        session.markChanged();
        session.flush();
        return session;
    }

    /** The earliest sufficient superblock version: only version 2 and later have an extension. */
    private static int versionFor(FileFormat format, FileSpaceInfo info) {
        if (format == FileFormat.LATEST) {
            return 3;
        }
        return info == null ? 0 : 2;
    }

    private static TraceFile startTrace(Path path, FileSpace space) {
        try {
            return TraceFile.start(path, space);
        } catch (FileAlreadyExistsException e) {
            throw new ObjectExistsException(path + " exists; a trace needs a new file", e);
        } catch (IOException e) {
            throw refused(path.toString(), e);
        }
    }

    /** Opens a file. */
    public static Session open(Path path, OpenOptions options) {
        String name = path.toString();
        if (Files.isDirectory(path)) {
            throw new NotAContainerException(name + " is a directory");
        }
        try {
            Path real =
                    path.toRealPath(); // resolved once, so that the journal is next to the file that is actually opened
            FileSidecar place = FileSidecar.of(real, Journal.SUFFIX);
            try {
                Storage storage = ContainerStorage.open(real, !options.readOnly(), options);
                return openIn(storage, place, name, options, Set.of());
            } catch (FileInUseException e) {
                throw JournalBeside.withOtherNames(e, place);
            }
        } catch (IOException e) {
            throw refused(name, e);
        }
    }

    /**
     * Opens a container in a storage, whose ownership passes to the session. The storage is closed if opening fails.
     */
    public static Session openIn(Storage storage, String name, OpenOptions options) {
        return openIn(storage, null, name, options, Set.of());
    }

    /**
     * Opens a container, after recovering from an interrupted session.
     *
     * @param storage owned by the session from then on; closed if opening fails
     * @param place the location of the journal; null for a container without one
     * @param without barriers to omit; empty except in tests
     */
    public static Session openIn(
            Storage storage, Sidecar place, String name, OpenOptions options, Set<Barrier> without) {
        try {
            if (place == null) {
                return openChecked(storage, null, name, options, without);
            }
            return options.readOnly()
                    ? openRecovered(storage, place, name, options, without)
                    : openOwned(storage, place, name, options, without);
        } catch (FormatException | EOFException e) {
            closeAfter(e, storage);
            throw new CorruptFileException(name + ": " + e.getMessage(), e);
        } catch (IOException e) {
            closeAfter(e, storage);
            throw refused(name, e);
        } catch (RuntimeException e) {
            closeAfter(e, storage);
            throw e;
        }
    }

    private static Session openOwned(
            Storage storage, Sidecar place, String name, OpenOptions options, Set<Barrier> without) throws IOException {
        Storage file = place.own();
        try {
            Recovery recovery = new Recovery(storage, file, place);
            JournalFindings found = recovery.inspect();
            JournalBeside.check(found, place);
            if (JournalBeside.isToBeApplied(found, place, name, options)) {
                recovery.apply(found.record(), without);
            }
            Journal journal = new Journal(
                    place, file, storage, found.record(), options.durability() == Durability.EACH_COMMIT, without);
            return openChecked(storage, journal, name, options, without);
        } catch (RuntimeException | IOException e) {
            if (file.size() == 0) {
                place.remove();
            }
            closeAfter(e, file);
            throw e;
        }
    }

    /** For readers: opens the container in its recovered state. If the container is closed, its journal is ignored. */
    private static Session openRecovered(
            Storage storage, Sidecar place, String name, OpenOptions options, Set<Barrier> without) throws IOException {
        if (FoundSuperblock.in(storage).isClosed()) {
            return openChecked(storage, null, name, options, without);
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
            return openChecked(recovered, null, name, options, without);
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
            throw refused(name, e);
        }
    }

    private static void closeAfter(Exception cause, Storage storage) {
        try {
            storage.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static Session openChecked(
            Storage file, Journal journal, String name, OpenOptions options, Set<Barrier> without) throws IOException {
        boolean writable = !options.readOnly();
        Storage storage = writable ? new Versions(file) : file;
        AnySuperblock superblock = readSuperblock(storage, name);
        checkDriver(storage, name, superblock);
        checkLength(storage, name, superblock);
        checkFlags(name, superblock, options);
        SessionState footing = footing(storage, name, superblock, options);
        ObjectStore store = footing.store();
        byte[] inFile = new byte[superblock.encodedLength()];
        storage.read(superblock.baseAddress(), ByteBuffer.wrap(inFile));
        if (journal != null) {
            journal.setBase(superblock.baseAddress());
        }
        WriteOut writeOut = new WriteOut(store, superblock, inFile, journal, options.durability(), without);
        TraceFile trace = null;
        if (writable) {
            trace = startTrace(options.trace(), store.space());
            writeOut.markOpen();
            store.space().protectCommitted();
        }
        return new Session(
                name,
                storage,
                !writable,
                footing,
                committed -> footing(storage, name, committed, options),
                writeOut,
                trace,
                without);
    }

    /** Builds a session's in-memory state. */
    private static SessionState footing(Storage storage, String name, AnySuperblock superblock, OpenOptions options)
            throws IOException {
        boolean writable = !options.readOnly();
        Extension extension = readExtension(storage, name, superblock);
        FileSpace space = writable
                ? FileSpaceSetup.ofFile(extension.info, options.backend().factory(), superblock.endOfAllocation())
                : FileSpaceSetup.unmanaged(superblock.endOfAllocation());
        ObjectStore store = store(storage, name, superblock, space, options.cacheBytes(), writable, extension.k);
        space.setLargestEnd(store.largestEnd());
        useSharedMessages(store, name, extension, writable);
        FileFormat format = Groups.format(store.header(superblock.rootAddress()));
        store.setNewObjects(new NewObjects(format, options.times(), options.clock()));
        FileSpaceMessage message = new FileSpaceMessage(store, extension.address);
        SectionPersistence sections = writable
                ? SectionPersistence.forEditing(store, message)
                : SectionPersistence.forReading(store, message);
        SessionVerification verification = SessionVerification.ofFile(store, sections, options);
        if (writable) {
            verification.atOpen(superblock);
        }
        store.repacking().setWanted(options.repacking());
        return new SessionState(store, sections, verification);
    }

    private static ObjectStore store(
            Storage storage,
            String name,
            AnySuperblock superblock,
            FileSpace space,
            long cacheBytes,
            boolean writable,
            BTreeK k) {
        long base = superblock.baseAddress();
        MetadataCache cache = new MetadataCache(storage, name, base, cacheBytes, space::endOfAllocation);
        return new ObjectStore(name, superblock.sizes(), cache, space, storage, base, writable, k);
    }

    /**
     * The file-wide messages in the superblock extension.
     *
     * @param address the address of the superblock extension, or {@link Addresses#UNDEFINED}
     * @param info null if there is no such message
     * @param k the K values of the B-trees
     * @param shared null if the file has no shared message table
     */
    private record Extension(long address, FileSpaceInfo info, BTreeK k, SharedMessageTable shared) {}

    private static void useSharedMessages(ObjectStore store, String name, Extension extension, boolean writable)
            throws IOException {
        if (extension.shared == null) {
            return;
        }
        if (writable) {
            throw new UnsupportedFeatureException(
                    "%s: superblock extension at address %d: objects share messages through a table; the file can be read but not edited"
                            .formatted(name, extension.address));
        }
        store.useSharedMessages(SharedMessages.read(store, extension.shared));
    }

    /**
     * Reads the superblock extension. Done before the managers exist, because the file space info message determines
     * them.
     */
    private static Extension readExtension(Storage storage, String name, AnySuperblock superblock) throws IOException {
        if (superblock instanceof SuperblockV0 old) {
            BTreeK k = new BTreeK(old.chunkK(), old.groupInternalK(), old.groupLeafK());
            return new Extension(Addresses.UNDEFINED, null, k, null);
        }
        long address = ((Superblock) superblock).extensionAddress();
        if (address == Addresses.UNDEFINED) {
            return new Extension(address, null, DEFAULT_K, null);
        }
        ObjectStore store = unmanaged(storage, name, superblock);
        ObjectHeader header = store.header(address);
        checkExtension(name, header);
        LiveMessage k = header.find(MessageType.BTREE_K);
        LiveMessage shared = header.find(MessageType.SHARED_MESSAGE_TABLE);
        return new Extension(
                address,
                new FileSpaceMessage(store, address).info(),
                k == null ? DEFAULT_K : BTreeK.decode(k.body(superblock.sizes(), MessageType.BTREE_K.title())),
                shared == null
                        ? null
                        : SharedMessageTable.decode(
                                shared.body(superblock.sizes(), MessageType.SHARED_MESSAGE_TABLE.title())));
    }

    private static ObjectStore unmanaged(Storage storage, String name, AnySuperblock superblock) {
        FileSpace space = FileSpaceSetup.unmanaged(superblock.endOfAllocation());
        return store(storage, name, superblock, space, 0, false, DEFAULT_K);
    }

    /** Rejects a container that is split over several files. */
    private static void checkDriver(Storage storage, String name, AnySuperblock superblock) throws IOException {
        if (!(superblock instanceof SuperblockV0 old) || old.driverInfoAddress() == Addresses.UNDEFINED) {
            return;
        }
        StructureReader in = unmanaged(storage, name, superblock).structures();
        long address = old.driverInfoAddress();
        long length = DriverInfoBlock.encodedLength(
                in.read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE));
        String driver = DriverInfoBlock.decode(in.read(address, length, DriverInfoBlock.STRUCTURE))
                .name();
        if (driver.equals(MULTI_DRIVER) || storage.size() < superblock.endOfFile()) {
            throw new UnsupportedFeatureException(
                    "%s: driver information block at address %d: the driver %s splits a container over several files, which is not supported"
                            .formatted(name, address, driver));
        }
    }

    private static AnySuperblock readSuperblock(Storage storage, String name) throws IOException {
        long size = storage.size();
        if (size == 0) {
            throw new NotAContainerException(name + " is empty");
        }
        long at = FoundSuperblock.find(storage);
        if (at < 0) {
            throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
        }
        byte[] bytes = new byte[(int) Math.min(SuperblockV0.MAX_LENGTH, size - at)];
        storage.read(at, ByteBuffer.wrap(bytes));
        FieldReader in = FieldReader.of(bytes, FieldSizes.EIGHT, "superblock", at);
        AnySuperblock superblock = Superblock.versionOf(bytes) < 2 ? SuperblockV0.decode(in) : Superblock.decode(in);
        return superblock.foundAt(at);
    }

    private static void checkLength(Storage storage, String name, AnySuperblock superblock) throws IOException {
        if (storage.size() < superblock.endOfFile()) {
            throw new CorruptFileException("%s is truncated: expected %d bytes according to its superblock, found %d"
                    .formatted(name, superblock.endOfFile(), storage.size()));
        }
    }

    /**
     * As in the reference library, the flags of versions 0 to 2 do not exclude readers. They exclude our writer:
     * writers of the reference library set them, and two concurrent writers would destroy the file.
     */
    private static void checkFlags(String name, AnySuperblock superblock, OpenOptions options) {
        boolean counts = superblock.version() == 3
                || !options.readOnly()
                || (superblock.flags() & Superblock.EDITED_BY_FALLOW) != 0;
        if (counts && isMarkedOpen(superblock) && !options.ignoreWriteFlag()) {
            throw new FileInUseException(
                    ("%s is marked as open for writing (superblock flags 0x%02x): another program is"
                                    + " writing it, or was killed before closing it. If none is, open it with ignoreWriteFlag,"
                                    + " or clear the mark with h5clear -s")
                            .formatted(name, superblock.flags()));
        }
    }

    private static boolean isMarkedOpen(AnySuperblock superblock) {
        return (superblock.flags() & (Superblock.OPEN_FOR_WRITE | Superblock.OPEN_FOR_SWMR_WRITE)) != 0;
    }

    private static void checkExtension(String name, ObjectHeader extension) {
        for (MessageType type : NOT_UNDERSTOOD) {
            if (extension.find(type) != null) {
                throw new UnsupportedFeatureException("%s: superblock extension at address %d: %s is not supported"
                        .formatted(name, extension.address(), type.title()));
            }
        }
    }

    private static ContainerException refused(String name, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new StorageException(name + " does not exist", e);
        } else if (e instanceof AccessDeniedException) {
            return new StorageException(name + ": permission denied", e);
        }
        if (e instanceof FileLockedException) {
            return new FileInUseException(e.getMessage(), e);
        }
        return new StorageException(name + ": " + Failures.describe(e), e);
    }
}
