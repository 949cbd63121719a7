package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapVerification;
import java.io.IOException;
import java.util.Arrays;

/**
 * Named messages in dense storage: the messages in a fractal heap; a B-tree that finds them by the hash of the name, and
 * among equal hashes by the name itself; where creation order is indexed, another one that finds them by that. Used by
 * links and attributes alike, within one operation: heap and trees may leave the cache behind it.
 *
 * <p>Looking up, adding and removing take O(log n) nodes and heap blocks.
 *
 * <p>The index of creation order may lack records: libhdf5 1.14 loses that of a dense attribute when it renames it, and
 * cannot delete it afterwards. Here it is found by name all the same, and has its record again when it is replaced.
 *
 * @param <T> a decoded message
 */
final class DenseTable<T> {
    private final StructureStore store;
    private final DenseForm<T> form;
    private final FractalHeap heap;
    private final BTreeV2 names;
    /** Null where creation order is not indexed. */
    private final BTreeV2 orders;

    private DenseTable(StructureStore store, DenseForm<T> form, FractalHeap heap, BTreeV2 names, BTreeV2 orders) {
        this.store = store;
        this.form = form;
        this.heap = heap;
        this.names = names;
        this.orders = orders;
    }

    /**
     * What lies at these addresses.
     *
     * @param orders {@link Addresses#UNDEFINED} if there is no such index
     * @throws FormatException if it is something else
     */
    static <T> DenseTable<T> open(StructureStore store, DenseForm<T> form, long heap, long names, long orders)
            throws IOException {
        return new DenseTable<>(
                store,
                form,
                FractalHeap.open(store, heap, form.idLength()),
                BTreeV2.open(store, names, form.nameType(), form.nameRecordLength()),
                orders == Addresses.UNDEFINED
                        ? null
                        : BTreeV2.open(store, orders, form.orderType(), form.orderRecordLength()));
    }

    /**
     * Checks that one can be made: the numbers in a heap's header need lengths of more than 2 bytes.
     *
     * @param where file and object, for messages
     * @throws UnsupportedFeatureException if the file has no wider ones; libhdf5 writes heaps there that nobody can read
     */
    static void prepareCreate(StructureStore store, String where) {
        if (store.sizes().lengths() < Integer.BYTES) {
            throw new UnsupportedFeatureException(
                    "%s: dense storage needs lengths of at least %d bytes, the file has %d"
                            .formatted(where, Integer.BYTES, store.sizes().lengths()));
        }
    }

