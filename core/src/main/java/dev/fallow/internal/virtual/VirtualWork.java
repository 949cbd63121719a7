package dev.fallow.internal.virtual;

import dev.fallow.TooLargeException;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Memory;
import java.util.HashMap;
import java.util.Map;

/**
 * What one operation on a virtual dataset has found out and done, together with its sources, which may be virtual, too. A dataset
 * can be a source many times over: its extent is determined once, and the elements read for one requested element are bounded.
 */
final class VirtualWork {
    /** Each dataset of the longest chain may read each requested element several times, for mappings that overlap. */
    private static final long MOST_TIMES = 128;
    /** Elements that may be read in any case. */
    private static final long FREE = 1 << 20;

    private final Map<Key, VirtualExtent> extents = new HashMap<>();
    private long allowed = FREE;
    private long read;
    private final ObjectStore first;

    /**
     * A dataset.
     *
     * @param file the path of another container, which may be closed and opened again; null for the first one
     * @param header the address of its header
     */
    private record Key(String file, long header) {}

    /** @param first the container of the dataset that the operation is on */
    VirtualWork(ObjectStore first) {
        this.first = first;
    }

    private Key key(VirtualDescription dataset) {
        return new Key(dataset.store() == first ? null : dataset.store().fileName(), dataset.header());
    }

    /** The extent of a dataset; null if it has not been determined. */
    VirtualExtent known(VirtualDescription dataset) {
        return extents.get(key(dataset));
    }

    /** Remembers the extent of a dataset. */
    void know(VirtualDescription dataset, VirtualExtent extent) {
        extents.put(key(dataset), extent);
    }

    /** Allows the reads that a request needs. */
    void allow(long elements) {
        allowed = Memory.sum(allowed, Memory.product(MOST_TIMES, elements));
    }

    /**
     * Counts elements that are read, and the read itself.
     *
     * @throws TooLargeException if they are too many for what was requested
     */
    void count(long elements, String where) {
        read = Memory.sum(Memory.sum(read, elements), 1);
        if (read > allowed) {
            throw new TooLargeException(
                    "%s: more than %d elements of virtual sources would be read, because the mappings overlap"
                            .formatted(where, allowed));
        }
    }
}
