package dev.fallow.internal.dense;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/**
 * Named messages in dense storage: those in the {@linkplain StoredTable file's structures}, and those added since the
 * last commit to a table that this session has created, which are {@linkplain PendingTable in memory}. A name is in one of the two.
 * Used for both links and attributes, within one operation only: heap and trees may be evicted from the cache after it.
 *
 * <p>Lookup, insertion and removal of a stored message take O(log n) nodes and heap blocks, of a pending one O(1)
 * expected probes in memory.
 *
 * @param <T> a decoded message
 * @param pending null if additions are stored at once
 */
public record DenseTable<T>(StructureStore store, DenseForm<T> form, StoredTable<T> stored, PendingTable<T> pending) {
    /**
     * The maximum length of a pending message in bytes: the room for all pending ones must not come as a surprise to a
     * commit.
     */
    static final int LONGEST_PENDING = 64 << 10;

    /**
     * Opens the table at these addresses.
     *
     * @param orders {@link Addresses#UNDEFINED} if there is no such index
     * @throws FormatException if the structures at these addresses are others
     */
    public static <T> DenseTable<T> open(StructureStore store, DenseForm<T> form, long heap, long names, long orders)
            throws IOException {
        StoredTable<T> stored = StoredTable.open(store, form, heap, names, orders);
        return new DenseTable<>(store, form, stored, stored.pending());
    }

    /**
     * Checks that a table can be created. The numbers in a heap header need lengths of more than 2 bytes.
     *
     * @param where file and object, for messages
     * @throws UnsupportedFeatureException if the file's lengths are too narrow; libhdf5 then writes heaps that no
     * reader can open
     */
    public static void prepareCreate(StructureStore store, String where) {
        if (store.sizes().lengths() < Integer.BYTES) {
            throw new UnsupportedFeatureException(
                    "%s: dense storage needs lengths of at least %d bytes, the file has %d"
                            .formatted(where, Integer.BYTES, store.sizes().lengths()));
        }
    }

    /**
     * Creates an empty table.
     *
     * @param indexed whether it has a creation order index
     */
    public static <T> DenseTable<T> create(StructureStore store, DenseForm<T> form, boolean indexed)
            throws IOException {
        StoredTable<T> stored = StoredTable.create(store, form, indexed);
        return new DenseTable<>(store, form, stored, stored.pending());
    }

    public long heapAddress() {
        return stored.heapAddress();
    }

    public long nameIndexAddress() {
        return stored.nameIndexAddress();
    }

    /** {@link Addresses#UNDEFINED} if creation order is not indexed. */
    public long orderIndexAddress() {
        return stored.orderIndexAddress();
    }

    private boolean isIndexed() {
        return stored.orderIndexAddress() != Addresses.UNDEFINED;
    }

    /** The number of messages. */
    public long size() {
        return stored.size() + (pending == null ? 0 : pending.messages().size());
    }

    /**
     * A message found in the table.
     *
     * @param order its creation order
     * @param sharedId its ID in a heap that several tables share; 0 if it is in the heap of the table
     */
    public record Entry<T>(T message, long order, long sharedId) {}

    /** Receives the messages of {@link #forEach}. */
    @FunctionalInterface
    public interface Visitor<T> {
        /**
         * One message.
         *
         * @param sharedId as in {@link Entry}
         */
        void visit(T message, long order, long sharedId) throws IOException;
    }

    /** Receives the messages of {@link #forEachStored}. */
    @FunctionalInterface
    interface StoredVisitor<T> {
        /** A message and its bytes. */
        void visit(T message, FieldReader body, long order, long sharedId) throws IOException;
    }

    // ---- finding ----------------------------------------------------------------------------------------------

    /** The place of a pending message; {@link PendingMessages#NONE} if the name is not pending. */
    private int pendingPlace(byte[] name) {
        return pending == null || pending.messages().size() == 0
                ? PendingMessages.NONE
                : pending.messages().find(name, StoredTable.hash(name));
    }

