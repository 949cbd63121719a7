package dev.fallow.internal.tree;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.header.ObjectStore;
import java.util.Arrays;

/** Blocks to be freed, in this order. */
final class BlocksToFree {
    private long[] addresses = new long[2];
    private long[] sizes = new long[2];
    private AllocationType[] types = new AllocationType[2];
    private int count;

    private void add(AllocationType type, long address, long size) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            types = Arrays.copyOf(types, 2 * count);
        }
        addresses[count] = address;
        sizes[count] = size;
        types[count] = type;
        count++;
    }

    /** Adds a chunk of an object header. */
    void addHeaderChunk(long address, long size) {
        add(ObjectStore.HEADER_SPACE, address, size);
    }

    /** Adds contiguous elements. */
    void addElements(long address, long size) {
        add(DatasetStorage.RAW_DATA, address, size);
    }

    /** Frees the blocks. */
    void release(FileSpace space) {
        for (int i = 0; i < count; i++) {
            space.release(types[i], addresses[i], sizes[i]);
        }
    }
}
