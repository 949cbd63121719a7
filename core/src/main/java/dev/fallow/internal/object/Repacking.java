package dev.fallow.internal.object;

import dev.fallow.ContainerException;
import dev.fallow.ObjectKind;
import dev.fallow.format.FormatException;
import dev.fallow.internal.cache.StructureStore.Displaced;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Dense storage that has lost messages in this session. A fractal heap keeps a block as long as one object lies in it, so
 * that many removals leave it full of holes; when the container is closed, what would shrink by a quarter or more is stored
 * anew. Each time costs O(messages left), paid for by at least a third as many bytes of removed ones.
 */
public final class Repacking {
    /** Bytes of heap blocks that are read at most: the messages of all tables are held at once. */
    private static final long MOST_BYTES = 32L << 20;

    private final ObjectStore store;
    /** The headers of the objects. */
    private final Set<Long> touched = new LinkedHashSet<>();

    private boolean wanted = true;

    Repacking(ObjectStore store) {
        this.store = store;
    }

    /** Says whether it is wanted; it is if nothing is said. */
    public void setWanted(boolean now) {
        wanted = now;
    }

    /** Says that dense storage of an object has lost a message. */
    void lost(long header) {
        if (wanted) {
            touched.add(header);
        }
    }

    /** Says that an object is gone. */
    void gone(long header) {
        if (!touched.isEmpty()) {
            touched.remove(header);
        }
    }

    /**
     * What is to be stored anew, read into memory. Changes nothing. What cannot be read as a whole is left as it is: it is no
     * concern of closing the container, and whoever needs it will be told.
     */
    public List<Displaced> plan() {
        List<Displaced> plans = new ArrayList<>();
        long left = MOST_BYTES;
        for (long address : touched) {
            try {
                left = plan(address, left, plans);
            } catch (IOException | FormatException | ContainerException unreadable) {
                continue;
            }
        }
        touched.clear();
        return plans;
    }

    private long plan(long address, long left, List<Displaced> plans) throws IOException {
        long rest = left;
        ObjectHeader header = store.header(address);
        boolean group = ObjectKinds.of(header) == ObjectKind.GROUP;
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
