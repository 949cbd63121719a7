package dev.fallow.internal.dense;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapObjects;
import dev.fallow.internal.heap.HeapVerification;
import java.io.IOException;
import java.util.Arrays;

/**
 * The part of a {@link DenseTable} that is in the file's structures: a fractal heap with the messages; a B-tree that
 * finds them by the hash of the name, and among equal hashes by the name itself; and, if creation order is indexed, a
 * second B-tree ordered by that.
 *
 * <p>Lookup, insertion and removal take O(log n) nodes and heap blocks.
 *
 * <p>The creation order index may lack records: libhdf5 1.14 loses that of a dense attribute on renaming it, and cannot
 * delete the attribute afterwards. Here the attribute is found by name nevertheless, and its record is restored when it
 * is replaced.
 *
 * @param <T> a decoded message
 */
final class StoredTable<T> {
    /** The cache is trimmed after this number of records that were only looked at. */
    private static final int TRIM_EVERY = 10_000;
    /** Tables with more messages are not read through the cache. */
    private static final int LARGE = 1 << 16;

    private static final int PART_FREE = 4;
    private static final int PART_AT_END = 8;

    private final StructureStore store;
    private final DenseForm<T> form;
    private final FractalHeap heap;
    private final BTreeV2 names;
    /** Null if creation order is not indexed. */
    private final BTreeV2 orders;

    private StoredTable(StructureStore store, DenseForm<T> form, FractalHeap heap, BTreeV2 names, BTreeV2 orders) {
        this.store = store;
        this.form = form;
        this.heap = heap;
        this.names = names;
        this.orders = orders;
    }

    /**
     * Opens the table at these addresses.
     *
     * @param orders {@link Addresses#UNDEFINED} if there is no such index
     * @throws FormatException if the structures at these addresses are others
     */
    static <T> StoredTable<T> open(StructureStore store, DenseForm<T> form, long heap, long names, long orders)
            throws IOException {
        return new StoredTable<>(
                store,
                form,
                FractalHeap.open(store, heap, form.idLength()),
                BTreeV2.open(store, names, form.nameType(), form.nameRecordLength()),
                orders == Addresses.UNDEFINED
                        ? null
                        : BTreeV2.open(store, orders, form.orderType(), form.orderRecordLength()));
    }

    /**
     * Creates an empty table.
     *
     * @param indexed whether it has a creation order index
     */
    static <T> StoredTable<T> create(StructureStore store, DenseForm<T> form, boolean indexed) throws IOException {
        return new StoredTable<>(
                store,
                form,
                form.createHeap(store),
                BTreeV2.create(store, form.nameType(), form.nameRecordLength()),
                indexed ? BTreeV2.create(store, form.orderType(), form.orderRecordLength()) : null);
    }

    long heapAddress() {
        return heap.address();
    }

    long nameIndexAddress() {
        return names.address();
    }

    /** {@link Addresses#UNDEFINED} if creation order is not indexed. */
    long orderIndexAddress() {
        return orders == null ? Addresses.UNDEFINED : orders.address();
    }

    /** The number of messages. */
    long size() {
        return names.size();
    }

    /** Keeps the messages that are to be added to the table, as long as its heap is cached. */
    void keepPending(PendingTable<T> pending) {
        heap.keepCompanion(pending);
    }

    /** The messages that are to be added to the table; null if it has none. */
    PendingTable<T> pending() {
        @SuppressWarnings("unchecked") // all messages of a heap have the same form
        PendingTable<T> kept = (PendingTable<T>) heap.companion();
        return kept;
    }

    /**
     * Whether rebuilding the table would make the heap clearly smaller, or perhaps the file.
     *
     * @param most false for a table with more bytes of heap blocks than this
     */
    boolean isWorthRebuilding(long most) throws IOException {
        return heap.canBeRebuilt(most) && (heap.isSparse() || keepsFileLong());
    }

    /** Whether the table has a block in the last eighth of a file of which a quarter is free. O(blocks). */
    private boolean keepsFileLong() throws IOException {
        long end = store.space().endOfAllocation();
        long free = store.space().freeBytes() + store.space().quarantinedBytes();
        if (free < end / PART_FREE) {
            return false;
        }
        long[] last = {0};
        forEachBlock((address, size, structure) -> last[0] = Math.max(last[0], address + size));
        return last[0] > end - end / PART_AT_END;
    }

    /** Creates a name search, or returns the one already used in this operation. */
    private NameSearch<T> named(byte[] name) {
        if (names.lookedFor() instanceof NameSearch<?> known && known.isFor(heap, name)) {
            @SuppressWarnings("unchecked") // all messages of a heap have the same form
            NameSearch<T> same = (NameSearch<T>) known;
            return same;
        }
        return new NameSearch<>(form, heap, name);
    }

    /** As {@link #named}, for a name that must exist. */
    private NameSearch<T> existing(byte[] name) throws IOException {
        NameSearch<T> search = named(name);
        if (!names.contains(search)) {
            throw new FormatException(
                    form.structure(), -1, "expected the name " + Utf8.decode(name, 0, name.length) + " in the index");
        }
        return search;
    }

