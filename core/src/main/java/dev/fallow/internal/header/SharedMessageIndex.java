package dev.fallow.internal.header;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageIndexes.Index;
import dev.fallow.format.message.SharedMessageList;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.heap.HeapVerification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One index of the shared message table, a list or a B-tree, and its heap. The records are loaded when they are first
 * needed, and kept.
 */
final class SharedMessageIndex {
    private static final int HEAP_ID_LENGTH = FractalHeapHeader.ATTRIBUTE_ID_LENGTH;
    private static final AllocationType LIST_SPACE = AllocationType.B_TREE;
    /** libhdf5 counts no further, although a B-tree can have more messages. */
    private static final int MOST_COUNTED = 0xFFFF;

    private final ObjectStore store;
    private Index stored;
    /** By heap ID; null until loaded. */
    private Map<Long, SharedMessageRecord> inHeap;

    private final Map<Place, SharedMessageRecord> inHeaders = new LinkedHashMap<>();
    /** The heap IDs of the messages with a hash; some may have been removed. */
    private final Map<Integer, List<Long>> byHash = new HashMap<>();

    private boolean changed;

    private record Place(long header, int type, int creationIndex) {}

    SharedMessageIndex(ObjectStore store, Index stored) {
        this.store = store;
        this.stored = stored;
    }

    /** The index as it is described in the table. */
    Index stored() {
        return stored;
    }

    /** Whether the index has messages of a type. */
    boolean holds(int type) {
        return (stored.messageTypes() >> type & 1) != 0 && stored.heapAddress() != Addresses.UNDEFINED;
    }

    private FractalHeap heap() throws IOException {
        return FractalHeap.open(store.structureStore(), stored.heapAddress(), HEAP_ID_LENGTH);
    }

    private BTreeV2 tree() throws IOException {
        return BTreeV2.open(
                store.structureStore(),
                stored.indexAddress(),
                BTreeV2Type.SHARED_MESSAGE,
                SharedMessageRecord.length(store.sizes()));
    }

    private int listLength() {
        return SharedMessageList.length(store.sizes(), stored.listMax());
    }

    /** The body of the message with a heap ID. */
    FieldReader object(int type, long id) throws IOException {
        return heap().object(id, MessageType.titleOf(type));
    }

    private byte[] body(SharedMessageRecord record) throws IOException {
        if (record.inHeap()) {
            FieldReader object = heap().object(record.heapId(), "shared message");
            return object.bytes(object.remaining());
        }
        List<LiveMessage> there =
                store.header(record.headerAddress()).messages(message -> message.type() == record.messageType());
        return there.isEmpty() ? new byte[0] : there.get(0).bytes();
    }

    // ---- records ----------------------------------------------------------------------------------------------

    private Map<Long, SharedMessageRecord> records() throws IOException {
        if (inHeap == null) {
            Map<Long, SharedMessageRecord> found = new LinkedHashMap<>();
            inHeaders.clear();
            byHash.clear();
            if (stored.indexAddress() == Addresses.UNDEFINED) {
                inHeap = found;
                return found;
            }
            if (stored.btree()) {
                tree().forEach(record -> keep(SharedMessageRecord.decode(record), found));
            } else {
                FieldReader in =
                        store.structures().read(stored.indexAddress(), listLength(), SharedMessageList.STRUCTURE);
                SharedMessageList.decode(in, stored).records().forEach(record -> keep(record, found));
            }
            inHeap = found;
        }
        return inHeap;
    }

    private void keep(SharedMessageRecord record, Map<Long, SharedMessageRecord> found) {
        if (!record.inHeap()) {
            inHeaders.put(place(record), record);
            return;
        }
        if (found.put(record.heapId(), record) != null) {
            throw damaged("expected different heap IDs, found 0x%016x twice".formatted(record.heapId()));
        }
        byHash.computeIfAbsent(record.hash(), hash -> new ArrayList<>(1)).add(record.heapId());
    }

    private static Place place(SharedMessageRecord record) {
        return new Place(record.headerAddress(), record.messageType(), record.creationIndex());
    }

    private FormatException damaged(String problem) {
        return new FormatException(SharedMessageIndexes.STRUCTURE, stored.indexAddress(), problem);
    }

    private SharedMessageRecord record(long id) throws IOException {
        SharedMessageRecord record = records().get(id);
        if (record == null) {
            throw damaged("expected a record of the heap ID 0x%016x, found none".formatted(id));
        }
        return record;
    }

