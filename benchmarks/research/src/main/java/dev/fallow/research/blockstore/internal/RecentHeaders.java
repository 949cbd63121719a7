package dev.fallow.research.blockstore.internal;

import java.util.Arrays;

/**
 * A cache of sizes and pointers of recently used allocated blocks, with one entry per hash of an address. It avoids
 * reading the header before a deallocation (the paper's footnote 1).
 */
final class RecentHeaders {
    private static final int SLOTS = 1 << 13;

    private final long[] addresses = new long[SLOTS];
    private final long[] sizes = new long[SLOTS];
    private final long[] pointers = new long[SLOTS];

    RecentHeaders() {
        clear();
    }

    private static int slot(long address) {
        return (int) (address * 0x9E3779B97F4A7C15L >>> 64 - 13);
    }

    void put(long address, long size, long pointer) {
        int slot = slot(address);
        addresses[slot] = address;
        sizes[slot] = size;
        pointers[slot] = pointer;
    }

    boolean has(long address) {
        return addresses[slot(address)] == address;
    }

    /** The size of a block; only if the cache {@linkplain #has contains} the address. */
    long size(long address) {
        return sizes[slot(address)];
    }

    /** The pointer of a block; only if the cache {@linkplain #has contains} the address. */
    long pointer(long address) {
        return pointers[slot(address)];
    }

    void forget(long address) {
        if (has(address)) {
            addresses[slot(address)] = -1;
        }
    }

    void clear() {
        Arrays.fill(addresses, -1);
    }
}