    /** Whether the creation order index, if there is one, has a record of this order. */
    private boolean isOrdered(long order) throws IOException {
        return orders != null && orders.contains(ordered(order));
    }

    private BTreeV2.Order ordered(long order) {
        return (image, at) -> Long.compare(LittleEndian.unsigned(image, at + form.orderAt(), form.orderWidth()), order);
    }

    /** The message of a name, or null. */
    DenseTable.Entry<T> find(byte[] name) throws IOException {
        NameSearch<T> wanted = named(name);
        return names.contains(wanted)
                ? new DenseTable.Entry<>(wanted.message(), wanted.order(), wanted.sharedId())
                : null;
    }

    /**
     * Visits all messages in the order of their name hashes.
     *
     * @throws FormatException if heap or name index are damaged
     */
    void forEach(DenseTable.StoredVisitor<T> visitor) throws IOException {
        Budget bytes = new Budget("fractal heap", heap.address(), store.reader().allocatedBytes());
        HashOrder order = form.requiresOrder() ? new HashOrder(names.address()) : null;
        NameHash hashes = new NameHash();
        MessageBatch.Messages messages = (image, at, body) -> {
            bytes.take(body.remaining());
            int start = body.position();
            T message = form.decode(body);
            body.backTo(start);
            String name = form.name(message);
            int hash = requireHash(name, hashes.of(name), LittleEndian.i32(image, at + form.hashAt()));
            if (order != null) {
                order.next(name, hash);
            }
            visitor.visit(message, body, form.order(message, image, at), form.sharedId(image, at));
        };
        if (names.size() > LARGE) {
            MessageBatch<T> batch = new MessageBatch<>(form, heap, messages);
            names.forEach((low, lowAt, high, highAt) -> true, batch::add);
            batch.deliver();
            return;
        }
        HeapObjects objects = heap.objects();
        names.forEach((image, at) -> messages.visit(image, at, form.message(objects, image, at)));
    }

    private int requireHash(String name, int hash, int found) {
        if (hash != found) {
            throw new FormatException(
                    "version 2 B-tree",
                    names.address(),
                    "expected the hash 0x%08x of the name %s, found 0x%08x".formatted(hash, name, found));
        }
        return hash;
    }

    /**
     * Checks that a message can be added, and loads the blocks that this changes. Its name must be unused.
     *
     * @param length bytes of the message
     * @param order its creation order; ignored if that is not indexed
     */
    void prepareAdd(byte[] name, int length, long order) throws IOException {
        heap.prepareInsert(length);
        names.prepareInsert(named(name));
        if (orders != null) {
            orders.prepareInsert(ordered(order));
        }
    }

    /**
     * Checks that a creation order is not in use.
     *
     * @throws FormatException if it is
     */
    void requireUnordered(long order) throws IOException {
        orders.prepareInsert(ordered(order));
    }

    /** Loads the blocks that {@link #addAll} changes, as if each were the only one. */
    void prepareAddAll(PendingMessages messages) throws IOException {
        if (names.size() == 0) {
            return;
        }
        PendingMessages.Sorted sorted = messages.sorted();
        for (int i = 0; i < sorted.size(); i++) {
            int place = sorted.place(i);
            prepareAdd(messages.name(place), messages.messageLength(place), messages.order(place));
        }
    }

    /** Adds messages, and removes them there; none of their names may be in use. O(log n) each, O(1) if the table is empty. */
    void addAll(PendingMessages messages) throws IOException {
        boolean empty = names.size() == 0 && (orders == null || orders.size() == 0);
        TableBuild<T> build = new TableBuild<>(form, heap, messages, orders != null, empty);
        if (empty) {
            messages.clear(); // before the nodes take memory
            names.fill(build.nameRecords());
            if (orders != null) {
                orders.fill(build.orderRecords());
            }
            return;
        }
        build.forEach((name, nameRecord, order, orderRecord) -> {
            names.insert(named(name), nameRecord);
            if (orders != null) {
                orders.insert(ordered(order), orderRecord);
            }
        });
        messages.clear();
    }

    /** Adds a message. */
    void add(byte[] name, byte[] message, long order) throws IOException {
        byte[] id = heap.insert(message);
        names.insert(named(name), form.nameRecord(NameSearch.hash(name), id, order));
        if (orders != null) {
            orders.insert(ordered(order), form.orderRecord(order, id));
        }
    }

    /** Adds a message in a heap that several tables share, which counts this table as a user already. */
    void addShared(byte[] name, long sharedId, long order) throws IOException {
        byte[] id = new byte[form.idLength()];
        LittleEndian.put(id, 0, id.length, sharedId);
        names.insert(named(name), shared(form.nameRecord(NameSearch.hash(name), id, order)));
        if (orders != null) {
            orders.insert(ordered(order), shared(form.orderRecord(order, id)));
        }
    }

    private byte[] shared(byte[] record) {
        form.markShared(record);
        return record;
    }

