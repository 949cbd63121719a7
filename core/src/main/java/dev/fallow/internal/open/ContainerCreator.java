package dev.fallow.internal.open;

import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.ObjectExistsException;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SessionParts;
import dev.fallow.internal.session.SessionState;
import dev.fallow.internal.space.FileSpaceMessage;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.FileLockedException;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.trace.TraceFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Creates containers. */
public final class ContainerCreator {
    /** Bytes reserved for links in the header of a new root group, which is unlikely to stay empty. */
    private static final int ROOT_LINK_ROOM = 96;

    private ContainerCreator() {}

    /** What the storage has before a container is created in it. */
    private enum Before {
        /** It is new. */
        NOTHING,
        /** Content that is discarded. */
        DISCARDED,
        /** What a creation that was killed has left, and nothing else. */
        UNFINISHED
    }

    /** Creates a file. */
    public static Session create(Path path, CreateOptions options) {
        return create(path, options, false);
    }

    /** Opens a file for editing, or creates it if it is missing, empty or was never finished. */
    public static Session openOrCreate(Path path, CreateOptions options) {
        if (options.overwrite()) {
            throw new IllegalArgumentException(path + ": a file that is opened cannot be overwritten as well");
        }
        try {
            return create(path, options, true);
        } catch (ObjectExistsException e) { // also if it has appeared meanwhile
            return ContainerOpener.open(path, OpenOptions.like(options));
        }
    }

