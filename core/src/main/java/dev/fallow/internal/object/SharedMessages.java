package dev.fallow.internal.object;

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
 * The messages that the objects of a file share through its shared object header message table: each is stored once, in a
 * fractal heap, and the objects have its heap ID. They are read; a file that has such a table is not edited, because
 * whoever removes an object has to know who else uses its messages.
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
     * @param table what the superblock extension says of it
     * @throws FormatException if there is none
     */
    public static SharedMessages read(ObjectStore store, SharedMessageTable table) throws IOException {
        int length = SharedMessageIndexes.length(store.sizes(), table.indexCount());
        FieldReader in = store.structures().read(table.address(), length, SharedMessageIndexes.STRUCTURE);
        return new SharedMessages(store, table, SharedMessageIndexes.decode(in, table.indexCount()));
    }

    /**
     * The body of a message.
     *
     * @param heapId as the user of the message has it
     * @throws FormatException if messages of this type are not shared, or the ID names none
     */
    FieldReader find(int type, byte[] heapId) throws IOException {
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

    /** Tells the blocks that the table, its indexes and its heaps lie in. */
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
