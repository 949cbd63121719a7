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

/**
 * A fractal heap, live: objects are found, inserted and removed by ID, on the images of its blocks. Managed objects lie in
 * direct blocks below a doubling table, huge ones in blocks of their own that a B-tree tells, tiny ones in their IDs.
 *
 * <p>Finding an object takes O(log heap size) blocks. Inserting and removing touch the direct block and, where blocks come
 * or go, the indirect blocks above it: O(1) amortised. The free sections are read from the file by the first change, and
 * written back when the container is; see {@link HeapFreeSpace}.
 *
 * <p>A change is prepared first, which reads and checks all that it will touch. Heaps with filters are refused by name.
 */
public final class FractalHeap implements CachedObject, StructureStore.Settling {
    private static final AllocationType SPACE = AllocationType.OBJECT_HEADER;

    /** Bytes of direct blocks of a heap that is worth to be stored anew. */
    private static final long SMALLEST_SPARSE = 16 << 10;

    private final StructureStore store;
    private final Block block;
    private final HeapBlocks blocks;
    private final HeapFreeSpace freeSpace;
    private final ManagedObjects managed;
    private final HugeObjects huge;
    private FractalHeapHeader header;
    /** Whether the sections in memory are ahead of those in the file. */
    private boolean unsettled;
    /** Whether the header is ahead of its image. */
    private boolean headerAhead;

