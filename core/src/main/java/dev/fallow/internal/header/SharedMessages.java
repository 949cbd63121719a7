package dev.fallow.internal.header;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages stored once in a file's shared object header message table, in a fractal heap, and referenced by heap
 * ID. Each has a reference count. A message with a single user may also be in the header of its user; the table then
 * refers to it.
 *
 * <p>New messages are not added to the table: they are stored in full. A user that is deleted or changed releases its
 * message. The releases are collected, and the table is changed before the next commit: a message without users is
 * removed, a B-tree with few messages becomes a list, and an index without messages is freed.
 */
public final class SharedMessages {
    /** The heap ID that stands for none. */
    public static final long NONE = 0;

    private static final String STRUCTURE = SharedMessageIndexes.STRUCTURE;
    /** Messages in an old header are padded to a multiple of 8 bytes. */
    private static final int MOST_PADDING = 7;

    private final ObjectStore store;
    private final SharedMessageTable table;
    private final List<SharedMessageIndex> indexes = new ArrayList<>();
    /** The number of users released since the last commit. */
    private final Map<Reference, Integer> released = new LinkedHashMap<>();

    private final List<Sharable> releasedInHeaders = new ArrayList<>();

    private record Reference(int type, long id) {}

    /** A message in a header that the table counts. */
    private record Sharable(int type, long header, int creationIndex, byte[] body) {}

    private SharedMessages(ObjectStore store, SharedMessageTable table) {
        this.store = store;
        this.table = table;
    }

    /** Reads the table to which the message in the superblock extension refers. */
    public static SharedMessages read(ObjectStore store, SharedMessageTable table) throws IOException {
        SharedMessages messages = new SharedMessages(store, table);
        FieldReader in = store.structures().read(table.address(), messages.length(), STRUCTURE);
        for (SharedMessageIndexes.Index index :
                SharedMessageIndexes.decode(in, table.indexCount()).indexes()) {
            messages.indexes.add(new SharedMessageIndex(store, index));
        }
        return messages;
    }

    private int length() {
        return SharedMessageIndexes.length(store.sizes(), table.indexCount());
    }

    /** The bytes of a heap ID. */
    static byte[] bytes(long id) {
        byte[] bytes = new byte[Long.BYTES];
        LittleEndian.put(bytes, 0, Long.BYTES, id);
        return bytes;
    }

    /** The heap ID in a reference to a shared message; {@link #NONE} if the reference is to an object header. */
    public static long idOf(SharedMessage reference) {
        return reference.address() == Addresses.UNDEFINED ? LittleEndian.i64(reference.heapId(), 0) : NONE;
    }

    /**
     * The body of the message with a heap ID.
     *
     * @throws FormatException if messages of this type are not shared, or the ID does not exist
     */
    public FieldReader find(int type, long id) throws IOException {
        return index(type).object(type, id);
    }

    private SharedMessageIndex index(int type) {
        SharedMessageIndex index = indexOrNull(type);
        if (index == null) {
            throw new FormatException(
                    STRUCTURE,
                    table.address(),
                    "expected an index with a heap of messages of type " + type + ", found none");
        }
        return index;
    }

    private SharedMessageIndex indexOrNull(int type) {
        for (SharedMessageIndex index : indexes) {
            if (index.holds(type)) {
                return index;
            }
        }
        return null;
    }

    /** The number of users of a message; refused if it is not in the table. */
    public long users(int type, long id) throws IOException {
        return index(type).users(id) - released.getOrDefault(new Reference(type, id), 0);
    }

    /** One user releases a message in a heap. The last user of an attribute also releases its {@linkplain #releaseParts parts}. */
    public void release(int type, long id) {
        released.merge(new Reference(type, id), 1, Integer::sum);
    }

    /** A message that is removed from a header, or replaced, is released if the table counts it. */
    void release(ObjectHeader header, LiveMessage message) {
        if (message.sharedId() != NONE) {
            release(message.type(), message.sharedId());
        } else if (message.isSharable()) {
            releasedInHeaders.add(
                    new Sharable(message.type(), header.address(), message.creationIndex(), message.bytes()));
        }
    }

