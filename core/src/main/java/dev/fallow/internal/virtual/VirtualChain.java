package dev.fallow.internal.virtual;

import dev.fallow.CorruptFileException;
import dev.fallow.TooLargeException;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.virtual.VirtualDataset.Extent;
import java.util.HashMap;
import java.util.Map;

/**
 * The virtual datasets that are being read, each a source of the one before. A dataset can be a source several times: in one
 * operation its extent is determined once, and the elements read for one requested element are bounded.
 */
public final class VirtualChain {
    /** Each one uses the stack and an open file. */
    private static final int LONGEST = 32;
    /** Each dataset of the longest chain may read each requested element several times, for mappings that overlap. */
    private static final long MOST_TIMES = 128;
    /** Elements that may be read in any case. */
    private static final long FREE = 1 << 20;

    /** The dataset before; null for the first one. */
    private final VirtualChain parent;

    private final VirtualDataset.Description dataset;
    private final int length;
    private final Work work;

    /** What all datasets of an operation have in common. */
    private static final class Work {
        private final Map<Key, Extent> extents = new HashMap<>();
        private final Map<Key, Boolean> complete = new HashMap<>();
        private long allowed = FREE;
        private long read;
    }

    /**
     * A dataset.
     *
     * @param file the path of another container, which may be closed and opened again; null for the first one
     */
    private record Key(String file, long header) {}

    /**
     * A chain, or a chain with one more dataset.
     *
     * @param parent null for the first one
     * @throws CorruptFileException if the dataset is in the chain already
     */
    VirtualChain(VirtualChain parent, VirtualDataset.Description dataset) {
        this.parent = parent;
        this.dataset = dataset;
        length = parent == null ? 1 : parent.length + 1;
        work = parent == null ? new Work() : parent.work;
        for (VirtualChain each = parent; each != null; each = each.parent) {
            if (each.dataset.store() == dataset.store() && each.dataset.header() == dataset.header()) {
                throw new CorruptFileException("%s is a virtual dataset that has itself as a source: %s"
                        .formatted(each.dataset.where(), this));
            }
        }
        if (length > LONGEST) {
            throw new TooLargeException("%s: more than %d virtual datasets, each a source of the one before"
                    .formatted(dataset.where(), LONGEST));
        }
    }

    private Key key() {
        VirtualChain first = this;
        while (first.parent != null) {
            first = first.parent;
        }
        boolean inFirst = dataset.store() == first.dataset.store();
        return new Key(inFirst ? null : dataset.store().fileName(), dataset.header());
    }

    /** The extent of the last dataset of the chain; null if this operation has not determined it. */
    Extent knownExtent() {
        return work.extents.get(key());
    }

    void setExtent(Extent extent) {
        work.extents.put(key(), extent);
    }

    /** Whether the last dataset of the chain has all its sources; null if this operation has not looked. */
    Boolean knownComplete() {
        return work.complete.get(key());
    }

    void setComplete(boolean complete) {
        work.complete.put(key(), complete);
    }

    /**
     * Counts elements that the last dataset reads, and the read itself.
     *
     * @throws TooLargeException if they are too many for what was requested of the first dataset
     */
    void count(long elements) {
        if (parent == null) {
            work.allowed = Memory.sum(work.allowed, Memory.product(MOST_TIMES, elements));
        }
        work.read = Memory.sum(Memory.sum(work.read, elements), 1);
        if (work.read > work.allowed) {
            throw new TooLargeException(
                    "%s: more than %d elements of virtual sources would be read, because the mappings overlap"
                            .formatted(dataset.where(), work.allowed));
        }
    }

    /** The datasets, for messages. */
    @Override
    public String toString() {
        return parent == null ? dataset.where() : parent + " -> " + dataset.where();
    }
}
