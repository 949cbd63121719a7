package dev.fallow.internal.dense;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
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
import java.util.Comparator;

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
 * @param orders null if creation order is not indexed
 */
record StoredTable<T>(StructureStore store, DenseForm<T> form, FractalHeap heap, BTreeV2 names, BTreeV2 orders) {
    /** The cache is trimmed after this number of records that were only looked at. */
    private static final int TRIM_EVERY = 10_000;
    /** Tables with more messages are not read through the cache. */
    private static final int LARGE = 1 << 16;

    private static final int PART_FREE = 4;
    private static final int PART_AT_END = 8;

    /** As {@link DenseTable#open}. */
    static <T> StoredTable<T> open(StructureStore store, DenseForm<T> form, long heap, long names, long orders)
            throws IOException {
        return new StoredTable<>(
                store,
                form,
                FractalHeap.open(store, heap, form.records.idLength()),
                BTreeV2.open(store, names, form.records.nameType(), form.records.nameLength()),
                orders == Addresses.UNDEFINED
                        ? null
                        : BTreeV2.open(store, orders, form.records.orderType(), form.records.orderLength()));
    }

    /** Creates an empty table; if {@code indexed}, with a creation order index. */
    static <T> StoredTable<T> create(StructureStore store, DenseForm<T> form, boolean indexed) throws IOException {
        StoredTable<T> created = new StoredTable<>(
                store,
                form,
                form.createHeap(store),
                BTreeV2.create(store, form.records.nameType(), form.records.nameLength()),
                indexed ? BTreeV2.create(store, form.records.orderType(), form.records.orderLength()) : null);
        store.createdInSession(created.heapAddress());
        return created;
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

    /** The messages that are to be added to the table, kept with its heap; null if the session has not created the table. */
    PendingTable<T> pending() {
        if (heap.companion() == null && store.isOfSession(heapAddress())) {
            heap.keepCompanion(new PendingTable<>(this));
        }
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

    /** The hash by which names are ordered. */
    static int hash(byte[] name) {
        return Checksum.of(name, 0, name.length);
    }

    /**
     * Searches the name index: by hash, and among equal hashes by the name itself, which is in the heap. Remembers what it
     * has found.
     */
    private final class NameSearch implements BTreeV2.Order {
        private final byte[] name;
        private final int hash;
        private T message;
        /** Its heap ID. */
        private byte[] id;
        /** Its creation order. */
        private long order;
        /** Its ID in a heap that several tables share; 0 if it is in the heap of the table. */
        private long sharedId;

        NameSearch(byte[] name) {
            this.name = name;
            hash = hash(name);
        }

        @Override
        public int compare(byte[] image, int at) throws IOException {
            int compared = Integer.compareUnsigned(LittleEndian.i32(image, at + form.records.hashAt()), hash);
            if (compared != 0) {
                return compared;
            }
            int idAt = at + form.records.idAt();
            if (id != null && Arrays.equals(image, idAt, idAt + id.length, id, 0, id.length)) {
                return 0; // found earlier
            }
            T other = form.decode(form.message(heap, image, at));
            compared = Arrays.compareUnsigned(Utf8.encode(form.name(other)), name);
            if (compared == 0) {
                message = other;
                id = Arrays.copyOfRange(image, idAt, idAt + form.records.idLength());
                order = form.order(other, image, at);
                sharedId = form.sharedId(image, at);
            }
            return compared;
        }

        private boolean isFor(FractalHeap in, byte[] wanted) {
            return heap == in && Arrays.equals(name, wanted);
        }
    }

    /** Creates a name search, or returns the one already used in this operation. */
    private NameSearch named(byte[] name) {
        if (names.lookedFor() instanceof StoredTable<?>.NameSearch known && known.isFor(heap, name)) {
            @SuppressWarnings("unchecked") // all messages of a heap have the same form
            NameSearch same = (NameSearch) known;
            return same;
        }
        return new NameSearch(name);
    }

    /** As {@link #named}, for a name that must exist. */
    private NameSearch existing(byte[] name) throws IOException {
        NameSearch search = named(name);
        if (!names.contains(search)) {
            throw new FormatException(
                    form.records.structure(),
                    -1,
                    "expected the name " + Utf8.decode(name, 0, name.length) + " in the index");
        }
        return search;
    }

    /** Whether the creation order index, if there is one, has a record of this order. */
    private boolean isOrdered(long order) throws IOException {
        return orders != null && orders.contains(ordered(order));
    }

    private BTreeV2.Order ordered(long order) {
        return (image, at) -> Long.compare(
                LittleEndian.unsigned(image, at + form.records.orderAt(), form.records.orderWidth()), order);
    }

    /** The message of a name, or null. */
    DenseTable.Entry<T> find(byte[] name) throws IOException {
        NameSearch wanted = named(name);
        return names.contains(wanted) ? new DenseTable.Entry<>(wanted.message, wanted.order, wanted.sharedId) : null;
    }

    /** As {@link DenseTable#forEach}. */
    void forEach(DenseTable.StoredVisitor<T> visitor) throws IOException {
        Budget bytes = new Budget("fractal heap", heap.address(), store.reader().allocatedBytes());
        NameHashes hashes = new NameHashes();
        MessageBatch.Messages messages = (image, at, body) -> {
            bytes.take(body.remaining());
            int start = body.position();
            T message = form.decode(body);
            body.backTo(start);
            hashes.require(form.name(message), LittleEndian.i32(image, at + form.records.hashAt()));
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

    /** Checks the hashes of names and, if the form requires that, their order: by hash, and by bytes among equal hashes. */
    private final class NameHashes {
        private final boolean ordered = form.requiresOrder();
        /** For the bytes of a short name, so that not each needs an array. */
        private final byte[] buffer = new byte[64];

        private String nameBefore = "";
        private int hashBefore;

        void require(String name, int found) {
            int hash = Utf8.encodeAscii(name, buffer) ? Checksum.of(buffer, 0, name.length()) : hash(Utf8.encode(name));
            if (hash != found) {
                throw damaged("expected the hash 0x%08x of the name %s, found 0x%08x", hash, name, found);
            }
            if (!ordered) {
                return;
            }
            int compared = Integer.compareUnsigned(hashBefore, hash);
            if (compared > 0
                    || compared == 0 && Arrays.compareUnsigned(Utf8.encode(nameBefore), Utf8.encode(name)) >= 0) {
                throw damaged(
                        "expected links in the order of the hashes of their names, found %s (0x%08x) after 0x%08x",
                        name, hash, hashBefore);
            }
            nameBefore = name;
            hashBefore = hash;
        }

        private FormatException damaged(String problem, Object... values) {
            return new FormatException("version 2 B-tree", names.address(), problem.formatted(values));
        }
    }

    /** As {@link DenseTable#prepareAdd}. */
    void prepareAdd(byte[] name, int length, long order) throws IOException {
        heap.prepareInsert(length);
        names.prepareInsert(named(name));
        if (orders != null) {
            orders.prepareInsert(ordered(order));
        }
    }

    /** The largest creation order in the index; -1 if there is none. O(log n). */
    long highestOrder() throws IOException {
        long[] highest = {-1};
        if (orders != null) {
            orders.contains((image, at) -> {
                highest[0] = LittleEndian.unsigned(image, at + form.records.orderAt(), form.records.orderWidth());
                return -1; // leads to the last record
            });
        }
        return highest[0];
    }

    /** @throws FormatException if the creation order is in use */
    void requireUnordered(long order) throws IOException {
        orders.prepareInsert(ordered(order));
    }

    /** Loads the blocks that {@link #addToHeap} and {@link #addToIndexes} change, as if each were the only one. */
    void prepareAddAll(PendingMessages messages) throws IOException {
        if (names.size() == 0) {
            return;
        }
        for (PendingMessages.Sorted sorted = messages.sorted(); sorted.next(); ) {
            int place = sorted.place();
            prepareAdd(messages.name(place), messages.messageLength(place), messages.order(place));
        }
    }

    /**
     * Adds messages to the heap, in the order of their creation, in which applications tend to use them. They keep their IDs for
     * {@link #addToIndexes}. None of their names may be in use. O(log n) blocks each.
     */
    void addToHeap(PendingMessages messages) throws IOException {
        int added = 0;
        for (PendingMessages.Places places = messages.places(); places.next(); ) {
            messages.putId(places.place(), heap.insert(messages.message(places.place())));
            if (++added % TRIM_EVERY == 0) {
                store.makeRoom();
            }
        }
    }

    /**
     * Adds messages that are in the heap to the indexes, in the order of these, and removes them there. O(log n) nodes each, O(1) if the
     * table is empty.
     */
    void addToIndexes(PendingMessages messages) throws IOException {
        if (names.size() == 0 && (orders == null || orders.size() == 0)) {
            fillIndexes(messages);
            return;
        }
        for (PendingMessages.Sorted sorted = messages.sorted(); sorted.next(); ) {
            byte[] id = messages.id(sorted.place(), form.records.idLength());
            long order = messages.order(sorted.place());
            names.insert(named(messages.name(sorted.place())), form.nameRecord(sorted.hash(), id, order));
            if (orders != null) {
                orders.insert(ordered(order), form.orderRecord(order, id));
            }
        }
        messages.clear();
    }

    private void fillIndexes(PendingMessages messages) throws IOException {
        int count = messages.size();
        int length = form.records.orderLength();
        byte[] orderRecords = orders == null ? null : new byte[Math.multiplyExact(count, length)];
        PendingMessages.Sorted sorted = messages.sorted();
        int[] next = {0};
        names.fill(count, (target, at) -> {
            sorted.next();
            byte[] id = messages.id(sorted.place(), form.records.idLength());
            long order = messages.order(sorted.place());
            System.arraycopy(form.nameRecord(sorted.hash(), id, order), 0, target, at, form.records.nameLength());
            if (orders != null) {
                System.arraycopy(form.orderRecord(order, id), 0, orderRecords, length * next[0]++, length);
            }
        });
        messages.clear();
        if (orders != null) {
            byOrder(orderRecords);
            next[0] = 0;
            BTreeV2 kept =
                    BTreeV2.open(store, orders.address(), form.records.orderType(), length); // room may have been made
            kept.fill(count, (target, at) -> System.arraycopy(orderRecords, length * next[0]++, target, at, length));
        }
    }

    private static byte[] part(byte[] records, int i, int length) {
        return Arrays.copyOfRange(records, i * length, (i + 1) * length);
    }

    /** Sorts records of the creation order index. O(n log n). */
    private void byOrder(byte[] records) {
        int length = form.records.orderLength();
        byte[][] parts = new byte[records.length / length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(records, i, length);
        }
        Arrays.sort(
                parts,
                Comparator.comparingLong(
                        part -> LittleEndian.unsigned(part, form.records.orderAt(), form.records.orderWidth())));
        for (int i = 0; i < parts.length; i++) {
            System.arraycopy(parts[i], 0, records, i * length, length);
        }
    }

    /** Adds a message. */
    void add(byte[] name, byte[] message, long order) throws IOException {
        insert(name, heap.insert(message), order, false);
    }

    /** Adds a message in a heap that several tables share, which counts this table as a user already. */
    void addShared(byte[] name, long sharedId, long order) throws IOException {
        byte[] id = new byte[form.records.idLength()];
        LittleEndian.put(id, 0, id.length, sharedId);
        insert(name, id, order, true);
    }

    private void insert(byte[] name, byte[] id, long order, boolean shared) throws IOException {
        names.insert(named(name), marked(form.nameRecord(hash(name), id, order), shared));
        if (orders != null) {
            orders.insert(ordered(order), marked(form.orderRecord(order, id), shared));
        }
    }

    private byte[] marked(byte[] record, boolean shared) {
        if (shared) {
            form.markShared(record);
        }
        return record;
    }

    private void prepareDiscard(NameSearch discarded) throws IOException {
        if (discarded.sharedId == 0) {
            heap.prepareRemove(discarded.id);
        }
    }

    private void discard(NameSearch discarded) throws IOException {
        if (discarded.sharedId == 0) {
            heap.remove(discarded.id);
        } else {
            form.release(discarded.sharedId);
        }
    }

    /** Checks that the message of an existing name can be removed, and loads the blocks that this changes. */
    void prepareRemove(byte[] name) throws IOException {
        NameSearch removed = existing(name);
        names.prepareRemove(removed);
        if (isOrdered(removed.order)) {
            orders.prepareRemove(ordered(removed.order));
        }
        prepareDiscard(removed);
    }

    /** Removes the message of an existing name. */
    void remove(byte[] name) throws IOException {
        NameSearch removed = existing(name);
        names.remove(removed);
        if (isOrdered(removed.order)) {
            orders.remove(ordered(removed.order));
        }
        discard(removed);
    }

    /** As {@link DenseTable#prepareReplace}. */
    void prepareReplace(byte[] name, byte[] newName, int length) throws IOException {
        NameSearch replaced = existing(name);
        if (orders != null && !isOrdered(replaced.order)) {
            orders.prepareInsert(ordered(replaced.order));
        }
        prepareDiscard(replaced);
        heap.prepareInsert(length);
        if (!Arrays.equals(name, newName)) {
            names.prepareRemove(existing(name));
            names.prepareInsert(named(newName));
        }
    }

    /** As {@link DenseTable#replace}. */
    void replace(byte[] name, byte[] newName, byte[] message) throws IOException {
        NameSearch replaced = existing(name);
        boolean renamed = !Arrays.equals(name, newName);
        if (renamed) {
            names.remove(replaced);
        }
        discard(replaced);
        byte[] id = heap.insert(message);
        byte[] record = form.nameRecord(hash(newName), id, replaced.order);
        if (renamed) {
            names.insert(named(newName), record);
        } else {
            names.replace(replaced, record);
        }
        putOrder(replaced.order, id);
    }

    private void putOrder(long order, byte[] id) throws IOException {
        if (isOrdered(order)) {
            orders.replace(ordered(order), form.orderRecord(order, id));
        } else if (orders != null) {
            orders.insert(ordered(order), form.orderRecord(order, id));
        }
    }

    /** As {@link DenseTable#verify}. */
    void verify() throws IOException {
        HeapVerification verification = heap.verification();
        long[] before = {-1, -1};
        int[] records = {0};
        names.forEach(fields -> {
            trimSometimes(records);
            byte[] record = fields.bytes(form.records.nameLength());
            before[0] = ascending(names, before[0], LittleEndian.i32(record, form.records.hashAt()) & 0xFFFF_FFFFL);
            if (form.sharedId(record, 0) == 0) {
                verification.add(
                        Arrays.copyOfRange(record, form.records.idAt(), form.records.idAt() + form.records.idLength()));
            }
        });
        verification.finish();
        if (orders != null) {
            orders.forEach(fields -> {
                trimSometimes(records);
                byte[] record = fields.bytes(form.records.orderLength());
                before[1] = ascending(
                        orders,
                        before[1],
                        LittleEndian.unsigned(record, form.records.orderAt(), form.records.orderWidth()));
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
