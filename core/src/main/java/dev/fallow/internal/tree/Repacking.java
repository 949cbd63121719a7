package dev.fallow.internal.tree;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.FormatException;
import dev.fallow.internal.attribute.AttributeStorage;
import dev.fallow.internal.attribute.DenseAttributes;
import dev.fallow.internal.cache.StructureStore.Displaced;
import dev.fallow.internal.dense.RepackedTable;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.DenseLinks;
import dev.fallow.internal.link.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rebuilds dense storage that has lost messages in this session. A fractal heap keeps a block as long as it contains
 * one object, so many removals leave it full of holes. On close, storage that would shrink by at least a quarter is
 * rebuilt, and storage near the end of a file of which a quarter is free. Each rebuild costs O(messages left), amortised by the removal of at least a third as many bytes.
 */
public final class Repacking {
    /** The most bytes of heap blocks that are read, because the messages of all tables are in memory together. */
    private static final long MOST_BYTES = 32L << 20;

    private Repacking() {}

    /**
     * The storage to rebuild, read into memory. Changes nothing. Storage that cannot be read completely is skipped:
     * closing does not depend on it, and reading it reports the error.
     */
    public static List<Displaced> plan(ObjectStore store) {
        List<Displaced> plans = new ArrayList<>();
        long left = MOST_BYTES;
        for (long address : store.sparse().take()) {
            try {
                left = plan(store, address, left, plans);
            } catch (IOException | FormatException | ContainerException unreadable) {
                continue;
            }
        }
        return plans;
    }

    private static long plan(ObjectStore store, long address, long left, List<Displaced> plans) throws IOException {
        long rest = left;
        ObjectHeader header = store.header(address);
        boolean group = header.kind() == ObjectKind.GROUP;
        if (group && Links.of(store, header, "group") instanceof DenseLinks links) {
            rest = plan(links.repacked(rest), rest, plans);
        }
        if (AttributeStorage.of(store, header, "object header at address " + address)
                instanceof DenseAttributes dense) {
            rest = plan(dense.repacked(rest), rest, plans);
        }
        return rest;
    }

    private static long plan(RepackedTable<?> table, long left, List<Displaced> plans) {
        if (table == null) {
            return left;
        }
        plans.add(table);
        return left - table.bytes();
    }
}
