package dev.fallow.internal.open;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.commit.CacheImageStorage;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.session.SessionState;
import dev.fallow.internal.space.FileSpaceMessage;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.FileFormat;
import dev.fallow.options.OpenOptions;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Builds the in-memory state that a session works on. */
final class StateBuilder {
    /** The first version of the superblock that libhdf5 1.8 does not read. */
    private static final int FIRST_OF_110 = 3;

    private StateBuilder() {}

    /**
     * Builds the state of a container from its last commit.
     *
     * @param tracking whether all free space is tracked, even if the strategy tracks none, and below the threshold
     */
    static SessionState ofFile(
            Storage storage,
            String name,
            AnySuperblock superblock,
            OpenOptions options,
            ForeignSessions foreign,
            boolean tracking)
            throws IOException {
        boolean writable = !options.readOnly();
        FileSpace unmanaged = FileSpaceSetup.unmanaged(superblock.endOfAllocation());
        ObjectStore reading =
                store(storage, name, superblock, unmanaged, options.cacheBytes(), false, SuperblockExtension.DEFAULT_K);
        SuperblockExtension extension = SuperblockExtension.read(reading, superblock);
        boolean suffices = !writable && extension.k().equals(SuperblockExtension.DEFAULT_K);
        FileSpace space = writable
                ? FileSpaceSetup.ofFile(extension.info(), options.backend(), superblock.endOfAllocation(), tracking)
                : unmanaged;
        ObjectStore store = suffices
                ? reading
                : store(storage, name, superblock, space, options.cacheBytes(), writable, extension.k());
        foreign.attach(store, superblock.rootAddress());
        space.setLargestEnd(store.largestEnd());
        extension.useSharedMessages(store);
        FileFormat format = Groups.format(store.header(superblock.rootAddress()));
        boolean before110 = superblock.version() < FIRST_OF_110 && extension.info() == null;
        store.setNewObjects(new NewObjects(format, before110, options.times(), options.clock()));
        store.setChunkHandling(options);
        store.advance().tell(options.progress());
        FileSpaceMessage message = new FileSpaceMessage(store, extension.address());
        SectionPersistence sections = writable
                ? SectionPersistence.forEditing(store, message)
                : SectionPersistence.forReading(store, message);
        SessionVerification verification = SessionVerification.ofFile(store, sections, options);
        if (writable) {
            verification.atOpen(superblock);
        }
        store.sparse().setRecording(options.repacking());
        store.rewritten().setRecording(options.repacking());
        return new SessionState(store, sections, verification);
    }

    /**
     * What writes the commits of a container.
     *
     * @param journal null if it has none, or is only read
     */
    static WriteOut writeOut(
            Storage storage, AnySuperblock superblock, SessionState state, Journal journal, OpenOptions options)
            throws IOException {
        byte[] inFile = new byte[superblock.encodedLength()];
        storage.read(superblock.baseAddress(), ByteBuffer.wrap(inFile));
        ObjectStore store = state.store();
        if (!options.readOnly()) {
            store.space().protectCommitted();
        }
        Storage shown = storage instanceof Versions versions ? versions.shown() : storage;
        CacheImageStorage image = shown instanceof CacheImageStorage replacing ? replacing : null;
        return new WriteOut(
                storage, store.cache(), store.space(), superblock, inFile, image, journal, options.durability());
    }

    /** A view of a file in which the blocks of its metadata cache image replace its own; the file if it has no image. */
    static Storage withCacheImage(Storage file, String name, AnySuperblock superblock) throws IOException {
        CacheImage image = SuperblockExtension.cacheImage(unmanaged(file, name, superblock), superblock);
        return image == null || image.address() == Addresses.UNDEFINED
                ? file
                : CacheImageStorage.of(file, superblock, image);
    }

    /** The object store of a new file, which has no objects yet. */
    static ObjectStore storeOfNewFile(Storage storage, String name, FileSpace space, CreateOptions options) {
        MetadataCache cache = new MetadataCache(storage, name, 0, options.cacheBytes(), space::endOfAllocation);
        ObjectStore store = new ObjectStore(
                name, NewSuperblock.SIZES, cache, space, storage, 0, true, SuperblockExtension.DEFAULT_K);
        store.setNewObjects(new NewObjects(options.format(), false, options.times(), options.clock()));
        store.setChunkHandling(options);
        store.advance().tell(options.progress());
        store.globalHeap().sharedObjects().noneYet();
        store.sparse().setRecording(options.repacking());
        store.rewritten().setRecording(options.repacking());
        return store;
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

    /** Reads objects before the free space is known. */
    static ObjectStore unmanaged(Storage storage, String name, AnySuperblock superblock) {
        FileSpace space = FileSpaceSetup.unmanaged(superblock.endOfAllocation());
        return store(storage, name, superblock, space, 0, false, SuperblockExtension.DEFAULT_K);
    }
}
