package dev.fallow.internal.open;

import dev.fallow.ObjectExistsException;
import dev.fallow.format.Addresses;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Superblock;
import dev.fallow.format.SuperblockV0;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.Failures;
import dev.fallow.internal.Session;
import dev.fallow.internal.SessionParts;
import dev.fallow.internal.SessionState;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.JournalFindings;
import dev.fallow.internal.commit.Recovery;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.space.FileSpaceMessage;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.space.SessionVerification;
import dev.fallow.internal.storage.Sidecar;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.Durability;
import dev.fallow.options.FileFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Creates containers. */
public final class ContainerCreator {
    /** Bytes reserved for links in the header of a new root group, which is unlikely to stay empty. */
    private static final int ROOT_LINK_ROOM = 96;

    private ContainerCreator() {}

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
            throw Failures.opening(name, e);
        }
    }

    private static Session overwrite(Path path, CreateOptions options) throws IOException {
        if (Files.isDirectory(path)) {
            throw new ObjectExistsException(path + " is a directory");
        }
        Path real = path.toRealPath();
        Storage storage = ContainerStorage.open(real, true, options);
        try {
            return createIn(storage, ContainerOpener.journalOf(real), path.toString(), options, true);
        } catch (RuntimeException | IOException e) {
            storage.close();
            throw e;
        }
    }

    private static Session fill(Path path, Storage storage, CreateOptions options) throws IOException {
        try {
            return createIn(storage, ContainerOpener.journalOf(path), path.toString(), options, false);
        } catch (RuntimeException | IOException e) {
            storage.close();
            Files.delete(path);
            throw e;
        }
    }

    /** Creates a container in an empty storage, whose ownership passes to the session. It has no journal. */
    public static Session createIn(Storage storage, String name, CreateOptions options) {
        try {
            return createIn(storage, null, name, options, false);
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
        Journal journal = place == null ? null : ownJournal(storage, place, options);
        boolean begun = false;
        try {
            if (overwrite) {
                storage.resize(0);
            }
            begun = true;
            return createOwned(storage, journal, name, options);
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

    private static Journal ownJournal(Storage storage, Sidecar place, CreateOptions options) throws IOException {
        Storage file = place.own();
        try {
            JournalFindings left = new Recovery(storage, file, place).inspect();
            JournalBeside.check(left, place);
            return new Journal(place, file, storage, left.record(), options.durability() == Durability.EACH_COMMIT);
        } catch (RuntimeException | IOException e) {
            Failures.closeAfter(e, file);
            throw e;
        }
    }

    private static Session createOwned(Storage file, Journal journal, String name, CreateOptions options) {
        Storage storage = new Versions(file);
        FieldSizes sizes = FieldSizes.EIGHT;
        FileSpaceInfo info = FileSpaceSetup.infoOf(options);
        int version = versionFor(options.format(), info);
        int superblockLength = version < 2 ? SuperblockV0.length(version, sizes) : Superblock.LENGTH;
        FileSpace space = FileSpaceSetup.ofNewFile(info, options.backend().factory(), superblockLength);
        TraceFile trace = Traces.start(options.trace(), space);
        MetadataCache cache = new MetadataCache(storage, name, 0, options.cacheBytes(), space::endOfAllocation);
        ObjectStore store = new ObjectStore(name, sizes, cache, space, storage, 0, true, SuperblockExtension.DEFAULT_K);
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
        store.sparse().setRecording(options.repacking());
        return Session.ofNewContainer(new SessionParts(
                name,
                storage,
                false,
                new SessionState(store, sections, SessionVerification.ofNewFile(store, sections)),
                null,
                new WriteOut(storage, cache, space, superblock, null, journal, options.durability()),
                trace,
                ContainerOpener::openVersion));
    }

    /** The earliest sufficient superblock version: only version 2 and later have an extension. */
    private static int versionFor(FileFormat format, FileSpaceInfo info) {
        if (format == FileFormat.LATEST) {
            return 3;
        }
        return info == null ? 0 : 2;
    }
}