    /** All messages of a header that is deleted are released; but not the attributes. */
    public void releaseAll(ObjectHeader header) {
        header.messages(message -> message.type() != MessageType.ATTRIBUTE.number())
                .forEach(message -> release(header, message));
    }

    /** The datatype and the dataspace of an attribute are released. */
    public void releaseParts(AttributeMessage attribute) {
        if (datatypeOf(attribute) != NONE) {
            release(MessageType.DATATYPE.number(), datatypeOf(attribute));
        }
        if (dataspaceOf(attribute) != NONE) {
            release(MessageType.DATASPACE.number(), dataspaceOf(attribute));
        }
    }

    /** The heap ID of an attribute's datatype; {@link #NONE} if it is not in the table. */
    public long datatypeOf(AttributeMessage attribute) {
        return attribute.datatypeShared() ? idOf(attribute.sharedDatatype(store.sizes())) : NONE;
    }

    /** The heap ID of an attribute's dataspace; {@link #NONE} if it is not in the table. */
    public long dataspaceOf(AttributeMessage attribute) {
        return attribute.dataspaceShared() ? idOf(attribute.sharedDataspace(store.sizes())) : NONE;
    }

    /** The heap ID of the entry that counts a message whose body is in a header; {@link #NONE} if there is none in the heap. */
    public long entryOf(ObjectHeader header, LiveMessage message) throws IOException {
        SharedMessageIndex index = indexOrNull(message.type());
        Sharable sharable = new Sharable(message.type(), header.address(), message.creationIndex(), message.bytes());
        SharedMessageRecord record = index == null ? null : entry(index, sharable);
        return record != null && record.inHeap() ? record.heapId() : NONE;
    }

    /** The entry of a message in a header: it says where it is, or is in the heap and equal; null if there is none. */
    private SharedMessageRecord entry(SharedMessageIndex index, Sharable message) throws IOException {
        SharedMessageRecord there = index.inHeader(message.header, message.type, message.creationIndex);
        int shortest = Math.max(1, message.body.length - MOST_PADDING);
        for (int length = message.body.length; there == null && length >= shortest; length--) {
            there = index.equal(message.type, message.body, length);
        }
        return there;
    }

    /** Changes the table, for what was released since the last commit. */
    public void settle() throws IOException {
        if (released.isEmpty() && releasedInHeaders.isEmpty()) {
            return;
        }
        for (Sharable message : releasedInHeaders) {
            settle(message);
        }
        releasedInHeaders.clear();
        for (Map.Entry<Reference, Integer> each : released.entrySet()) {
            index(each.getKey().type).release(each.getKey().id, each.getValue());
        }
        released.clear();
        for (SharedMessageIndex index : indexes) {
            index.settle();
        }
        SharedMessageIndex.SharedMessageBlock.open(store.structureStore(), table.address(), length(), STRUCTURE)
                .write(new SharedMessageIndexes(
                        indexes.stream().map(SharedMessageIndex::stored).toList())::encode);
    }

    private void settle(Sharable message) throws IOException {
        SharedMessageIndex index = indexOrNull(message.type);
        SharedMessageRecord entry = index == null ? null : entry(index, message);
        if (entry == null) {
            return; // it holds nothing
        }
        if (entry.inHeap()) {
            release(message.type, entry.heapId());
        } else {
            index.removeInHeader(entry, message.body);
        }
    }

    /** Receives the entries of {@link #forEachEntry}. */
    @FunctionalInterface
    public interface EntryVisitor {
        /** A message in a heap; bit i of {@code types} is set if the index has messages of type i. */
        void visit(int types, long id, long users);
    }

    /**
     * Visits the messages in heaps.
     *
     * @throws FormatException if an index is damaged, or a message overlaps another one or free space in the heap
     */
    public void forEachEntry(EntryVisitor visitor) throws IOException {
        for (SharedMessageIndex index : indexes) {
            index.verify();
            index.forEachInHeap(visitor);
        }
    }

    /** Visits the blocks of the table, its indexes and its heaps. */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        visitor.visit(table.address(), length(), STRUCTURE);
        for (SharedMessageIndex index : indexes) {
            index.forEachBlock(visitor);
        }
    }
}