    /**
     * Makes an empty one.
     *
     * @param indexed whether it has an index of creation order
     */
    static <T> DenseTable<T> create(StructureStore store, DenseForm<T> form, boolean indexed) throws IOException {
        return new DenseTable<>(
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

    /** How many messages there are. */
    long size() {
        return names.size();
    }

    /**
     * A message that was found.
     *
     * @param order its creation order
     */
    record Entry<T>(T message, long order) {}

    /** What {@link #forEach} calls. */
    @FunctionalInterface
    interface Visitor<T> {
        /** One message. */
        void visit(T message, long order) throws IOException;
    }

    /** What looks for a name, with what it has found already in this operation. */
    private NameSearch<T> named(byte[] name) {
        if (names.lookedFor() instanceof NameSearch<?> known && known.isFor(heap, name)) {
            @SuppressWarnings("unchecked") // what is in one heap is of one form
            NameSearch<T> same = (NameSearch<T>) known;
            return same;
        }
        return new NameSearch<>(form, heap, name);
    }

    /** As {@link #named}, of a name that must be there. */
    private NameSearch<T> existing(byte[] name) throws IOException {
        NameSearch<T> search = named(name);
        if (!names.contains(search)) {
            throw new FormatException(
                    form.structure(), -1, "expected the name " + Utf8.decode(name, 0, name.length) + " in the index");
        }
        return search;
    }

    /** Whether the index of creation order, if there is one, has a record of this. */
    private boolean isOrdered(long order) throws IOException {
        return orders != null && orders.contains(ordered(order));
    }

    private BTreeV2.Order ordered(long order) {
        return (image, at) -> Long.compare(LittleEndian.unsigned(image, at + form.orderAt(), form.orderWidth()), order);
    }

    /** The message of a name, or null. */
    Entry<T> find(byte[] name) throws IOException {
        NameSearch<T> wanted = named(name);
        return names.contains(wanted) ? new Entry<>(wanted.message(), wanted.order()) : null;
    }

    /** What the messages are. */
    DenseForm<T> form() {
        return form;
    }

    /** An empty table of the same form, with the same indexes. */
    DenseTable<T> freshlyCreated() throws IOException {
        return create(store, form, orders != null);
    }

    /**
     * A copy of all messages, to be stored anew in the place of this table; null if that would not make it clearly shorter.
     *
     * @param most bytes of heap blocks that may be read
     * @param stored told the new table
     */
    RepackedTable<T> repacked(long most, RepackedTable.Stored<T> stored) throws IOException {
        return heap.isSparse(most) ? new RepackedTable<>(this, stored) : null;
    }

    /** What {@link #forEachStored} calls. */
    @FunctionalInterface
    interface StoredVisitor<T> {
        /** One message, and its bytes. */
        void visit(T message, FieldReader body, long order) throws IOException;
    }

    /**
     * Goes over all messages, in the order of the hashes of their names.
     *
     * @throws FormatException if heap or name index are damaged
     */
    void forEach(Visitor<T> visitor) throws IOException {
        forEachStored((message, body, order) -> visitor.visit(message, order));
    }

    /** As {@link #forEach}. */
    void forEachStored(StoredVisitor<T> visitor) throws IOException {
        Budget bytes = new Budget("fractal heap", heap.address(), store.reader().allocatedBytes());
        names.forEach(fields -> {
            byte[] record = fields.bytes(form.nameRecordLength());
            byte[] id = Arrays.copyOfRange(record, form.idAt(), form.idAt() + form.idLength());
            FieldReader object = form.message(heap, id, record, 0);
            bytes.take(object.remaining());
            T message = form.decode(object.at(0));
            requireHash(form.name(message), LittleEndian.i32(record, form.hashAt()));
            visitor.visit(message, object, form.order(message, record, 0));
        });
    }

    private void requireHash(String name, int found) {
        int hash = NameSearch.hash(Utf8.encode(name));
        if (hash != found) {
            throw new FormatException(
                    "version 2 B-tree",
                    names.address(),
                    "expected the hash 0x%08x of the name %s, found 0x%08x".formatted(hash, name, found));
        }
    }

    /**
     * Checks that a message can be added, and loads what that will touch. There must be none of its name.
     *
     * @param length bytes of the message
     * @param order its creation order; it matters only where that is indexed
     */
    void prepareAdd(byte[] name, int length, long order) throws IOException {
        heap.prepareInsert(length);
        names.prepareInsert(named(name));
        if (orders != null) {
            orders.prepareInsert(ordered(order));
        }
    }

    /** Adds a message. */
    void add(byte[] name, byte[] message, long order) throws IOException {
        byte[] id = heap.insert(message);
        names.insert(named(name), form.nameRecord(NameSearch.hash(name), id, order));
        if (orders != null) {
            orders.insert(ordered(order), form.orderRecord(order, id));
        }
    }

    /** Checks that the message of a name, which must exist, can be removed, and loads what that will touch. */
    void prepareRemove(byte[] name) throws IOException {
        NameSearch<T> removed = existing(name);
        names.prepareRemove(removed);
        if (isOrdered(removed.order())) {
            orders.prepareRemove(ordered(removed.order()));
        }
        heap.prepareRemove(removed.id());
    }

    /** Removes the message of a name, which must exist. */
    void remove(byte[] name) throws IOException {
        NameSearch<T> removed = existing(name);
        names.remove(removed);
        if (isOrdered(removed.order())) {
            orders.remove(ordered(removed.order()));
        }
        heap.remove(removed.id());
    }

    /**
     * Checks that the message of a name, which must exist, can be replaced, and loads what that will touch.
     *
     * @param length bytes of the new message
     */
    void prepareReplace(byte[] name, int length) throws IOException {
        NameSearch<T> replaced = existing(name);
        if (orders != null && !isOrdered(replaced.order())) {
            orders.prepareInsert(ordered(replaced.order()));
        }
        heap.prepareRemove(replaced.id());
        heap.prepareInsert(length);
    }

    /** Puts another message of the same name in the place of one, which keeps its creation order. */
    void replace(byte[] name, byte[] message) throws IOException {
        NameSearch<T> replaced = existing(name);
        heap.remove(replaced.id());
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

    /** As {@link #prepareReplace}, for a message with another name, which must be free. */
    void prepareRename(byte[] name, byte[] newName, int length) throws IOException {
        prepareReplace(name, length);
        names.prepareRemove(existing(name));
        names.prepareInsert(named(newName));
    }

    /** As {@link #replace}, with a message of another name. */
    void rename(byte[] name, byte[] newName, byte[] message) throws IOException {
        NameSearch<T> renamed = existing(name);
        names.remove(renamed);
        heap.remove(renamed.id());
        byte[] id = heap.insert(message);
        names.insert(named(newName), form.nameRecord(NameSearch.hash(newName), id, renamed.order()));
        putOrder(renamed.order(), id);
    }

    /**
     * Checks that no two messages share bytes of the heap, that none is in its free space, and that the indexes are in order.
     *
     * @throws FormatException if they are not
     */
    void verify() throws IOException {
        HeapVerification verification = heap.verification();
        long[] before = {-1, -1};
        names.forEach(fields -> {
            byte[] record = fields.bytes(form.nameRecordLength());
            before[0] = ascending(names, before[0], LittleEndian.i32(record, form.hashAt()) & 0xFFFF_FFFFL);
            verification.add(Arrays.copyOfRange(record, form.idAt(), form.idAt() + form.idLength()));
        });
        if (orders != null) {
            orders.forEach(fields -> {
                byte[] record = fields.bytes(form.orderRecordLength());
                before[1] =
                        ascending(orders, before[1], LittleEndian.unsigned(record, form.orderAt(), form.orderWidth()));
            });
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

    /** Checks that all of it can be given back, and loads what that will touch. */
    void prepareDelete() throws IOException {
        heap.prepareDelete();
        names.prepareDelete();
        if (orders != null) {
            orders.prepareDelete();
        }
    }

    /** Gives all of it back; the messages are gone. */
    void delete() throws IOException {
        names.delete();
        if (orders != null) {
            orders.delete();
        }
        heap.delete();
    }

    /** Tells the blocks that heap and indexes lie in. */
    void forEachBlock(ExtentVisitor visitor) throws IOException {
        heap.forEachBlock(visitor);
        names.forEachBlock(visitor);
        if (orders != null) {
            orders.forEachBlock(visitor);
        }
    }
}