    /** The number of users of the message with a heap ID. */
    long users(long id) throws IOException {
        return record(id).referenceCount();
    }

    /** The record of a message in a header, or null. */
    SharedMessageRecord inHeader(long header, int type, int creationIndex) throws IOException {
        records();
        return inHeaders.get(new Place(header, type, creationIndex));
    }

    /** The record of an equal message in the heap, or null. */
    SharedMessageRecord equal(int type, byte[] message, int length) throws IOException {
        Map<Long, SharedMessageRecord> records = records();
        for (long id : byHash.getOrDefault(SharedMessageRecord.hash(type, message, length), List.of())) {
            SharedMessageRecord record = records.get(id);
            if (record != null) {
                byte[] other = body(record);
                if (Arrays.equals(other, 0, other.length, message, 0, length)) {
                    return record;
                }
            }
        }
        return null;
    }

    /** Visits the messages in the heap. */
    void forEachInHeap(SharedMessages.EntryVisitor visitor) throws IOException {
        for (SharedMessageRecord record : records().values()) {
            visitor.visit(stored.messageTypes(), record.heapId(), record.referenceCount());
        }
    }

    /**
     * As {@link SharedMessages#forEachEntry}. The index and its heap change only with the commit, when it is too late to refuse a change:
     * so what cannot be edited is damage.
     */
    void verify() throws IOException {
        if (stored.heapAddress() == Addresses.UNDEFINED) {
            return;
        }
        HeapVerification verification;
        try {
            verification = heap().verification();
        } catch (UnsupportedFeatureException e) {
            throw damaged(e.getMessage());
        }
        for (long id : records().keySet()) {
            verification.add(SharedMessages.bytes(id));
        }
        verification.finish();
        if (stored.btree() && stored.indexAddress() != Addresses.UNDEFINED) {
            verifyTree();
        }
    }

    /** A record out of place would not be found when its last user is removed. */
    private void verifyTree() throws IOException {
        String problem = tree().editProblem();
        if (problem != null) {
            throw damaged("version 2 B-tree: " + problem);
        }
        SharedMessageRecord[] before = {null};
        tree().forEach(in -> {
            SharedMessageRecord record = SharedMessageRecord.decode(in);
            if (before[0] != null && compare(before[0], record, null) > 0) {
                throw damaged("expected records in ascending order, found hash 0x%08x before 0x%08x"
                        .formatted(before[0].hash(), record.hash()));
            }
            before[0] = record;
        });
    }

    // ---- changes ----------------------------------------------------------------------------------------------

    /** Removes users from a message, and the message with its last user. */
    void release(long id, int users) throws IOException {
        SharedMessageRecord record = record(id);
        changed = true;
        if (record.referenceCount() > users) {
            SharedMessageRecord less =
                    SharedMessageRecord.inHeap(record.hash(), record.referenceCount() - users, record.heapId());
            if (stored.btree()) {
                tree().replace(search(record, null), store.encode(less::encode));
            }
            records().put(id, less);
            return;
        }
        if (stored.btree()) {
            removeFromTree(record, body(record));
        }
        records().remove(id);
        byte[] heapId = SharedMessages.bytes(id);
        heap().prepareRemove(heapId);
        heap().remove(heapId);
    }

    /** Removes the record of a message in a header, with this body. */
    void removeInHeader(SharedMessageRecord record, byte[] body) throws IOException {
        changed = true;
        if (stored.btree()) {
            removeFromTree(record, body);
        }
        inHeaders.remove(place(record));
    }

    private void removeFromTree(SharedMessageRecord record, byte[] body) throws IOException {
        BTreeV2.Order search = search(record, body);
        tree().prepareRemove(search);
        tree().remove(search);
    }

    /**
     * The order of a B-tree: by hash, then by length, then by the bytes of the messages; {@code known} is the body of the wanted one, or
     * null.
     */
    private BTreeV2.Order search(SharedMessageRecord wanted, byte[] known) {
        return (image, at) -> {
            SharedMessageRecord found = SharedMessageRecord.decode(FieldReader.of(
                    image,
                    at,
                    at + SharedMessageRecord.length(store.sizes()),
                    store.sizes(),
                    SharedMessageIndexes.STRUCTURE,
                    stored.indexAddress()));
            return compare(found, wanted, known);
        };
    }

