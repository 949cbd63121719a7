package dev.fallow.internal.virtual;

import dev.fallow.CorruptFileException;
import dev.fallow.TooLargeException;
import dev.fallow.internal.header.ObjectStore;

/** The virtual datasets that are being read, each a source of the one before. */
public final class VirtualChain {
    /** Each one uses the stack and an open file. */
    private static final int LONGEST = 32;

    /** The dataset before; null for the first one. */
    private final VirtualChain parent;

    private final ObjectStore store;
    private final long header;
    private final String where;
    private final int length;
    private final VirtualWork work;

    private VirtualChain(VirtualChain parent, VirtualDescription dataset) {
        this.parent = parent;
        store = dataset.store();
        header = dataset.header();
        where = dataset.where();
        length = parent == null ? 1 : parent.length + 1;
        work = parent == null ? new VirtualWork(store) : parent.work;
    }

    /**
     * The chain with one more dataset.
     *
     * @param parent null for the first one
     * @throws CorruptFileException if the dataset is in the chain already
     */
    static VirtualChain of(VirtualChain parent, VirtualDescription dataset) {
        VirtualChain longer = new VirtualChain(parent, dataset);
        for (VirtualChain each = parent; each != null; each = each.parent) {
            if (each.store == dataset.store() && each.header == dataset.header()) {
                throw new CorruptFileException(
                        "%s is a virtual dataset that has itself as a source: %s".formatted(each.where, longer));
            }
        }
        if (longer.length > LONGEST) {
            throw new TooLargeException("%s: more than %d virtual datasets, each a source of the one before"
                    .formatted(dataset.where(), LONGEST));
        }
        return longer;
    }

    /** Whether the dataset is no source of another one. */
    boolean isFirst() {
        return parent == null;
    }

    /** What all datasets of the operation have in common. */
    VirtualWork work() {
        return work;
    }

    /** The datasets, for messages. */
    @Override
    public String toString() {
        return parent == null ? where : parent + " -> " + where;
    }
}