    private boolean isPending(byte[] name) {
        return pendingPlace(name) != PendingMessages.NONE;
    }

    private FieldReader pendingBody(int place) {
        return pending.messages().reader(place, store.sizes(), form.records.structure());
    }

    /** The bytes of a name to look up; null if it contains a lone surrogate, which no name in a file has. */
    public static byte[] bytes(String name) {
        try {
            return Utf8.encode(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The message of a name, or null. */
    public Entry<T> find(String text) throws IOException {
        byte[] name = bytes(text);
        if (name == null) {
            return null;
        }
        int place = pendingPlace(name);
        if (place == PendingMessages.NONE) {
            return stored.find(name);
        }
        return new Entry<>(form.decode(pendingBody(place)), pending.messages().order(place), 0);
    }

    /**
     * Visits all messages in the order of their name hashes.
     *
     * @throws FormatException if heap or name index are damaged
     */
    public void forEach(Visitor<T> visitor) throws IOException {
        forEachStored((message, body, order, sharedId) -> visitor.visit(message, order, sharedId));
    }

    /** As {@link #forEach}, with the bytes that are stored or will be. */
    void forEachStored(StoredVisitor<T> visitor) throws IOException {
        if (pending == null || pending.messages().size() == 0) {
            stored.forEach(visitor);
            return;
        }
        PendingWalk walk = new PendingWalk(visitor);
        stored.forEach((message, body, order, sharedId) -> {
            walk.visitBefore(Utf8.encode(form.name(message)));
            visitor.visit(message, body, order, sharedId);
        });
        walk.visitRest();
    }

    /** Visits pending messages between stored ones, in the order of the name index. */
    private final class PendingWalk {
        private final PendingMessages messages = pending.messages();
        private final PendingMessages.Sorted sorted = messages.sorted();
        private final StoredVisitor<T> visitor;
        private boolean more = sorted.next();

        PendingWalk(StoredVisitor<T> visitor) {
            this.visitor = visitor;
        }

        /** Visits those before a stored message. */
        void visitBefore(byte[] name) throws IOException {
            int hash = StoredTable.hash(name);
            while (more && isBefore(name, hash)) {
                visitNext();
            }
        }

        private boolean isBefore(byte[] name, int hash) {
            int compared = Integer.compareUnsigned(sorted.hash(), hash);
            return compared < 0 || compared == 0 && Arrays.compareUnsigned(messages.name(sorted.place()), name) < 0;
        }

        void visitRest() throws IOException {
            while (more) {
                visitNext();
            }
        }

        private void visitNext() throws IOException {
            int place = sorted.place();
            more = sorted.next();
            FieldReader body = pendingBody(place);
            T message = form.decode(body.at(0));
            visitor.visit(message, body, messages.order(place), 0);
        }
    }

    /** A table of the same form, with the same indexes, and with these messages. */
    DenseTable<T> freshlyCreated(PendingMessages messages) throws IOException {
        DenseTable<T> fresh = create(store, form, isIndexed());
        fresh.pending.take(messages);
        return fresh;
    }

    /**
     * A copy of all messages, for rebuilding the table; null if that would make neither the table clearly smaller nor
     * perhaps the file shorter.
     *
     * @param most the maximum number of heap block bytes to read
     * @param whenStored receives the new table
     */
    public RepackedTable<T> repacked(long most, RepackedTable.Stored<T> whenStored) throws IOException {
        return stored.isWorthRebuilding(most) ? new RepackedTable<>(this, whenStored) : null;
    }

    // ---- adding -----------------------------------------------------------------------------------------------

    /** Whether a message with this unused name is added in memory. */
    private boolean becomesPending(byte[] name, int length) {
        return pending != null
                && length <= LONGEST_PENDING
                && pending.messages().accepts(StoredTable.hash(name));
    }

    /**
     * Checks that a message can be added, and loads the blocks that this changes. Its name must be unused.
     *
     * @param length bytes of the message
     * @param order its creation order; ignored if that is not indexed
     */
    public void prepareAdd(byte[] name, int length, long order) throws IOException {
        if (!becomesPending(name, length)) {
            stored.prepareAdd(name, length, order);
        }
        if (pending != null && isIndexed() && !pending.isAboveAll(order, stored)) {
            stored.requireUnordered(order);
            if (pending.messages().hasOrder(order)) {
                throw new FormatException(
                        form.records.structure(), -1, "expected no message of creation order " + order + ", found one");
            }
        }
    }

    /** Adds a message. */
    public void add(byte[] name, byte[] message, long order) throws IOException {
        if (pending != null) {
            pending.ordered(order);
        }
        if (becomesPending(name, message.length)) {
            addPending(name, message, order);
        } else {
            stored.add(name, message, order);
        }
    }

    private void addPending(byte[] name, byte[] message, long order) {
        pending.messages().add(name, StoredTable.hash(name), message, order);
        pending.changed(stored.size());
    }

    /** Adds a message in a heap that several tables share, which counts this table as a user already. */
    public void addShared(byte[] name, long sharedId, long order) throws IOException {
        if (pending != null) {
            pending.ordered(order);
        }
        stored.addShared(name, sharedId, order);
    }

    // ---- changing ---------------------------------------------------------------------------------------------

    /** Checks that the message of an existing name can be removed, and loads the blocks that this changes. */
    public void prepareRemove(byte[] name) throws IOException {
        if (!isPending(name)) {
            stored.prepareRemove(name);
        }
    }

    /** Removes the message of an existing name. */
    public void remove(byte[] name) throws IOException {
        if (isPending(name)) {
            removePending(name);
        } else {
            stored.remove(name);
        }
    }

    private void removePending(byte[] name) {
        pending.messages().remove(name, StoredTable.hash(name));
        pending.changed(stored.size());
    }

    /**
     * Checks that the message of an existing name can be replaced by one of the same name, or of an unused one, and loads
     * the blocks that this changes.
     *
     * @param length bytes of the new message
     */
    public void prepareReplace(byte[] name, byte[] newName, int length) throws IOException {
        int place = pendingPlace(name);
        if (place == PendingMessages.NONE) {
            stored.prepareReplace(name, newName, length);
        } else if (!becomesPending(newName, length)) {
            stored.prepareAdd(newName, length, pending.messages().order(place));
        }
    }

    /** Replaces a message by one of the same name, or of an unused one; the creation order is unchanged. */
    public void replace(byte[] name, byte[] newName, byte[] message) throws IOException {
        int place = pendingPlace(name);
        if (place == PendingMessages.NONE) {
            stored.replace(name, newName, message);
        } else {
            replacePending(place, name, newName, message);
        }
    }

    private void replacePending(int place, byte[] name, byte[] newName, byte[] message) throws IOException {
        boolean staysPending = becomesPending(newName, message.length);
        long order = pending.messages().order(place);
        removePending(name);
        if (staysPending) {
            addPending(newName, message, order);
        } else {
            stored.add(newName, message, order);
        }
    }

    // ---- the whole table --------------------------------------------------------------------------------------

    /**
     * Checks that no stored message overlaps another one or the heap's free space, and that the indexes are in order.
     *
     * @throws FormatException if they are not
     */
    public void verify() throws IOException {
        stored.verify();
    }

    /** Checks that the whole table can be freed, and loads the blocks that this changes. */
    public void prepareDelete() throws IOException {
        stored.prepareDelete();
    }

    /** Frees the whole table, including its messages, but releases none in heaps that several tables share. */
    public void delete() throws IOException {
        if (pending != null) {
            pending.drop();
        }
        stored.delete();
    }

    /** Visits the blocks of the heap and the indexes, which pending messages do not have yet. */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        stored.forEachBlock(visitor);
    }
}
