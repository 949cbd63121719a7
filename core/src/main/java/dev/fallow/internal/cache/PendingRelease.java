package dev.fallow.internal.cache;

import dev.fallow.freespace.file.AllocationType;
import java.util.Arrays;

/** Blocks about to be freed, whether they are cached or only in the file. */
public final class PendingRelease {
    private final StructureStore store;
    private long[] addresses = new long[16];
    private long[] sizes = new long[16];
    private AllocationType[] types = new AllocationType[16];
    private int count;

    public PendingRelease(StructureStore store) {
        this.store = store;
    }

    /**
     * Adds a block.
     *
     * @throws dev.fallow.format.FormatException if part of it is free
     */
    public void add(AllocationType type, long address, long size, String structure) {
        store.requireInUse(structure, address, size);
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            types = Arrays.copyOf(types, 2 * count);
        }
        addresses[count] = address;
        sizes[count] = size;
        types[count++] = type;
    }

    /** Frees all blocks; they are not written any more. */
    public void release() {
        for (int i = 0; i < count; i++) {
            store.release(types[i], addresses[i], sizes[i]);
        }
    }
}
