package dev.fallow.internal.virtual;

import dev.fallow.CorruptFileException;
import dev.fallow.TooLargeException;
import dev.fallow.internal.header.ObjectStore;

/**
 * The virtual datasets that are being read, each a source of the one before.
 *
 * @param parent the dataset before; null for the first one
 */
public record VirtualChain(VirtualChain parent, ObjectStore store, long header, String where, int length) {
    /** Each one uses the stack and an open file. */
    private static final int LONGEST = 32;

    /**
     * The chain with one more dataset.
     *
     * @param parent null for the first one
     * @throws CorruptFileException if the dataset is in the chain already
     */
    static VirtualChain of(VirtualChain parent, VirtualDescription dataset) {
        long header = dataset.header();
        VirtualChain longer = new VirtualChain(
                parent, dataset.store(), header, dataset.where(), parent == null ? 1 : parent.length + 1);
        for (VirtualChain each = parent; each != null; each = each.parent) {
            if (each.store == dataset.store() && each.header == header) {
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

    /** The datasets, for messages. */
    @Override
    public String toString() {
        return parent == null ? where : parent + " -> " + where;
    }
}
