package dev.fallow.internal.globalheap;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.GlobalHeapCollection;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The global heap of a container: collections of objects, live in the metadata cache. New objects are placed in
 * collections with free space, as far as these are known from this session; the file is not searched for them. A
 * collection without objects is freed.
 */
public final class GlobalHeap {
    static final AllocationType SPACE = AllocationType.GLOBAL_HEAP;

    private final StructureStore store;
    private final CollectionFreeSpace freeSpace = new CollectionFreeSpace();
    private final SharedHeapObjects sharedObjects = new SharedHeapObjects();
    /** The collection last inserted into, or -1. */
    private long recent = -1;

    /** @param store the container's store, which has one global heap */
    public GlobalHeap(StructureStore store) {
        this.store = store;
    }

    StructureStore store() {
        return store;
    }

    CollectionFreeSpace freeSpace() {
        return freeSpace;
    }

    /**
     * The collection at an address.
     *
     * @throws FormatException if there is no collection, or it is damaged
     */
    LiveCollection collection(long address) throws IOException {
        LiveCollection live = store.live(
                address,
                LiveCollection.class,
                GlobalHeapCollection.STRUCTURE,
                () -> LiveCollection.load(this, address));
        freeSpace.set(address, live.freeBytes());
        return live;
    }

    /** The known objects that several elements refer to. */
    public SharedHeapObjects sharedObjects() {
        return sharedObjects;
    }

    /**
     * Whether an object exists.
     *
     * @throws FormatException if the collection's signature is present but the collection is damaged
     */
    boolean contains(GlobalHeapId id) throws IOException {
        long address = id.collectionAddress();
        return (held(address) != null || LiveCollection.beginsAt(store.reader(), address))
                && collection(address).collection().contains(id.index());
    }

    /** The collection at an address if it is cached; otherwise null. */
    LiveCollection held(long address) {
        return store.cache().find(address) instanceof LiveCollection live ? live : null;
    }

    long recent() {
        return recent;
    }

    void setRecent(long address) {
        recent = address;
    }

    /** Records the number of free bytes in a collection. */
    void changed(LiveCollection collection) {
        freeSpace.set(collection.address(), collection.freeBytes());
    }

    /** Forgets the collections that have become free space: nothing referred to them, so that they were reclaimed. */
    public void forgetReclaimed() {
        freeSpace.forgetIf(address -> !store.space().inUse(address, 1));
        if (recent >= 0 && !store.space().inUse(recent, 1)) {
            recent = -1;
        }
    }

    /** Frees a collection that nothing refers to any more. */
    void release(long address, long size) {
        freeSpace.forget(address);
        if (recent == address) {
            recent = -1;
        }
        store.release(SPACE, address, size);
    }

    /**
     * A copy of an object's bytes.
     *
     * @throws FormatException if there is no such object
     */
    public byte[] get(GlobalHeapId id) throws IOException {
        GlobalHeapCollection collection = collection(id.collectionAddress()).collection();
        if (!collection.contains(id.index())) {
            throw new FormatException(
                    GlobalHeapCollection.STRUCTURE,
                    id.collectionAddress(),
                    "expected an object %d, found %d others".formatted(id.index(), collection.count()));
        }
        return collection.data(id.index());
    }

    /** The bytes of an existing object with its header. */
    public long footprint(GlobalHeapId id) throws IOException {
        return collection(id.collectionAddress())
                .collection()
                .object(id.index())
                .map(object -> GlobalHeapCollection.footprint(object.size()))
                .orElse(0L);
    }

    /**
     * The size of the collection at an address. Reads only its header.
     *
     * @throws FormatException if there is no collection, or it is not inside the allocated space
     */
    public long size(long address) throws IOException {
        LiveCollection live = held(address);
        return live != null ? live.size() : LiveCollection.size(store.reader(), address);
    }

    /** The insertions of one change. */
    public HeapInsertion insertion() {
        return new HeapInsertion(this);
    }

    /** The removals of one change. */
    public HeapRemoval removal() {
        return new HeapRemoval(this);
    }

    /** The objects visited by one walk. */
    public VisitedHeapObjects visited() {
        return new VisitedHeapObjects(this);
    }
}