    private void prepareDiscard(NameSearch<T> discarded) throws IOException {
        if (discarded.sharedId() == 0) {
            heap.prepareRemove(discarded.id());
        }
    }

    private void discard(NameSearch<T> discarded) throws IOException {
        if (discarded.sharedId() == 0) {
            heap.remove(discarded.id());
        } else {
            form.release(discarded.sharedId());
        }
    }

    /** Checks that the message of an existing name can be removed, and loads the blocks that this changes. */
    void prepareRemove(byte[] name) throws IOException {
        NameSearch<T> removed = existing(name);
        names.prepareRemove(removed);
        if (isOrdered(removed.order())) {
            orders.prepareRemove(ordered(removed.order()));
        }
        prepareDiscard(removed);
    }

    /** Removes the message of an existing name. */
    void remove(byte[] name) throws IOException {
        NameSearch<T> removed = existing(name);
        names.remove(removed);
        if (isOrdered(removed.order())) {
            orders.remove(ordered(removed.order()));
        }
        discard(removed);
    }

    /**
     * Checks that the message of an existing name can be replaced, and loads the blocks that this changes.
     *
     * @param length bytes of the new message
     */
    void prepareReplace(byte[] name, int length) throws IOException {
        NameSearch<T> replaced = existing(name);
        if (orders != null && !isOrdered(replaced.order())) {
            orders.prepareInsert(ordered(replaced.order()));
        }
        prepareDiscard(replaced);
        heap.prepareInsert(length);
    }

    /** Replaces a message by one of the same name; the creation order is unchanged. */
    void replace(byte[] name, byte[] message) throws IOException {
        NameSearch<T> replaced = existing(name);
        discard(replaced);
        byte[] id = heap.insert(message);
        names.replace(replaced, form.nameRecord(replaced.hash(), id, replaced.order()));
        putOrder(replaced.order(), id);
    }

    private void putOrder(long order, byte[] id) throws IOException {
        if (isOrdered(order)) {
            orders.replace(ordered(order), form.orderRecord(order, id));
        } else if (orders != null) {
            orders.insert(ordered(order), form.orderRecord(order, id));
        }
    }

    /** As {@link #prepareReplace}, for a message with another, unused name. */
    void prepareRename(byte[] name, byte[] newName, int length) throws IOException {
        prepareReplace(name, length);
        names.prepareRemove(existing(name));
        names.prepareInsert(named(newName));
    }

    /** As {@link #replace}, with a message of another name. */
    void rename(byte[] name, byte[] newName, byte[] message) throws IOException {
        NameSearch<T> renamed = existing(name);
        names.remove(renamed);
        discard(renamed);
        byte[] id = heap.insert(message);
        names.insert(named(newName), form.nameRecord(NameSearch.hash(newName), id, renamed.order()));
        putOrder(renamed.order(), id);
    }

    /**
     * Checks that no message overlaps another one or the heap's free space, and that the indexes are in order.
     *
     * @throws FormatException if they are not
     */
    void verify() throws IOException {
        HeapVerification verification = heap.verification();
        long[] before = {-1, -1};
        int[] records = {0};
        names.forEach(fields -> {
            trimSometimes(records);
            byte[] record = fields.bytes(form.nameRecordLength());
            before[0] = ascending(names, before[0], LittleEndian.i32(record, form.hashAt()) & 0xFFFF_FFFFL);
            if (form.sharedId(record, 0) == 0) {
                verification.add(Arrays.copyOfRange(record, form.idAt(), form.idAt() + form.idLength()));
            }
        });
        verification.finish();
        if (orders != null) {
            orders.forEach(fields -> {
                trimSometimes(records);
                byte[] record = fields.bytes(form.orderRecordLength());
                before[1] =
                        ascending(orders, before[1], LittleEndian.unsigned(record, form.orderAt(), form.orderWidth()));
            });
        }
    }

    /** The indexes of a large table do not fit into the cache. */
    private void trimSometimes(int[] records) {
        if (++records[0] % TRIM_EVERY == 0) {
            store.cache().trim();
        }
    }

    /** A search finds records only in ascending order. */
    private static long ascending(BTreeV2 index, long before, long key) {
        if (key < before) {
            throw new FormatException(
                    "version 2 B-tree",
                    index.address(),
                    "expected records in ascending order, found %d after %d".formatted(key, before));
        }
        return key;
    }

    /** Checks that the whole table can be freed, and loads the blocks that this changes. */
    void prepareDelete() throws IOException {
        heap.prepareDelete();
        names.prepareDelete();
        if (orders != null) {
            orders.prepareDelete();
        }
    }

    /** Frees the whole table, including its messages, but releases none in heaps that several tables share. */
    void delete() throws IOException {
        names.delete();
        if (orders != null) {
            orders.delete();
        }
        heap.delete();
    }

    /** Visits the blocks of the heap and the indexes. */
    void forEachBlock(ExtentVisitor visitor) throws IOException {
        heap.forEachBlock(visitor);
        names.forEachBlock(visitor);
        if (orders != null) {
            orders.forEachBlock(visitor);
        }
    }
}
