package dev.fallow.research.hashtable;

import dev.fallow.CorruptFileException;
import dev.fallow.research.blockstore.BlockStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The description of a table: a block referenced by the store's root. It is never modified, but replaced by setting the
 * root, which is atomic. Little-endian.
 *
 * <pre>
 *   bytes  field
 *     8    signature, "FALLOWHT"
 *     4    version, 1
 *     4    number of buckets, log2
 *     8    address of the index: a block with the address of each bucket's first entry, or -1
 *     8    number of keys; -1 if they have to be counted because the table was not closed
 *     8    number of divided buckets while the table is being doubled; otherwise -1
 *     4    CRC-32C over all the bytes before it
 * </pre>
 *
 * @param lgBuckets log2 of the number of buckets
 * @param index the address of the index
 * @param keys the number of keys; -1 if unknown
 * @param divided the number of buckets of the former index whose entries have been divided; -1 if all have
 */
record TableDescription(int lgBuckets, long index, long keys, long divided) {
    /** log2 of the maximum number of buckets. */
    static final int MOST_LG_BUCKETS = 30;

    private static final long SIGNATURE = 0x5448574F4C4C4146L;
    private static final int VERSION = 1;
    private static final int BYTES = 44;

    long buckets() {
        return 1L << lgBuckets;
    }

    ByteBuffer encode() {
        ByteBuffer target = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        target.putLong(SIGNATURE)
                .putInt(VERSION)
                .putInt(lgBuckets)
                .putLong(index)
                .putLong(keys)
                .putLong(divided);
        return target.putInt(checksum(target)).flip();
    }

    /** @throws CorruptFileException if there is no description, or it is damaged */
    static TableDescription read(BlockStore store, long address) {
        ByteBuffer source = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try {
            store.read(address, 0, source);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(
                    "no hash table: the root of the store is " + address + ", " + e.getMessage(), e);
        }
        source.flip();
        if (source.getLong(0) != SIGNATURE || source.getInt(8) != VERSION || source.getInt(40) != checksum(source)) {
            throw new CorruptFileException("no hash table at " + address
                    + ": unexpected signature, version or checksum: %x, %d, %x"
                            .formatted(source.getLong(0), source.getInt(8), source.getInt(40)));
        }
        TableDescription found =
                new TableDescription(source.getInt(12), source.getLong(16), source.getLong(24), source.getLong(32));
        if (found.lgBuckets < 0 || found.lgBuckets > MOST_LG_BUCKETS || found.divided > found.buckets() / 2) {
            throw new CorruptFileException("hash table at " + address + ": 2^" + found.lgBuckets
                    + " buckets, expected at most 2^" + MOST_LG_BUCKETS + "; " + found.divided + " are divided");
        }
        if (store.capacity(found.index) < 8 * found.buckets()) {
            throw new CorruptFileException("hash table at " + address + ": an index of " + store.capacity(found.index)
                    + " bytes for 2^" + found.lgBuckets + " buckets");
        }
        return found;
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, BYTES - 4);
        return (int) crc.getValue();
    }
}
