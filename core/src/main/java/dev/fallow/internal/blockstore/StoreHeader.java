package dev.fallow.internal.blockstore;

import dev.fallow.CorruptFileException;
import dev.fallow.blockstore.BlockStoreOptions;
import dev.fallow.blockstore.MemoryMethod;
import dev.fallow.freespace.policy.quickfit.QuickFitOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The description of a store, written once at creation. Little-endian.
 * <pre>
 *   bytes  field
 *     8    signature, "FALLOWBS"
 *     4    version, 1
 *     4    bytes of this header
 *     8    identity of the store
 *     4*4  method; grain; minQL; maxQL
 *     8*3  acceptable wastage; growth; largest space
 *     4*2  header slots of an area; misc lists
 *    8*n   low of each misc list
 *     4    CRC-32C over all the bytes before it
 * </pre>
 * Two checkpoints follow, each at a multiple of 512 bytes, then the storage space.
 *
 * @param storeId identity of the store: headers of another store's blocks are not taken for its own
 * @param options the options that come from the file
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

    /** Bytes of a checkpoint, a multiple of 512. */
    int checkpointBytes() {
        return (int) sectors(Checkpoint.bytes(lists()));
    }

    /** The lists on the medium. */
    int lists() {
        MemoryMethod method = options.method();
        return method == MemoryMethod.BLOCK_LISTS || method == MemoryMethod.FREE_LISTS
                ? options.policy().lists()
                : 0;
    }

    /** Where one of the two checkpoints is. */
    long checkpointPosition(int which) {
        return sectors(bytes(options.policy().miscLows().size())) + (long) which * checkpointBytes();
    }

    /** Where the storage space begins. */
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

    /** @param session the options of the session: they say what does not come from the file */
    static StoreHeader read(Disk disk, BlockStoreOptions session) {
        ByteBuffer first = read(disk, FIXED);
        if (first.getLong() != SIGNATURE) {
            throw new CorruptFileException(disk.name() + ": not a block store, its signature is missing");
        }
        int version = first.getInt();
        if (version != VERSION) {
            throw new CorruptFileException(
                    disk.name() + ": version " + version + " of block stores, known is " + VERSION);
        }
        int length = first.getInt();
        if (length < bytes(0) || length > bytes(1 << 14) || length > disk.size()) {
            throw new CorruptFileException(disk.name() + ": header of the store: " + length + " bytes, must be from "
                    + bytes(0) + " to " + Math.min(bytes(1 << 14), disk.size()));
        }
        ByteBuffer all = read(disk, length);
        int stored = all.getInt(length - 4);
        int computed = checksum(all.array(), length - 4);
        if (stored != computed) {
            throw new CorruptFileException("%s: checksum of the store's header: stored 0x%08x, computed 0x%08x"
                    .formatted(disk.name(), stored, computed));
        }
        all.position(16);
        try {
            return decode(all, length, session);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(disk.name() + ": header of the store: " + e.getMessage(), e);
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
                        new QuickFitOptions(grain, minQuick, maxQuick, lows, wastage),
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
                    disk.name() + ": not a block store, " + disk.size() + " bytes where its header has " + count);
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
