package dev.fallow.internal.hashtable;

import dev.fallow.blockstore.BlockStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Pointers of buckets, in the index, and of entries. Each is inside one sector, and is written by one write. */
final class TableIndex {
    private static final int POINTERS_AT_ONCE = 8192;

    private final BlockStore store;

    TableIndex(BlockStore store) {
        this.store = store;
    }

    /** A new index, all of its buckets empty. */
    long create(long buckets) {
        long address = store.allocate(8 * buckets);
        ByteBuffer empty = ByteBuffer.allocate((int) Math.min(buckets, POINTERS_AT_ONCE) * 8);
        Arrays.fill(empty.array(), (byte) 0xFF);
        for (long bucket = 0; bucket < buckets; bucket += POINTERS_AT_ONCE) {
            store.write(address, 8 * bucket, empty.duplicate());
        }
        return address;
    }

    /** A new index of twice the size, in which each bucket and its partner have the same entries. */
    long createDoubled(long index, long buckets) {
        long address = store.allocate(16 * buckets);
        for (long bucket = 0; bucket < buckets; bucket += POINTERS_AT_ONCE) {
            ByteBuffer part = ByteBuffer.allocate((int) Math.min(buckets - bucket, POINTERS_AT_ONCE) * 8);
            store.read(index, 8 * bucket, part);
            store.write(address, 8 * bucket, part.flip());
            store.write(address, 8 * (buckets + bucket), part.rewind());
        }
        return address;
    }

    /** The pointer at an offset of a block: a bucket's, or an entry's at 0. */
    long pointer(long block, long offset) {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        store.read(block, offset, bytes);
        return bytes.getLong(0);
    }

    void setPointer(long block, long offset, long pointer) {
        store.write(
                block,
                offset,
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, pointer));
    }

    /** The pointers of some buckets at once. */
    long[] pointers(long index, long from, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
        store.read(index, 8 * from, bytes);
        long[] pointers = new long[count];
        bytes.flip().asLongBuffer().get(pointers);
        return pointers;
    }
}
