package dev.fallow.internal.header;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.message.SharedMessageIndexes;
import dev.fallow.format.message.SharedMessageIndexes.Index;
import dev.fallow.format.message.SharedMessageList;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.heap.FractalHeap;
import java.io.IOException;

/**
 * The messages stored once in a file's shared object header message table, in a fractal heap, and referenced by heap
 * ID. They are only read. A file with such a table cannot be edited, because removing an object requires knowing the
 * other users of its messages.
 */
public final class SharedMessages {
    private static final int HEAP_ID_LENGTH = FractalHeapHeader.ATTRIBUTE_ID_LENGTH;

    private final ObjectStore store;
    private final SharedMessageTable table;
    private final SharedMessageIndexes indexes;

    private SharedMessages(ObjectStore store, SharedMessageTable table, SharedMessageIndexes indexes) {
        this.store = store;
        this.table = table;
        this.indexes = indexes;
    }

    /**
     * Reads the table.
     *
     * @param table the message in the superblock extension
     * @throws FormatException if there is no table at its address
     */
    public static SharedMessages read(ObjectStore store, SharedMessageTable table) throws IOException {
        int length = SharedMessageIndexes.length(store.sizes(), table.indexCount());
        FieldReader in = store.structures().read(table.address(), length, SharedMessageIndexes.STRUCTURE);
        return new SharedMessages(store, table, SharedMessageIndexes.decode(in, table.indexCount()));
    }

    /**
     * The body of a message.
     *
     * @param heapId the ID in the message that refers to it
     * @throws FormatException if messages of this type are not shared, or the ID does not exist
     */
    public FieldReader find(int type, byte[] heapId) throws IOException {
        for (Index index : indexes.indexes()) {
            if ((index.messageTypes() >> type & 1) != 0 && index.heapAddress() != Addresses.UNDEFINED) {
                return heap(index).object(heapId, MessageType.titleOf(type));
            }
        }
        throw new FormatException(
                SharedMessageIndexes.STRUCTURE,
                table.address(),
                "expected an index with a heap of messages of type " + type + ", found none");
    }

    private FractalHeap heap(Index index) throws IOException {
        return FractalHeap.open(store.structureStore(), index.heapAddress(), HEAP_ID_LENGTH);
    }

    /** Visits the blocks of the table, its indexes and its heaps. */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        visitor.visit(
                table.address(),
                SharedMessageIndexes.length(store.sizes(), table.indexCount()),
                SharedMessageIndexes.STRUCTURE);
        for (Index index : indexes.indexes()) {
            if (index.indexAddress() != Addresses.UNDEFINED && index.btree()) {
                BTreeV2.open(
                                store.structureStore(),
                                index.indexAddress(),
                                BTreeV2Type.SHARED_MESSAGE,
                                SharedMessageRecord.length(store.sizes()))
                        .forEachBlock(visitor);
            } else if (index.indexAddress() != Addresses.UNDEFINED) {
                long length = SharedMessageList.length(store.sizes(), index.listMax());
                store.structures().requireInside(index.indexAddress(), length, SharedMessageList.STRUCTURE);
                visitor.visit(index.indexAddress(), length, SharedMessageList.STRUCTURE);
            }
            if (index.heapAddress() != Addresses.UNDEFINED) {
                heap(index).forEachBlock(visitor);
            }
        }
    }
}
