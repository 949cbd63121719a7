package dev.fallow.research.hashtable;

import dev.fallow.research.blockstore.BlockStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads and writes the pointers of buckets (in the index) and of entries. Each pointer is within one sector and is
 * written by one write.
 */
final class TableIndex {
    private static final int POINTERS_AT_ONCE = 8192;

    private final BlockStore store;

    TableIndex(BlockStore store) {
        this.store = store;
    }

    /** Creates an index of empty buckets; returns its address. */
    long create(long buckets) {
        long address = store.allocate(8 * buckets);
        ByteBuffer empty = ByteBuffer.allocate((int) Math.min(buckets, POINTERS_AT_ONCE) * 8);
        Arrays.fill(empty.array(), (byte) 0xFF);
        for (long bucket = 0; bucket < buckets; bucket += POINTERS_AT_ONCE) {
            store.write(address, 8 * bucket, empty.duplicate());
        }
        return address;
    }

    /** Creates an index of twice the size, in which each bucket and its partner lead to the same entries. */
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

    /** The pointer at an offset in a block: that of a bucket, or, at offset 0, that of an entry. */
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

    /** The pointers of {@code count} buckets, in one read. */
    long[] pointers(long index, long from, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
        store.read(index, 8 * from, bytes);
        long[] pointers = new long[count];
        bytes.flip().asLongBuffer().get(pointers);
        return pointers;
    }
}
