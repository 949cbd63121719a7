package dev.fallow.internal.dense;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.Utf8;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The messages of a {@link DenseTable} in memory, between freeing the table and rebuilding it. Afterwards the messages
 * are contiguous, and the nodes of the indexes are full.
 */
public final class RepackedTable<T> implements StructureStore.Displaced {
    private final DenseTable<T> table;
    private final Stored<T> stored;
    private final PendingMessages messages = new PendingMessages();
    /** The messages that cannot be among the others. */
    private final List<Other> others = new ArrayList<>();

    private final Set<String> otherNames = new HashSet<>();

    private long bytes;

    private record Other(byte[] name, byte[] message, long order, long sharedId) {}

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
        table.forEachStored((message, body, order, sharedId) -> add(table.form().name(message), body, order, sharedId));
        requireDifferentOrders();
        table.prepareDelete();
    }

    private void add(String text, FieldReader body, long order, long sharedId) {
        byte[] name = Utf8.encode(text);
        int hash = StoredTable.hash(name);
        if (messages.find(name, hash) != PendingMessages.NONE || otherNames.contains(text)) {
            throw new CorruptFileException("dense storage needs different names, found \"%s\" twice".formatted(text));
        }
        byte[] copy = sharedId == 0 ? body.bytes(body.remaining()) : new byte[0];
        if (sharedId == 0 && copy.length <= DenseTable.LONGEST_PENDING && messages.accepts(hash)) {
            messages.add(name, hash, copy, order);
        } else {
            others.add(new Other(name, copy, order, sharedId));
            otherNames.add(text);
        }
        bytes += copy.length;
    }

    private void requireDifferentOrders() {
        if (table.orderIndexAddress() == Addresses.UNDEFINED) {
            return;
        }
        long[] orders = LongStream.concat(
                        Arrays.stream(messages.orders()), others.stream().mapToLong(Other::order))
                .sorted()
                .toArray();
        for (int i = 1; i < orders.length; i++) {
            if (orders[i] == orders[i - 1]) {
                throw new CorruptFileException(
                        "dense storage needs different creation orders, found %d twice".formatted(orders[i]));
            }
        }
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
        DenseTable<T> fresh = table.freshlyCreated(messages);
        for (Other other : others) {
            if (other.sharedId == 0) {
                fresh.add(other.name, other.message, other.order);
            } else {
                fresh.addShared(other.name, other.sharedId, other.order);
            }
        }
        stored.in(fresh);
    }
}
