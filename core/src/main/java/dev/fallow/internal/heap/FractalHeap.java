package dev.fallow.internal.heap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A live fractal heap: objects are found, inserted and removed by ID, in the images of its blocks. Managed objects are
 * in direct blocks below a doubling table, huge ones in separate blocks indexed by a B-tree, tiny ones in their IDs.
 *
 * <p>Finding an object takes O(log heap size) blocks. Insertion and removal change the direct block and, if blocks are
 * created or freed, the indirect blocks above it: O(1) amortised. The free sections are read from the file by the first
 * change, and written back with the container; see {@link HeapFreeSpace}.
 *
 * <p>A change is prepared first, which reads and checks all blocks that it will modify. Heaps with filters are refused
 * with an error that names them.
 */
public final class FractalHeap implements CachedObject, HeapObjects, StructureStore.Settling {
    private static final AllocationType SPACE = AllocationType.OBJECT_HEADER;

    /** The minimum size of a heap considered for rebuilding, in bytes of direct blocks. */
    private static final long SMALLEST_SPARSE = 16 << 10;
    /** The number of direct blocks that {@link #objects} remembers; a power of two. */
    private static final int REMEMBERED = 8;

    private final StructureStore store;
    private final Block block;
    private final HeapBlocks blocks;
    private final HeapFreeSpace freeSpace;
    private final ManagedObjects managed;
    private final HugeObjects huge;
    private FractalHeapHeader header;
    /** Whether the sections in memory differ from those in the file. */
    private boolean unsettled;
    /** Whether the header differs from its image. */
    private boolean headerAhead;

    private long memoryAccounted;
    private Companion companion;

    private FractalHeap(StructureStore store, Block block, FractalHeapHeader header) {
        this.store = store;
        this.block = block;
        this.header = header;
        blocks = new HeapBlocks(store, this);
        freeSpace = new HeapFreeSpace(store, this, blocks);
        managed = new ManagedObjects(store, this, blocks, freeSpace);
        huge = new HugeObjects(store, this);
    }

