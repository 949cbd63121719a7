package dev.fallow.internal.space;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.superblock.DriverInfoBlock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/**
 * Replaces a superblock of version 0 or 1, which has no place for persistent free space, by one of version 2. This is the version
 * that libhdf5 chooses for a file with persistent free space, and libhdf5 1.8 reads it, too.
 *
 * <p>The new superblock is shorter. The commit that writes it leaves the rest of the old one as it is; the bytes can be released
 * with the next commit, {@linkplain #release not before}.
 */
public final class SuperblockUpgrade {
    private SuperblockUpgrade() {}

    /**
     * Checks that a superblock can be replaced.
     *
     * @return the change, which must be committed before any other
     * @throws UnsupportedFeatureException if it refers to a driver information block
     */
    public static Change plan(ObjectStore store, FileSpaceMessage message, SuperblockV0 old) throws IOException {
        if (old.driverInfoAddress() != Addresses.UNDEFINED) {
            throw new UnsupportedFeatureException(
                    "%s: the superblock cannot be upgraded: it has a driver information block at address %d, of the driver %s"
                            .formatted(store.fileName(), old.driverInfoAddress(), driver(store, old)));
        }
        boolean usual = old.chunkK() == SuperblockV0.DEFAULT_CHUNK_K
                && old.groupInternalK() == SuperblockV0.DEFAULT_GROUP_INTERNAL_K
                && old.groupLeafK() == SuperblockV0.DEFAULT_GROUP_LEAF_K;
        BTreeK k = usual ? null : new BTreeK(old.chunkK(), old.groupInternalK(), old.groupLeafK());
        return () -> message.upgrade(k);
    }

    private static String driver(ObjectStore store, SuperblockV0 old) throws IOException {
        long address = old.driverInfoAddress();
        FieldReader prefix = store.structures().read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE);
        long length = DriverInfoBlock.encodedLength(prefix);
        return DriverInfoBlock.decode(store.structures().read(address, length, DriverInfoBlock.STRUCTURE))
                .name();
    }

    /** Makes what is left of the old superblock free, after the commit of the new one. */
    public static Change release(ObjectStore store, long from, long to) {
        return () -> store.space().release(AllocationType.OBJECT_HEADER, from, to - from);
    }
}
