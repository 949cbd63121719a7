package dev.fallow.internal.open;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import dev.fallow.internal.space.FileSpaceMessage;
import java.io.IOException;

/**
 * The file-wide messages in the superblock extension.
 *
 * @param address the address of the superblock extension, or {@link Addresses#UNDEFINED}
 * @param info null if there is no such message
 * @param k the K values of the B-trees
 * @param shared null if the file has no shared message table
 */
record SuperblockExtension(long address, FileSpaceInfo info, BTreeK k, SharedMessageTable shared) {
    /** The K values of a file that does not store any. */
    static final BTreeK DEFAULT_K = new BTreeK(
            SuperblockV0.DEFAULT_CHUNK_K, SuperblockV0.DEFAULT_GROUP_INTERNAL_K, SuperblockV0.DEFAULT_GROUP_LEAF_K);

    private static final MessageType[] NOT_UNDERSTOOD = {MessageType.DRIVER_INFO};

    /**
     * Reads the superblock extension. Done before the managers exist, because the file space info message determines
     * them.
     *
     * @param store reads objects only
     */
    static SuperblockExtension read(ObjectStore store, AnySuperblock superblock) throws IOException {
        if (superblock instanceof SuperblockV0 old) {
            BTreeK k = new BTreeK(old.chunkK(), old.groupInternalK(), old.groupLeafK());
            return new SuperblockExtension(Addresses.UNDEFINED, null, k, null);
        }
        long address = ((Superblock) superblock).extensionAddress();
        if (address == Addresses.UNDEFINED) {
            return new SuperblockExtension(address, null, DEFAULT_K, null);
        }
        ObjectHeader header = store.header(address);
        check(store.fileName(), header);
        LiveMessage k = header.find(MessageType.BTREE_K);
        LiveMessage shared = header.find(MessageType.SHARED_MESSAGE_TABLE);
        return new SuperblockExtension(
                address,
                new FileSpaceMessage(store, address).info(),
                k == null ? DEFAULT_K : BTreeK.decode(k.body(superblock.sizes(), MessageType.BTREE_K.title())),
                shared == null
                        ? null
                        : SharedMessageTable.decode(
                                shared.body(superblock.sizes(), MessageType.SHARED_MESSAGE_TABLE.title())));
    }

    /**
     * The metadata cache image of a file, which counts for everything else that is read; null if it has none. The extension itself is never in
     * it.
     *
     * @param store reads objects only
     */
    static CacheImage cacheImage(ObjectStore store, AnySuperblock superblock) throws IOException {
        return superblock instanceof Superblock current
                ? new FileSpaceMessage(store, current.extensionAddress()).cacheImage()
                : null;
    }

    private static void check(String name, ObjectHeader extension) {
        for (MessageType type : NOT_UNDERSTOOD) {
            if (extension.find(type) != null) {
                throw new UnsupportedFeatureException("%s: superblock extension at address %d: %s is not supported"
                        .formatted(name, extension.address(), type.title()));
            }
        }
    }

    /** Gives an object store access to the shared message table, if there is one. */
    void useSharedMessages(ObjectStore store) throws IOException {
        if (shared != null) {
            store.useSharedMessages(SharedMessages.read(store, shared));
        }
    }
}
