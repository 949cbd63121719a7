package dev.fallow.internal.open;

import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.ObjectExistsException;
import dev.fallow.OpenOptions;
import dev.fallow.SessionOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.commit.CacheImageStorage;
import dev.fallow.internal.commit.Journal;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.session.Failures;
import dev.fallow.internal.session.SessionState;
import dev.fallow.internal.space.FileSpaceMessage;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.trace.TraceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/** Builds the in-memory state that a session works on. */
final class StateBuilder {
    /** The K values of a file that does not store any. */
    private static final BTreeK DEFAULT_K = new BTreeK(
            SuperblockV0.DEFAULT_CHUNK_K, SuperblockV0.DEFAULT_GROUP_INTERNAL_K, SuperblockV0.DEFAULT_GROUP_LEAF_K);

    /** The first version of the superblock that libhdf5 1.8 does not read. */
    private static final int FIRST_OF_110 = 3;

    /** The widths of addresses and lengths in new containers. */
    static final FieldSizes NEW_SIZES = FieldSizes.EIGHT;

    private StateBuilder() {}

    /**
     * Builds the state of a container from its last commit; with {@code tracking}, all free space is tracked, even if the strategy tracks
     * none, and below the threshold.
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
        ObjectStore reading = store(storage, name, superblock, unmanaged, options.cacheBytes(), false, DEFAULT_K);
        SuperblockExtension extension = extension(reading, superblock);
        boolean suffices = !writable && extension.k.equals(DEFAULT_K);
        FileSpace space = writable
                ? FileSpaceSetup.ofFile(extension.info, options.backend(), superblock.endOfAllocation(), tracking)
                : unmanaged;
        ObjectStore store = suffices
                ? reading
                : store(storage, name, superblock, space, options.cacheBytes(), writable, extension.k);
        foreign.attach(store, superblock.rootAddress());
        space.setLargestEnd(store.largestEnd());
        if (extension.shared != null) {
            store.useSharedMessages(SharedMessages.read(store, extension.shared));
        }
        FileFormat format = Groups.format(store.header(superblock.rootAddress()));
        boolean before110 = superblock.version() < FIRST_OF_110 && extension.info == null;
        use(options, store, format, before110);
        FileSpaceMessage message = new FileSpaceMessage(store, extension.address);
        SectionPersistence sections = writable
                ? SectionPersistence.forEditing(store, message)
                : SectionPersistence.forReading(store, message);
        SessionVerification verification = SessionVerification.ofFile(store, sections, options);
        if (writable) {
            verification.atOpen(superblock);
        }
        return new SessionState(store, sections, verification);
    }

    private static void use(SessionOptions<?> options, ObjectStore store, FileFormat format, boolean before110) {
        store.setNewObjects(new NewObjects(format, before110, options.times(), options.clock()));
        store.setChunkHandling(options);
        store.advance().tell(options.progress());
        store.sparse().setRecording(options.repacking());
        store.rewritten().setRecording(options.repacking());
    }

    /**
     * The file-wide messages in the superblock extension.
     *
     * @param address of the superblock extension, or {@link Addresses#UNDEFINED}
     * @param info null if there is no such message
     * @param k the K values of the B-trees
     * @param shared null if the file has no shared message table
     */
    private record SuperblockExtension(long address, FileSpaceInfo info, BTreeK k, SharedMessageTable shared) {}

    /**
     * Reads the superblock extension. Done before the managers exist, because the file space info message determines
     * them.
     */
    private static SuperblockExtension extension(ObjectStore store, AnySuperblock superblock) throws IOException {
        if (superblock instanceof SuperblockV0 old) {
            BTreeK k = new BTreeK(old.chunkK(), old.groupInternalK(), old.groupLeafK());
            return new SuperblockExtension(Addresses.UNDEFINED, null, k, null);
        }
        long address = ((Superblock) superblock).extensionAddress();
        if (address == Addresses.UNDEFINED) {
            return new SuperblockExtension(address, null, DEFAULT_K, null);
        }
        ObjectHeader header = store.header(address);
        if (header.find(MessageType.DRIVER_INFO) != null) {
            throw new UnsupportedFeatureException("%s: superblock extension at address %d: %s is not supported"
                    .formatted(store.fileName(), address, MessageType.DRIVER_INFO.title()));
        }
        BTreeK k = header.find(MessageType.BTREE_K, BTreeK::decode);
        return new SuperblockExtension(
                address,
                new FileSpaceMessage(store, address).info(),
                k == null ? DEFAULT_K : k,
                header.find(MessageType.SHARED_MESSAGE_TABLE, SharedMessageTable::decode));
    }

    /** What writes the commits of a container; the journal is null if it has none, or is only read. */
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

    /**
     * A view of a file in which the blocks of its metadata cache image, which count for everything that is read, replace its own;
     * the file if it has no image. The superblock extension is never in the image.
     */
    static Storage withCacheImage(Storage file, String name, AnySuperblock superblock) throws IOException {
        CacheImage image = superblock instanceof Superblock current
                ? new FileSpaceMessage(unmanaged(file, name, superblock), current.extensionAddress()).cacheImage()
                : null;
        return image == null || image.address() == Addresses.UNDEFINED
                ? file
                : CacheImageStorage.of(file, superblock, image);
    }

    /** The object store of a new file, which has no objects yet. */
    static ObjectStore storeOfNewFile(Storage storage, String name, FileSpace space, CreateOptions options) {
        long base = options.userBlock();
        MetadataCache cache = new MetadataCache(storage, name, base, options.cacheBytes(), space::endOfAllocation);
        ObjectStore store = new ObjectStore(name, NEW_SIZES, cache, space, storage, base, true, DEFAULT_K);
        use(options, store, options.format(), false);
        store.globalHeap().sharedObjects().noneYet();
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
        return store(storage, name, superblock, space, 0, false, DEFAULT_K);
    }

    /** Starts the recording of allocations in a new file; null without a path. */
    static TraceFile trace(Path path, FileSpace space) {
        try {
            return TraceFile.start(path, space);
        } catch (FileAlreadyExistsException e) {
            throw new ObjectExistsException(path + " exists; a trace needs a new file", e);
        } catch (IOException e) {
            throw Failures.opening(path.toString(), e);
        }
    }
}