    /** @param empty whether any empty file is taken over */
    private static Session create(Path path, CreateOptions options, boolean empty) {
        String name = path.toString();
        try {
            if (options.overwrite() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return overwrite(path, options, Before.DISCARDED);
            }
            return fillNew(path, options, empty);
        } catch (FileAlreadyExistsException e) {
            throw new ObjectExistsException(name + " exists, and overwriting was not requested", e);
        } catch (NoSuchFileException e) {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null && !Files.exists(folder)) {
                Path named = path.getParent() == null ? folder : path.getParent();
                throw new StorageException("%s: the folder %s does not exist".formatted(name, named), e);
            }
            throw Failures.opening(name, e);
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    private static Session fillNew(Path path, CreateOptions options, boolean empty) throws IOException {
        Versions storage;
        try {
            storage = ContainerStorage.create(path, options);
        } catch (FileAlreadyExistsException e) {
            if (UnfinishedCreation.isAt(path, empty)) {
                return overwrite(path, options, Before.UNFINISHED);
            }
            throw e;
        }
        return fill(path, storage, options);
    }

    private static Session overwrite(Path path, CreateOptions options, Before before) throws IOException {
        if (Files.isDirectory(path)) {
            throw new ObjectExistsException(path + " is a directory");
        }
        Path real = path.toRealPath();
        Versions storage = ContainerStorage.edit(real, options);
        try {
            Session session = createIn(
                    storage,
                    JournalBeside.of(real),
                    path.toString(),
                    options,
                    before,
                    ForeignSessions.of(path, real, options));
            return EditedHere.enter(real, session);
        } catch (RuntimeException | IOException e) {
            Failures.closeAfter(e, storage);
            throw e;
        }
    }

    private static Session fill(Path path, Versions storage, CreateOptions options) throws IOException {
        try {
            Path real = path.toRealPath();
            Session session = createIn(
                    storage,
                    JournalBeside.of(path),
                    path.toString(),
                    options,
                    Before.NOTHING,
                    ForeignSessions.of(path, real, options));
            return EditedHere.enter(real, session);
        } catch (FileLockedException e) { // another program has the new file, or is about to take it over
            Failures.closeAfter(e, storage);
            throw e;
        } catch (RuntimeException | IOException e) {
            Failures.closeAfter(e, storage);
            try {
                Files.delete(path);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /** Creates a container in an empty storage, whose ownership passes to the session. It has no journal. */
    public static Session createIn(Storage storage, String name, CreateOptions options) {
        try {
            return createIn(new Versions(storage), null, name, options, Before.NOTHING, ForeignSessions.none(options));
        } catch (IOException e) {
            throw Failures.opening(name, e);
        }
    }

    /**
     * Creates a container. Ownership of the storage passes to the session.
     *
     * @param place the location of the journal; null for a container without one
     * @param overwrite whether existing content of the storage is discarded
     */
    public static Session createIn(
            Storage storage, Sidecar place, String name, CreateOptions options, boolean overwrite) throws IOException {
        Before before = overwrite ? Before.DISCARDED : Before.NOTHING;
        return createIn(new Versions(storage), place, name, options, before, ForeignSessions.none(options));
    }

    private static Session createIn(
            Versions storage, Sidecar place, String name, CreateOptions options, Before before, ForeignSessions foreign)
            throws IOException {
        Journal journal = place == null ? null : ownJournal(storage, place, options, before);
        boolean begun = false;
        try {
            if (place != null) {
                storage.own(before == Before.NOTHING || options.ignoreLocks());
            }
            if (before != Before.NOTHING) {
                storage.resize(0);
            }
            begun = true;
            Session session = start(storage, journal, name, options, foreign);
            storage.marked();
            return session;
        } catch (RuntimeException | IOException e) {
            if (journal != null) {
                try (journal) {
                    if (begun) { // otherwise the old journal may still be needed for the content being overwritten
                        journal.remove();
                    }
                } catch (IOException left) {
                    e.addSuppressed(left);
                }
            }
            throw e;
        }
    }

    private static Journal ownJournal(Storage storage, Sidecar place, CreateOptions options, Before before)
            throws IOException {
        Storage file = place.own();
        try {
            JournalFindings left = new Recovery(storage, file, place).inspect();
            JournalBeside.check(left, place);
            if (before == Before.UNFINISHED && !UnfinishedCreation.is(storage, left)) {
                throw new FileAlreadyExistsException(place.name());
            }
            return new Journal(place, file, storage, left, options.durability() == Durability.EACH_COMMIT);
        } catch (RuntimeException | IOException e) {
            ContainerOpener.removeIfEmpty(place, file, e);
            Failures.closeAfter(e, file);
            throw e;
        }
    }

    /** Starts the session of a new container in an empty storage, which the session owns, and commits it. */
    private static Session start(
            Versions storage, Journal journal, String name, CreateOptions options, ForeignSessions foreign) {
        FileSpaceInfo info = FileSpaceSetup.infoOf(options);
        // the earliest version that is sufficient: only 2 and later have a superblock extension
        int version = options.format() == FileFormat.LATEST ? 3 : info != null ? 2 : 0;
        int length = version < 2 ? SuperblockV0.length(version, StateBuilder.NEW_SIZES) : Superblock.LENGTH;
        FileSpace space = FileSpaceSetup.ofNewFile(info, options.backend(), length);
        TraceFile trace = StateBuilder.trace(options.trace().orElse(null), space);
        ObjectStore store = StateBuilder.storeOfNewFile(storage, name, space, options);
        FileSpaceMessage message = new FileSpaceMessage(store, Addresses.UNDEFINED);
        if (info != null) {
            message.create(info);
        }
        long root = store.newHeaders()
                .createGroup(Groups.resolved(options.rootGroup(), null), ROOT_LINK_ROOM)
                .address();
        foreign.attach(store, root);
        SectionPersistence sections = SectionPersistence.forNewFile(store, message);
        if (journal != null) {
            journal.setBase(options.userBlock());
        }
        return Session.ofNewContainer(new SessionParts(
                name,
                storage,
                false,
                new SessionState(store, sections, SessionVerification.ofNewFile(store, sections)),
                (committed, tracking) ->
                        StateBuilder.ofFile(storage, name, committed, OpenOptions.like(options), foreign, tracking),
                new WriteOut(
                        storage,
                        store.cache(),
                        space,
                        superblock(version, root, message.extensionAddress(), space.endOfAllocation())
                                .foundAt(options.userBlock()),
                        null,
                        null,
                        journal,
                        options.durability()),
                trace,
                options.shrinking(),
                options.splitCommits(),
                options.uncommittedBytes(),
                (shown, of) -> ContainerOpener.openVersion(shown, of, foreign.again()),
                foreign::linked));
    }

    /** The superblock of a new container, marked as open for writing. */
    private static AnySuperblock superblock(
            int version, long rootAddress, long extensionAddress, long endOfAllocation) {
        int flags = Superblock.OPEN_FOR_WRITE;
        FieldSizes sizes = StateBuilder.NEW_SIZES;
        return version < 2
                ? SuperblockV0.of(sizes, flags, endOfAllocation, SymbolTableEntry.hardLink(0, rootAddress))
                : new Superblock(version, sizes, flags, 0, extensionAddress, endOfAllocation, rootAddress);
    }
}
