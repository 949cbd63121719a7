package dev.fallow.internal.dense;

import dev.fallow.format.Addresses;
import dev.fallow.format.Utf8;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a {@link DenseTable} in memory, between freeing the table and rebuilding it. Afterwards the messages
 * are contiguous, and the nodes of the indexes are full.
 */
public final class RepackedTable<T> implements StructureStore.Displaced {
    private final DenseTable<T> table;
    private final Stored<T> stored;
    private final List<byte[]> names = new ArrayList<>();
    private final List<byte[]> messages = new ArrayList<>();
    private final List<Long> orders = new ArrayList<>();
    private final List<Long> sharedIds = new ArrayList<>();
    private long bytes;

    /** Receives the rebuilt table. */
    @FunctionalInterface
    public interface Stored<T> {
        /** The table has been stored. */
        void in(DenseTable<T> table) throws IOException;
    }

    /**
     * Reads the messages, and loads the blocks that freeing the table changes.
     *
     * @throws dev.fallow.CorruptFileException if the indexes of a new table could not represent all messages
     */
    RepackedTable(DenseTable<T> table, Stored<T> stored) throws IOException {
        this.table = table;
        this.stored = stored;
        NewKeys keys = new NewKeys("dense storage", table.orderIndexAddress() != Addresses.UNDEFINED);
        table.forEachStored((message, body, order, sharedId) -> {
            keys.add(table.form().name(message), order);
            byte[] copy = sharedId == 0 ? body.bytes(body.remaining()) : new byte[0];
            names.add(Utf8.encode(table.form().name(message)));
            messages.add(copy);
            orders.add(order);
            sharedIds.add(sharedId);
            bytes += copy.length;
        });
        table.prepareDelete();
    }

    /** The total size of the messages in bytes. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void lift() throws IOException {
        table.delete();
    }

    @Override
    public void land() throws IOException {
        DenseTable<T> fresh = table.freshlyCreated();
        for (int i = 0; i < messages.size(); i++) {
            if (sharedIds.get(i) == 0) {
                fresh.add(names.get(i), messages.get(i), orders.get(i));
            } else {
                fresh.addShared(names.get(i), sharedIds.get(i), orders.get(i));
            }
        }
        stored.in(fresh);
    }
}