    /** @param known the body of the other message, or null */
    private int compare(SharedMessageRecord one, SharedMessageRecord other, byte[] known) throws IOException {
        int compared = Integer.compareUnsigned(one.hash(), other.hash());
        if (compared != 0 || samePlace(one, other)) {
            return compared;
        }
        byte[] first = body(one);
        byte[] second = known == null ? body(other) : known;
        return first.length != second.length
                ? Integer.compare(first.length, second.length)
                : Arrays.compareUnsigned(first, second);
    }

    private static boolean samePlace(SharedMessageRecord one, SharedMessageRecord other) {
        return one.inHeap() == other.inHeap()
                && one.heapId() == other.heapId()
                && one.headerAddress() == other.headerAddress()
                && one.messageType() == other.messageType()
                && one.creationIndex() == other.creationIndex();
    }

    /** Brings the index into the form that its number of messages requires. */
    void settle() throws IOException {
        if (!changed) {
            return;
        }
        changed = false;
        int count = inHeap.size() + inHeaders.size();
        if (count == 0) {
            deleteRecords();
            heap().prepareDelete();
            heap().delete();
            boolean btree = stored.btree() && stored.btreeMin() == 0;
            stored = stored.with(btree, 0, Addresses.UNDEFINED, Addresses.UNDEFINED);
        } else if (stored.btree() && count < stored.btreeMin() && count <= stored.listMax()) {
            deleteRecords();
            SharedMessageBlock list = SharedMessageBlock.adopt(
                    store.structureStore(), store.structureStore().create(LIST_SPACE, new byte[listLength()], 0));
            stored = stored.with(false, count, list.address(), stored.heapAddress());
            list.write(out -> list().encode(out, stored.listMax()));
        } else {
            stored = stored.with(stored.btree(), count & MOST_COUNTED, stored.indexAddress(), stored.heapAddress());
            if (!stored.btree()) {
                listBlock().write(out -> list().encode(out, stored.listMax()));
            }
        }
    }

    private SharedMessageList list() {
        List<SharedMessageRecord> records = new ArrayList<>(inHeap.values());
        records.addAll(inHeaders.values());
        return new SharedMessageList(records);
    }

    private SharedMessageBlock listBlock() throws IOException {
        return SharedMessageBlock.open(
                store.structureStore(), stored.indexAddress(), listLength(), SharedMessageList.STRUCTURE);
    }

    private void deleteRecords() throws IOException {
        if (stored.btree()) {
            tree().prepareDelete();
            tree().delete();
        } else {
            store.structureStore().release(LIST_SPACE, listBlock());
        }
    }

    /** Visits the blocks of the index and its heap. */
    void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (stored.indexAddress() != Addresses.UNDEFINED && stored.btree()) {
            tree().forEachBlock(visitor);
        } else if (stored.indexAddress() != Addresses.UNDEFINED) {
            store.structures().requireInside(stored.indexAddress(), listLength(), SharedMessageList.STRUCTURE);
            visitor.visit(stored.indexAddress(), listLength(), SharedMessageList.STRUCTURE);
        }
        if (stored.heapAddress() != Addresses.UNDEFINED) {
            heap().forEachBlock(visitor);
        }
    }

    /** The shared message table, or one of its lists, as a block that is rewritten as a whole. */
    static final class SharedMessageBlock extends LiveBlock {
        private final StructureStore store;

        private SharedMessageBlock(StructureStore store, Block block) {
            super(block);
            this.store = store;
        }

        /** The block at an address. */
        static SharedMessageBlock open(StructureStore store, long address, int length, String structure)
                throws IOException {
            MetadataCache cache = store.cache();
            return store.live(
                    address,
                    SharedMessageBlock.class,
                    structure,
                    () -> new SharedMessageBlock(
                            store, cache.loaded(address, cache.read(address, length, structure), 0)));
        }

        /** A new block, which is dirty. */
        static SharedMessageBlock adopt(StructureStore store, Block block) {
            SharedMessageBlock created = new SharedMessageBlock(store, block);
            store.cache().keep(created);
            return created;
        }

        /** Writes an encoding of the same length, with its checksum. */
        void write(Consumer<FieldWriter> encoder) {
            byte[] encoded = store.encode(encoder);
            System.arraycopy(encoded, 0, block.image(), 0, encoded.length);
            block.markDirty();
        }
    }
}