    private long memoryAccounted;

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
     * @param idLength bytes that its IDs must have
     * @throws FormatException if there is no heap, or one with other IDs
     * @throws UnsupportedFeatureException if it has filters
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
        start.signature(FractalHeapHeader.SIGNATURE);
        start.skip(3);
        if (start.u16() != 0) {
            throw new UnsupportedFeatureException(
                    "%s: fractal heap at address %d: filters are not supported".formatted(cache.fileName(), address));
        }
        byte[] image = cache.read(address, shortest, FractalHeapHeader.STRUCTURE);
        FractalHeapHeader header =
                FractalHeapHeader.decode(FieldReader.of(image, store.sizes(), FractalHeapHeader.STRUCTURE, address));
        return new FractalHeap(store, cache.loaded(address, image, Integer.BYTES), header);
    }

    /**
     * Makes an empty heap, with the parameters of libhdf5's heaps but for these.
     *
     * @param table {@link DoublingTable#LINKS} or {@link DoublingTable#ATTRIBUTES}
     * @param idLength bytes of its IDs
     */
    public static FractalHeap create(StructureStore store, DoublingTable table, int idLength) {
        return create(store, FractalHeapHeader.empty(idLength, table));
    }

    /** Makes an empty heap with the parameters of this header, which has no objects. */
    static FractalHeap create(StructureStore store, FractalHeapHeader header) {
        FieldWriter image = new FieldWriter(store.sizes());
        header.encode(image);
        FractalHeap heap = new FractalHeap(store, store.create(SPACE, image.toByteArray(), Integer.BYTES), header);
        store.cache().keep(heap);
        return heap;
    }

    @Override
    public long address() {
        return block.address();
    }

    @Override
    public boolean isDirty() {
        return block.isDirty() || unsettled;
    }

    @Override
    public long bytesHeld() {
        return block.length() + memoryAccounted;
    }

    /** The number of objects, of every kind. */
    public long objectCount() {
        return header.root().objects() + header.huge().objects() + header.tinyObjects();
    }

    FractalHeapHeader header() {
        return header;
    }

    /** Says what the header is now. Its image follows when the heap is settled: most changes are followed by others. */
    void update(FractalHeapHeader changed) {
        header = changed;
        block.markDirty();
        if (!headerAhead) {
            headerAhead = true;
            store.settleBeforeWriting(this);
        }
    }

    /** Says that the sections are no longer what the file has. */
    void sectionsChanged() {
        if (!unsettled) {
            unsettled = true;
            store.settleBeforeWriting(this);
        }
    }

    /** Tells the cache how much the sections take. */
    void accountMemory() {
        long now = freeSpace.bytesHeld();
        if (store.cache().find(address()) == this) {
            store.cache().holds(now - memoryAccounted);
        }
        memoryAccounted = now;
    }

    /**
     * The number of free bytes as the sections have it. libhdf5 gets it wrong when an indirect root gives way to a direct
     * one.
     */
    void mendStatistics(HeapSections sections) {
        FractalHeapHeader.Root root = header.root();
        if (!root.isIndirect() && root.address() != Addresses.UNDEFINED) {
            header = header.withRoot(
                    root.withBlocks(root.managedSpace(), root.iteratorOffset()),
                    sections.inside().freeBytes(),
                    header.freeSpaceAddress());
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

    // ---- objects ----------------------------------------------------------------------------------------------

    /**
     * The object with an ID. It is in the heap now: the reader is of no use after a change.
     *
     * @param id of as many bytes as IDs of this heap have
     * @param structure the specification's name of what the object is, for messages
     * @throws FormatException if the ID names no object
     */
    public FieldReader object(byte[] id, String structure) throws IOException {
        FractalHeapId decoded = decode(id);
        if (decoded instanceof FractalHeapId.Managed object) {
            return managed.read(object.offset(), object.length(), structure);
        } else if (decoded instanceof FractalHeapId.Tiny tiny) {
            return FieldReader.of(tiny.data(), store.sizes(), structure, -1);
        }
        return huge.read(decoded, structure);
    }

    /**
     * As {@link #object(byte[], String)}.
     *
     * @param packedId the bytes of the ID as a little-endian number; IDs of the heap have at most 8
     */
    public FieldReader object(long packedId, String structure) throws IOException {
        byte[] id = new byte[header.idLength()];
        for (int i = 0; i < id.length; i++) {
            id[i] = (byte) (packedId >>> 8 * i);
        }
        return object(id, structure);
    }

    FractalHeapId decode(byte[] id) {
        if (id.length != header.idLength()) {
            throw new FormatException(
                    "fractal heap", address(), "expected an ID of " + header.idLength() + " bytes, found " + id.length);
        }
        try {
            return id[0] == 0
                    ? FractalHeapId.Managed.of(
                            LittleEndian.unsigned(id, 1, header.offsetWidth()),
                            LittleEndian.unsigned(id, 1 + header.offsetWidth(), header.lengthWidth()),
                            header)
                    : FractalHeapId.decode(FieldReader.of(id, store.sizes(), FractalHeapId.STRUCTURE, -1), header);
        } catch (FormatException e) {
            throw new FormatException("fractal heap", address(), e.getMessage());
        }
    }

    /**
     * Checks that an object can be inserted, and loads what that will touch; also if the object is removed before it whose
     * removal was prepared last.
     *
     * @param length bytes of the object, at least 1
     * @throws FormatException if what this needs is damaged
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
     * Inserts an object that was {@linkplain #prepareInsert prepared}.
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

    /**
     * Checks that an object can be removed, and loads what that will touch.
     *
     * @throws FormatException if the ID names no object, or what this needs is damaged
     */
    public void prepareRemove(byte[] id) throws IOException {
        FractalHeapId decoded = decode(id);
        if (decoded instanceof FractalHeapId.Managed object) {
            managed.prepareRemove(object.offset(), object.length());
        } else if (!(decoded instanceof FractalHeapId.Tiny)) {
            huge.prepareRemove(decoded);
        }
    }

    /** Removes an object; this was {@linkplain #prepareRemove prepared}. */
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
     * Whether the objects, stored anew one behind the other, would take at most three quarters of the direct blocks that they
     * take now; not for small heaps.
     *
     * @param most direct blocks of more bytes than this are not called sparse
     */
    public boolean isSparse(long most) throws IOException {
        long allocated = header.root().allocatedSpace();
        return header.root().isIndirect()
                && allocated >= SMALLEST_SPARSE
                && allocated <= most
                && 4 * blocks.sizeFor(allocated - freeSpace.sections().inside().freeBytes()) <= 3 * allocated;
    }

    /**
     * Begins a comparison of the objects with the free space.
     *
     * @throws FormatException if the free space of the heap is damaged
     */
    public HeapVerification verification() throws IOException {
        return new HeapVerification(this, freeSpace.sections());
    }

    // ---- the whole heap ---------------------------------------------------------------------------------------

    /**
     * Checks that the heap can be deleted, and loads what that will touch; direct blocks and huge objects are not read.
     *
     * @throws FormatException if blocks form a loop, or lie in free space
     */
    public void prepareDelete() throws IOException {
        forEachBlock(this::requireReleasable);
        huge.prepareDelete();
        blocks.forEach(new HeapBlocks.Visitor() {
            @Override
            public void indirect(LiveIndirectBlock indirect) {
                // it was loaded, and is what it should be
            }

            @Override
            public void direct(DirectPlace direct) throws IOException {
                if (store.cache().find(direct.address()) != null) {
                    blocks.load(direct); // then it must be this one
                }
            }
        });
    }

    private void requireReleasable(long at, long size, String structure) {
        if (!store.space().inUse(at, size)) {
            throw new FormatException(structure, at, "it lies in free space, or past the end of it");
        }
    }

    /** Gives all space of the heap back; its objects are gone. This was {@linkplain #prepareDelete prepared}. */
    public void delete() throws IOException {
        huge.delete();
        freeSpace.delete();
        blocks.forEach(new HeapBlocks.Visitor() {
            @Override
            public void indirect(LiveIndirectBlock indirect) {
                // what is below it comes first
            }

            @Override
            public void direct(DirectPlace direct) throws IOException {
                blocks.releaseUnread(direct);
            }

            @Override
            public void left(LiveIndirectBlock indirect) {
                blocks.release(indirect);
            }
        });
        store.forgetSettling(this);
        store.cache().forget(this);
        store.release(SPACE, block);
    }

    /**
     * Tells the blocks that the heap lies in: header, direct and indirect blocks, huge objects and their B-tree, the
     * header and the list of its free-space manager. Direct blocks and huge objects are not read.
     *
     * @throws FormatException if blocks form a loop
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        Walk walk = new Walk(visitor);
        walk.visit(address(), block.length(), FractalHeapHeader.STRUCTURE);
        blocks.forEach(walk);
        huge.forEachBlock(walk);
        freeSpace.forEachBlock(walk);
    }

    /** One walk: blocks do not overlap, and they do not take more bytes than there are. */
    private final class Walk implements ExtentVisitor, HeapBlocks.Visitor {
        private final ExtentVisitor visitor;
        /** The blocks that were met: where they start and end. */
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
                throw new FormatException(structure, at, "the heap at address " + address() + " comes back to it");
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
