package dev.fallow.internal.globalheap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.cache.StructureStore;
import java.io.EOFException;
import java.io.IOException;
import java.util.BitSet;

/** A cached global heap collection: the positions of its objects, and its image, in which they are patched. */
final class LiveCollection extends LiveBlock {
    private final GlobalHeap heap;
    private final GlobalHeapCollection collection;
    private int placeBytes;

    private LiveCollection(GlobalHeap heap, Block block, GlobalHeapCollection collection) {
        super(block);
        this.heap = heap;
        this.collection = collection;
        placeBytes = collection.placeBytes();
    }

    static LiveCollection load(GlobalHeap heap, long address) throws IOException {
        StructureStore store = heap.store();
        byte[] bytes = store.cache().read(address, size(store.reader(), address), GlobalHeapCollection.STRUCTURE);
        GlobalHeapCollection collection = GlobalHeapCollection.decode(
                FieldReader.of(bytes, store.sizes(), GlobalHeapCollection.STRUCTURE, address));
        return new LiveCollection(heap, store.cache().loaded(address, collection.image(), 0), collection);
    }

    /** Creates a collection, which is dirty and cached. */
    static LiveCollection create(GlobalHeap heap, int size) {
        StructureStore store = heap.store();
        GlobalHeapCollection collection = GlobalHeapCollection.create(size, store.sizes());
        LiveCollection live =
                new LiveCollection(heap, store.create(GlobalHeap.SPACE, collection.image(), 0), collection);
        store.cache().keep(live);
        heap.changed(live);
        return live;
    }

    /** Whether the bytes at an address start like a collection; they may be unused. */
    static boolean beginsAt(StructureReader in, long address) throws IOException {
        long end = in.allocatedBytes();
        if (address <= 0
                || end < GlobalHeapCollection.HEADER_LENGTH
                || address > end - GlobalHeapCollection.HEADER_LENGTH) {
            return false;
        }
        try {
            return GlobalHeapCollection.beginsWithSignature(
                    in.read(address, GlobalHeapCollection.HEADER_LENGTH, GlobalHeapCollection.STRUCTURE));
        } catch (EOFException e) {
            return false; // allocated, but never written
        }
    }

    /** The size stored in a collection, which must be inside the allocated space. */
    static long size(StructureReader in, long address) throws IOException {
        FieldReader prefix = in.read(address, GlobalHeapCollection.HEADER_LENGTH, GlobalHeapCollection.STRUCTURE);
        long size = GlobalHeapCollection.decodeSize(prefix);
        in.requireInside(address, size, GlobalHeapCollection.STRUCTURE);
        return size;
    }

    @Override
    public long bytesHeld() {
        return super.bytesHeld() + placeBytes;
    }

    GlobalHeapCollection collection() {
        return collection;
    }

    int size() {
        return collection.size();
    }

    /**
     * The free bytes available to an object; 0 if newer versions of the reference library do not read the collection.
     */
    int freeBytes() {
        return collection.size() < GlobalHeapCollection.MIN_SIZE ? 0 : collection.freeBytes();
    }

    /** Inserts an object, which must fit. */
    GlobalHeapId insert(byte[] data) {
        int index = collection.insert(data);
        changed();
        return new GlobalHeapId(address(), index);
    }

    /** Removes objects, all of which must exist. */
    void remove(BitSet indexes) {
        collection.removeAll(indexes);
        changed();
    }

    /** Extends the collection into the space after it, which has been allocated. */
    void extend(int newSize) {
        collection.extend(newSize);
        block.replaceImage(collection.image());
        changed();
    }

    private void changed() {
        block.markDirty();
        heap.store().cache().holds(collection.placeBytes() - placeBytes);
        placeBytes = collection.placeBytes();
        heap.changed(this);
    }
}