    /**
     * The heap with its header at an address.
     *
     * @param idLength the expected length of its IDs in bytes
     * @throws FormatException if there is no heap, or its IDs have another length
     * @throws UnsupportedFeatureException if the heap has filters
     */
    public static FractalHeap open(StructureStore store, long address, int idLength) throws IOException {
        FractalHeap heap =
                store.live(address, FractalHeap.class, FractalHeapHeader.STRUCTURE, () -> load(store, address));
        if (heap.header.idLength() != idLength) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    address,
                    "expected heap IDs of " + idLength + " bytes, found " + heap.header.idLength());
        }
        return heap;
    }

    private static FractalHeap load(StructureStore store, long address) throws IOException {
        MetadataCache cache = store.cache();
        int shortest = FractalHeapHeader.length(store.sizes());
        FieldReader start = store.reader().read(address, shortest, FractalHeapHeader.STRUCTURE);
        start.signature(FractalHeapHeader.LAYOUT.signature());
        start.skip(3);
        if (start.u16() != 0) {
            throw new UnsupportedFeatureException(
                    "%s: fractal heap at address %d: filters are not supported".formatted(cache.fileName(), address));
        }
        byte[] image = cache.read(address, shortest, FractalHeapHeader.STRUCTURE);
        FractalHeapHeader header =
                FractalHeapHeader.decode(FieldReader.of(image, store.sizes(), FractalHeapHeader.STRUCTURE, address));
        Long counted =
                store.heapFreeBytes().isEmpty() ? null : store.heapFreeBytes().get(address);
        return new FractalHeap(
                store,
                cache.loaded(address, image, Integer.BYTES),
                counted == null ? header : header.withRoot(header.root(), counted, header.freeSpaceAddress()));
    }

    /**
     * Creates an empty heap with libhdf5's parameters, except for these.
     *
     * @param table {@link DoublingTable#LINKS} or {@link DoublingTable#ATTRIBUTES}
     * @param idLength the length of its IDs in bytes
     */
    public static FractalHeap create(StructureStore store, DoublingTable table, int idLength) {
        return create(store, FractalHeapHeader.empty(idLength, table));
    }

    /** Creates an empty heap with the parameters of this header, which has no objects. */
    static FractalHeap create(StructureStore store, FractalHeapHeader header) {
        byte[] image = store.encode(header::encode);
        FractalHeap heap = new FractalHeap(store, store.create(SPACE, image, Integer.BYTES), header);
        store.cache().keep(heap);
        return heap;
    }

    @Override
    public long address() {
        return block.address();
    }

    @Override
    public boolean isDirty() {
        return block.isDirty() || unsettled || companion != null && companion.isUnwritten();
    }

    @Override
    public long bytesHeld() {
        return block.length() + memoryAccounted;
    }

    /** The number of objects of all kinds. */
    public long objectCount() {
        return header.root().objects() + header.huge().objects() + header.tinyObjects();
    }

    /** What a user of the heap keeps in memory with it. */
    public interface Companion {
        /** Whether it has something that is to be written; then the heap stays cached. */
        boolean isUnwritten();
    }

    /** What is kept with the heap, or null. */
    public Companion companion() {
        return companion;
    }

    /** Keeps something with the heap, as long as that is cached: until it is deleted, or written and then evicted. Its user makes it anew then. */
    public void keepCompanion(Companion now) {
        companion = now;
    }

    FractalHeapHeader header() {
        return header;
    }

    /**
     * Replaces the header. Its image is updated only when the heap is settled, because most changes are followed by
     * others.
     */
    void update(FractalHeapHeader changed) {
        header = changed;
        if (!store.heapFreeBytes().isEmpty()) { // looked at first, because the address would be boxed for each change
            store.heapFreeBytes().remove(address());
        }
        block.markBehind();
        if (!headerAhead) {
            headerAhead = true;
            store.settleBeforeWriting(this);
        }
    }

    /** Marks the sections as different from those in the file. */
    void sectionsChanged() {
        if (!unsettled) {
            unsettled = true;
            store.settleBeforeWriting(this);
        }
    }

    /** Reports the memory used by the sections to the cache. */
    void accountMemory() {
        long now = freeSpace.bytesHeld();
        if (store.cache().find(address()) == this) {
            store.cache().holds(now - memoryAccounted);
        }
        memoryAccounted = now;
    }

    /**
     * Corrects the numbers of a heap with one block. libhdf5 stores wrong ones when a direct root replaces an indirect one.
     *
     * @param freeInBlocks free bytes in sections inside the block
     */
    void mendStatistics(long freeInBlocks) {
        FractalHeapHeader.Root root = header.root();
        boolean counted =
                !store.heapFreeBytes().isEmpty() && store.heapFreeBytes().containsKey(address());
        if (!root.isIndirect() && root.address() != Addresses.UNDEFINED && !counted) {
            correctFreeBytes(root.withBlocks(root.managedSpace(), root.iteratorOffset()), freeInBlocks);
        }
    }

    /**
     * Corrects the number of free bytes, which some programs do not write. The header in the file changes with the next
     * change of the heap, or by {@link #correctHeaders}.
     *
     * @param objects the bytes of all managed objects
     */
    void correctFreeBytesFor(long objects) {
        FractalHeapHeader.Root root = header.root();
        long usable = root.address() == Addresses.UNDEFINED
                ? 0
                : root.isIndirect()
                        ? freeSpace.totals().freeBytes(root.rows())
                        : freeSpace.totals().usable(0);
        correctFreeBytes(root, Math.max(0, usable - objects));
    }

    private void correctFreeBytes(FractalHeapHeader.Root root, long freeBytes) {
        if (header.managedFreeBytes() != freeBytes) {
            store.heapFreeBytes().put(address(), freeBytes);
        }
        header = header.withRoot(root, freeBytes, header.freeSpaceAddress());
    }

    /** Writes the numbers of free bytes that were found to be wrong; O(1) for each such heap. */
    public static void correctHeaders(StructureStore store) throws IOException {
        for (long address : new TreeSet<>(store.heapFreeBytes().keySet())) {
            FractalHeap heap =
                    store.live(address, FractalHeap.class, FractalHeapHeader.STRUCTURE, () -> load(store, address));
            heap.update(heap.header);
        }
    }

    @Override
    public void settle() throws IOException {
        if (unsettled) {
            freeSpace.settle();
            unsettled = false;
        }
        header.patch(block.image(), store.sizes());
        headerAhead = false;
    }

    // ---- IDs --------------------------------------------------------------------------------------------------

    /**
     * Decodes an ID; that of a managed object, which is the most frequent, directly.
     *
     * @throws FormatException if the heap can have no object with this ID
     */
    FractalHeapId decode(byte[] id) {
        if (id.length != header.idLength()) {
            throw new FormatException(
                    "fractal heap", address(), "expected an ID of " + header.idLength() + " bytes, found " + id.length);
        }
        return decode(id, 0);
    }

    /** As {@link #decode(byte[])}, of the ID that begins at a position and is wholly inside the source. */
    private FractalHeapId decode(byte[] source, int at) {
        try {
            return source[at] == 0
                    ? FractalHeapId.Managed.of(
                            LittleEndian.unsigned(source, at + 1, header.offsetWidth()),
                            LittleEndian.unsigned(source, at + 1 + header.offsetWidth(), header.lengthWidth()),
                            header)
                    : FractalHeapId.decode(
                            FieldReader.of(
                                    source, at, at + header.idLength(), store.sizes(), FractalHeapId.STRUCTURE, -1),
                            header);
        } catch (FormatException e) {
            throw new FormatException("fractal heap", address(), e.getMessage());
        }
    }

    private byte[] encode(FractalHeapId id) {
        if (id instanceof FractalHeapId.Managed object) {
            byte[] encoded = new byte[header.idLength()];
            LittleEndian.put(encoded, 1, header.offsetWidth(), object.offset());
            LittleEndian.put(encoded, 1 + header.offsetWidth(), header.lengthWidth(), object.length());
            return encoded;
        }
        FieldWriter out = new FieldWriter(store.sizes());
        id.encode(out, header);
        return out.toByteArray();
    }

    // ---- objects ----------------------------------------------------------------------------------------------

    /**
     * The object with an ID. The reader reads from the heap itself and must not be used after a change.
     *
     * @param id of this heap's ID length
     * @param structure the specification's name of the object, for messages
     * @throws FormatException if there is no object with this ID
     */
    public FieldReader object(byte[] id, String structure) throws IOException {
        return object(decode(id), structure);
    }

    @Override
    public FieldReader object(byte[] source, int at, String structure) throws IOException {
        return object(decode(source, at), structure);
    }

    private FieldReader object(FractalHeapId decoded, String structure) throws IOException {
        if (decoded instanceof FractalHeapId.Managed object) {
            return managed.read(object.offset(), object.length(), structure);
        } else if (decoded instanceof FractalHeapId.Tiny tiny) {
            return FieldReader.of(tiny.data(), store.sizes(), structure, -1);
        }
        return huge.read(decoded, structure);
    }

    /** The objects, for reading many of them in any order; valid until the heap is changed. */
    public HeapObjects objects() {
        return new RecentBlocks();
    }

    /**
     * The objects of a heap that is not changed meanwhile. The direct blocks read last are remembered, so that an object in
     * one of them is found without a descent from the root. At most {@value #REMEMBERED} blocks, of 64 KiB or less.
     */
    private final class RecentBlocks implements HeapObjects {
        private final DirectPlace[] places = new DirectPlace[REMEMBERED];
        private final byte[][] images = new byte[REMEMBERED][];

        @Override
        public FieldReader object(byte[] source, int at, String structure) throws IOException {
            if (!(decode(source, at) instanceof FractalHeapId.Managed object)) {
                return FractalHeap.this.object(source, at, structure);
            }
            int slot = (int) (object.offset() / header.table().startBlockSize()) & REMEMBERED - 1;
            DirectPlace place = places[slot];
            if (place == null || !blocks.holds(place, object.offset(), object.length())) {
                place = blocks.holding(object.offset(), object.length(), "object");
                images[slot] = blocks.load(place).block().image();
                places[slot] = place;
            }
            int from = (int) (object.offset() - place.heapOffset());
            return FieldReader.of(
                    images[slot], from, from + object.length(), store.sizes(), structure, place.address() + from);
        }
    }

    /** Reads many objects in their order in the heap; valid until the heap is changed. */
    public HeapPass pass() {
        return new HeapPass(this, blocks);
    }

    StructureStore store() {
        return store;
    }

    /**
     * As {@link #object(byte[], String)}.
     *
     * @param packedId the ID's bytes as a little-endian number, for heaps with IDs of at most 8 bytes
     */
    public FieldReader object(long packedId, String structure) throws IOException {
        byte[] id = new byte[header.idLength()];
        for (int i = 0; i < id.length; i++) {
            id[i] = (byte) (packedId >>> 8 * i);
        }
        return object(id, structure);
    }

    /**
     * Checks that an object can be inserted, and loads the blocks that this changes. Remains valid if the object whose
     * removal was prepared last is removed first.
     *
     * @param length bytes of the object, at least 1
     * @throws FormatException if a structure needed for this is damaged
     * @throws UnsupportedFeatureException if the heap is full
     */
    public void prepareInsert(int length) throws IOException {
        requirePositive(length);
        if (length > header.maxManagedSize()) {
            huge.prepareInsert();
        } else if (length > header.maxTinySize()) {
            managed.prepareInsert(length);
        }
    }

    private static void requirePositive(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("expected an object of at least 1 byte, found " + length);
        }
    }

    /**
     * Inserts a {@linkplain #prepareInsert prepared} object.
     *
     * @return its ID
     */
    public byte[] insert(byte[] object) throws IOException {
        requirePositive(object.length);
        if (object.length > header.maxManagedSize()) {
            return encode(huge.insert(object));
        } else if (object.length > header.maxTinySize()) {
            return encode(new FractalHeapId.Managed(managed.insert(object), object.length));
        }
        update(header.withTiny(header.tinyBytes() + object.length, header.tinyObjects() + 1));
        return encode(new FractalHeapId.Tiny(object));
    }

    /**
     * Checks that an object can be removed, and loads the blocks that this changes.
     *
     * @throws FormatException if there is no object with this ID, or a structure needed for this is damaged
     */
    public void prepareRemove(byte[] id) throws IOException {
        FractalHeapId decoded = decode(id);
        if (decoded instanceof FractalHeapId.Managed object) {
            managed.prepareRemove(object.offset(), object.length());
        } else if (!(decoded instanceof FractalHeapId.Tiny)) {
            huge.prepareRemove(decoded);
        }
    }

    /** Removes an object after {@linkplain #prepareRemove preparation}. */
    public void remove(byte[] id) throws IOException {
        FractalHeapId decoded = decode(id);
        if (decoded instanceof FractalHeapId.Managed object) {
            managed.remove(object.offset(), object.length());
        } else if (decoded instanceof FractalHeapId.Tiny tiny) {
            update(header.withTiny(
                    Math.max(0, header.tinyBytes() - tiny.data().length), Math.max(0, header.tinyObjects() - 1)));
        } else {
            huge.remove(decoded);
        }
    }

    /**
     * Whether rebuilding may be worth its while. False for small heaps.
     *
     * @param most false for a heap with more bytes of direct blocks than this
     */
    public boolean canBeRebuilt(long most) {
        long allocated = header.root().allocatedSpace();
        return header.root().isIndirect() && allocated >= SMALLEST_SPARSE && allocated <= most;
    }

    /** Whether rebuilding would reduce the direct blocks to at most three quarters of their size. */
    public boolean isSparse() throws IOException {
        long allocated = header.root().allocatedSpace();
        return 4 * blocks.sizeFor(allocated - freeSpace.freeInBlocks()) <= 3 * allocated;
    }

    /**
     * Starts a comparison of the objects with the free space.
     *
     * @throws FormatException if the heap's free space is damaged
     */
    public HeapVerification verification() throws IOException {
        return new HeapVerification(this, freeSpace);
    }

    // ---- the whole heap ---------------------------------------------------------------------------------------

    /**
     * Checks that the heap can be deleted, and loads the blocks that this changes. Direct blocks and huge objects are
     * not read.
     *
     * @throws FormatException if blocks form a cycle, or overlap free space
     */
    public void prepareDelete() throws IOException {
        forEachBlock((at, size, structure) -> store.requireInUse(structure, at, size));
        huge.prepareDelete();
        blocks.prepareDelete();
    }

    /** Frees all space of the heap, including its objects, after {@linkplain #prepareDelete preparation}. */
    public void delete() throws IOException {
        huge.delete();
        freeSpace.delete();
        blocks.delete();
        store.forgetSettling(this);
        store.cache().forget(this);
        store.release(SPACE, block);
    }

    /**
     * Visits the blocks of the heap: header, direct and indirect blocks, huge objects and their B-tree, and the header
     * and list of its free-space manager. Direct blocks and huge objects are not read.
     *
     * @throws FormatException if blocks form a cycle
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        Walk walk = new Walk(visitor);
        walk.visit(address(), block.length(), FractalHeapHeader.STRUCTURE);
        blocks.forEach(walk);
        huge.forEachBlock(walk);
        freeSpace.forEachBlock(walk);
    }

    /**
     * One walk over the blocks of the heap: passes each on to a visitor. Blocks must not overlap, nor exceed the size of the
     * file in total.
     */
    private final class Walk implements ExtentVisitor, HeapBlocks.Visitor {
        private final ExtentVisitor visitor;

        /** The blocks visited: start and end. */
        private final TreeMap<Long, Long> visited = new TreeMap<>();

        private final Budget bytes = new Budget(
                FractalHeapHeader.STRUCTURE, address(), store.reader().allocatedBytes());

        Walk(ExtentVisitor visitor) {
            this.visitor = visitor;
        }

        @Override
        public void visit(long at, long size, String structure) {
            store.reader().requireInside(at, size, structure);
            Map.Entry<Long, Long> before = visited.lowerEntry(at + size);
            if (before != null && before.getValue() > at) {
                throw new FormatException(structure, at, "the heap at address " + address() + " contains it twice");
            }
            visited.put(at, at + size);
            bytes.take(size);
            visitor.visit(at, size, structure);
        }

        @Override
        public void indirect(LiveIndirectBlock indirect) {
            visit(indirect.address(), indirect.bytesHeld(), IndirectBlock.STRUCTURE);
        }

        @Override
        public void direct(DirectPlace direct) {
            visit(direct.address(), direct.size(), DirectBlock.STRUCTURE);
        }
    }
}
