package dev.fallow.internal.tree;

import dev.fallow.ContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import java.io.IOException;
import java.util.List;

/**
 * Moves chunks of the datasets that have freed some in this session to lower addresses. Rewritten chunks get new space,
 * because the last commit refers to the old one; if all are rewritten, the new ones are behind as much free space. On
 * close, after a commit, they are moved into it if at least an eighth of the file is free. This copies at most as many bytes
 * as are free. The blocks of an index stay where they are.
 */
public final class ChunkRepacking {
    private static final int SHARE = 8;

    private final ObjectStore store;
    private final List<Long> datasets;

    /** A repacking of the chunks of a container. Forgets which datasets have freed some. */
    public ChunkRepacking(ObjectStore store) {
        this.store = store;
        datasets = store.rewritten().take();
    }

    /** Whether there is much free space, and a dataset whose chunks may be behind it. */
    public boolean isWorthwhile() {
        return !datasets.isEmpty() && free() > store.space().endOfAllocation() / SHARE;
    }

    private long free() {
        return store.space().freeBytes() + store.space().aggregatorBytes();
    }

    /**
     * Moves the chunks that would be behind the end of a file without free space. A dataset that cannot be read, or whose
     * chunks cannot be copied, stays as it is: closing does not depend on it.
     *
     * @param anywhere whether a chunk is also moved to free space before it that would be behind that end, too
     * @return whether a chunk was moved
     */
    public boolean run(boolean anywhere) throws IOException {
        long from = store.space().endOfAllocation() - free();
        boolean moved = false;
        for (long address : datasets) {
            try {
                moved |= DatasetStorage.of(store, store.header(address), "object header at address " + address)
                        .compactChunks(from, anywhere);
            } catch (ElementsNotWrittenException | FormatException | ContainerException unmoved) {
                continue;
            }
        }
        return moved;
    }
}
