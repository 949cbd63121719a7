package dev.fallow.research.blockstore.internal;

import dev.fallow.CorruptFileException;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The description of a store, written once at creation. Little-endian.
 *
 * <pre>
 *   bytes  field
 *     8    signature, "FALLOWBS"
 *     4    version, 1
 *     4    length of this header
 *     8    identity of the store
 *     4*4  method; grain; minQL; maxQL
 *     8*3  acceptable wastage; growth; largest space
 *     4*2  number of header slots in an area; number of misc lists, n
 *    8*n   low of each misc list
 *     4    CRC-32C over all the bytes before it
 * </pre>
 *
 * Two checkpoints follow, each at a multiple of 512 bytes, then the storage space.
 *
 * @param storeId the identity of the store, which distinguishes its headers from those of other stores
 * @param options the options stored in the file
 */
record StoreHeader(long storeId, BlockStoreOptions options) {
    private static final long SIGNATURE = 0x5342574F4C4C4146L;
    private static final int VERSION = 1;
    private static final int FIXED = 8 + 4 + 4 + 8 + 16 + 24 + 8;
    private static final int SECTOR = 512;

    private static int bytes(int miscLists) {
        return FIXED + 8 * miscLists + 4;
    }

    private static long sectors(long bytes) {
        return (bytes + SECTOR - 1) / SECTOR * SECTOR;
    }

    /** The length of a checkpoint in bytes, a multiple of 512. */
    int checkpointBytes() {
        return (int) sectors(Checkpoint.bytes(lists()));
    }

    /** The number of lists on the medium. */
    int lists() {
        MemoryMethod method = options.method();
        return method == MemoryMethod.BLOCK_LISTS || method == MemoryMethod.FREE_LISTS
                ? options.policy().lists()
                : 0;
    }

    /** The position of checkpoint 0 or 1. */
    long checkpointPosition(int which) {
        return sectors(bytes(options.policy().miscLows().size())) + (long) which * checkpointBytes();
    }

    /** The position of the storage space. */
    long spaceStart() {
        long grain = Math.max(SECTOR, options.policy().grain());
        return (checkpointPosition(2) + grain - 1) / grain * grain;
    }

    ByteBuffer encode() {
        QuickFitOptions policy = options.policy();
        ByteBuffer target = ByteBuffer.allocate(bytes(policy.miscLows().size())).order(ByteOrder.LITTLE_ENDIAN);
        target.putLong(SIGNATURE).putInt(VERSION).putInt(target.capacity()).putLong(storeId);
        target.putInt(options.method().ordinal()).putInt(policy.grain());
        target.putInt(policy.minQuick()).putInt(policy.maxQuick()).putLong(policy.wastage());
        target.putLong(options.growth()).putLong(options.largestSpace());
        target.putInt(options.headerSlots()).putInt(policy.miscLows().size());
        policy.miscLows().forEach(target::putLong);
        target.putInt(checksum(target.array(), target.position()));
        return target.flip();
    }

    /** @param session the options of the session, used for those that are not stored in the file */
    static StoreHeader read(Disk disk, BlockStoreOptions session) {
        ByteBuffer first = read(disk, FIXED);
        if (first.getLong() != SIGNATURE) {
            throw new CorruptFileException(disk.name() + ": not a block store, its signature is missing");
        }
        int version = first.getInt();
        if (version != VERSION) {
            throw new CorruptFileException(disk.name() + ": block store version " + version + ", expected " + VERSION);
        }
        int length = first.getInt();
        if (length < bytes(0) || length > bytes(1 << 14) || length > disk.size()) {
            throw new CorruptFileException(disk.name() + ": store header: " + length + " bytes, expected " + bytes(0)
                    + " to " + Math.min(bytes(1 << 14), disk.size()));
        }
        ByteBuffer all = read(disk, length);
        int stored = all.getInt(length - 4);
        int computed = checksum(all.array(), length - 4);
        if (stored != computed) {
            throw new CorruptFileException("%s: store header checksum: stored 0x%08x, computed 0x%08x"
                    .formatted(disk.name(), stored, computed));
        }
        all.position(16);
        try {
            return decode(all, length, session);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(disk.name() + ": store header: " + e.getMessage(), e);
        }
    }

    private static StoreHeader decode(ByteBuffer source, int length, BlockStoreOptions session) {
        long storeId = source.getLong();
        int method = source.getInt();
        if (method < 0 || method >= MemoryMethod.values().length) {
            throw new IllegalArgumentException("method " + method);
        }
        int grain = source.getInt();
        int minQuick = source.getInt();
        int maxQuick = source.getInt();
        long wastage = source.getLong();
        long growth = source.getLong();
        long largestSpace = source.getLong();
        int slots = source.getInt();
        int lists = source.getInt();
        if (length != bytes(lists)) {
            throw new IllegalArgumentException(lists + " misc lists in " + length + " bytes");
        }
        List<Long> lows = new ArrayList<>();
        for (int i = 0; i < lists; i++) {
            lows.add(source.getLong());
        }
        return new StoreHeader(
                storeId,
                new BlockStoreOptions(
                        MemoryMethod.values()[method],
                        new QuickFitOptions(
                                grain,
                                minQuick,
                                maxQuick,
                                lows,
                                wastage,
                                session.policy().ownList()),
                        growth,
                        largestSpace,
                        slots,
                        session.checkpointInterval(),
                        session.blocksAtStart(),
                        session.forcing()));
    }

    private static ByteBuffer read(Disk disk, int count) {
        if (disk.size() < count) {
            throw new CorruptFileException(
                    disk.name() + ": not a block store, " + disk.size() + " bytes, the header alone has " + count);
        }
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        disk.read(0, bytes);
        return bytes.flip();
    }

    private static int checksum(byte[] bytes, int count) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, count);
        return (int) crc.getValue();
    }
}
