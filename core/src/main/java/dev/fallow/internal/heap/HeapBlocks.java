package dev.fallow.internal.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The direct and indirect blocks of one fractal heap: finds them by heap offset, creates and frees them. A descent
 * takes O(log heap size) steps, since a child indirect block has fewer rows than its parent. The caller updates the
 * header.
 */
final class HeapBlocks {
    private static final AllocationType INDIRECT_SPACE = AllocationType.OBJECT_HEADER;
    private static final AllocationType DIRECT_SPACE = AllocationType.LOCAL_HEAP;

    private final StructureStore store;
    private final FractalHeap heap;
    private final DoublingTable table;
    /**
     * The direct block found last; valid while the cache's generation is unchanged and no block is created or freed.
     */
    private DirectPlace lastFound;

    private long lastGeneration;

    HeapBlocks(StructureStore store, FractalHeap heap) {
        this.store = store;
        this.heap = heap;
        table = heap.header().table();
    }

    private FractalHeapHeader header() {
        return heap.header();
    }

    private FractalHeapHeader.Root rootFields() {
        return heap.header().root();
    }

    int overhead() {
        return DirectBlock.overhead(header(), store.sizes());
    }

    /** Bytes of direct blocks in a heap that is filled sequentially with this many bytes. */
    long sizeFor(long bytes) {
        long size = 0;
        for (int block = 0; size < bytes; block++) {
            size += table.blockSize(Math.min(block / table.width(), table.directRows() - 1));
        }
        return size;
    }

    // ---- loading ----------------------------------------------------------------------------------------------

    LiveIndirectBlock root() throws IOException {
        return indirect(rootFields().address(), 0, rootFields().rows());
    }

    /**
     * The indirect block at an address.
     *
     * @throws FormatException if the block at the address differs
     */
    LiveIndirectBlock indirect(long at, long heapOffset, int rows) throws IOException {
        LiveIndirectBlock block = store.live(
                at, LiveIndirectBlock.class, IndirectBlock.STRUCTURE, () -> loadIndirect(at, heapOffset, rows));
        block.require(heap.address(), heapOffset, rows);
        return block;
    }

    private LiveIndirectBlock loadIndirect(long at, long heapOffset, int rows) throws IOException {
        int length = IndirectBlock.length(header(), store.sizes(), rows);
        byte[] image = store.cache().read(at, length, IndirectBlock.STRUCTURE);
        IndirectBlock decoded = IndirectBlock.decode(
                FieldReader.of(image, store.sizes(), IndirectBlock.STRUCTURE, at), header(), heap.address(), rows);
        LiveDirectBlock.requireOffset(IndirectBlock.STRUCTURE, at, heapOffset, decoded.blockOffset());
        return live(store.cache().loaded(at, image, Integer.BYTES), heapOffset, rows);
    }

    private LiveIndirectBlock live(Block block, long heapOffset, int rows) {
        return new LiveIndirectBlock(
                heap.address(),
                heapOffset,
                rows,
                block,
                IndirectBlock.entriesOffset(header(), store.sizes()),
                store.sizes().offsets(),
                rows * table.width());
    }

    /**
     * A direct block.
     *
     * @throws FormatException if the block at the address differs
     */
    LiveDirectBlock load(DirectPlace direct) throws IOException {
        LiveDirectBlock block =
                store.live(direct.address(), LiveDirectBlock.class, DirectBlock.STRUCTURE, () -> loadDirect(direct));
        block.require(heap.address(), direct.heapOffset(), direct.size());
        return block;
    }

    /**
     * The bytes of a direct block, which must not be modified. A block that was not cached is not added to the cache.
     *
     * @param checked whether the block has been checked since it was changed last
     */
    byte[] peek(DirectPlace direct, boolean checked) throws IOException {
        if (checked && store.cache().find(direct.address()) == null) {
            return store.cache().read(direct.address(), direct.size(), DirectBlock.STRUCTURE);
        }
        LiveDirectBlock block =
                store.peek(direct.address(), LiveDirectBlock.class, DirectBlock.STRUCTURE, () -> loadDirect(direct));
        block.require(heap.address(), direct.heapOffset(), direct.size());
        return block.block().image();
    }

    private LiveDirectBlock loadDirect(DirectPlace direct) throws IOException {
        byte[] image = store.cache().read(direct.address(), direct.size(), DirectBlock.STRUCTURE);
        FieldReader in = FieldReader.of(image, store.sizes(), DirectBlock.STRUCTURE, direct.address());
        long found = DirectBlock.decode(in, header(), heap.address());
        LiveDirectBlock.requireOffset(DirectBlock.STRUCTURE, direct.address(), direct.heapOffset(), found);
        return live(direct.heapOffset(), store.cache().loaded(direct.address(), image, checksumLength()));
    }

    private LiveDirectBlock live(long heapOffset, Block block) {
        if (header().checksummed()) {
            block.checksumWithin(DirectBlock.checksumOffset(header(), store.sizes()));
        }
        return new LiveDirectBlock(heap.address(), heapOffset, block);
    }

    private int checksumLength() {
        return header().checksummed() ? Integer.BYTES : 0;
    }

    // ---- finding ----------------------------------------------------------------------------------------------

    /** The heap offset of an entry. */
    long offsetOf(Place place) {
        return place.block().heapOffset() + table.entryOffset(place.entry());
    }

    int rowOf(Place place) {
        return place.entry() / table.width();
    }

    /** The number of rows of the child indirect blocks in a row, at most the row's number. */
    int childRows(int row) {
        int rows = table.childRowsOf(row);
        if (rows < 1) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    heap.address(),
                    "expected indirect blocks of at least a row in row " + row + ", found " + rows);
        }
        return rows;
    }

    /**
     * The place of a heap offset: the entry of the direct block that contains it, or of a missing indirect block on the
     * way there. The heap must have a root indirect block.
     *
     * @throws FormatException if the root has too few rows
     */
    Place place(long heapOffset) throws IOException {
        Place place = null;
        LiveIndirectBlock block = root();
        while (true) {
            long within = heapOffset - block.heapOffset();
            int row = table.row(within);
            if (row >= block.rows()) {
                throw new FormatException(
                        "fractal heap",
                        heap.address(),
                        "heap offset %d: expected a row of at most %d, found %d"
                                .formatted(heapOffset, block.rows() - 1, row));
            }
            place = new Place(block, table.entry(within), place);
            if (table.isDirectRow(row) || !block.hasChild(place.entry())) {
                return place;
            }
            block = indirect(block.child(place.entry()), offsetOf(place), childRows(row));
        }
    }

    /**
     * The direct block that contains a heap offset.
     *
     * @throws FormatException if there is none
     */
    DirectPlace direct(long heapOffset) throws IOException {
        boolean known = lastFound != null
                && lastGeneration == store.cache().generation()
                && heapOffset >= lastFound.heapOffset()
                && heapOffset < lastFound.end();
        if (!known) {
            lastFound = find(heapOffset);
            lastGeneration = store.cache().generation();
        }
        return lastFound;
    }

    private DirectPlace find(long heapOffset) throws IOException {
        FractalHeapHeader.Root root = rootFields();
        if (!root.isIndirect()) {
            if (root.address() == Addresses.UNDEFINED || heapOffset >= table.startBlockSize()) {
                throw noBlock(heapOffset);
            }
            return new DirectPlace(root.address(), 0, table.startBlockSize(), null);
        }
        Place place = place(heapOffset);
        if (!place.block().hasChild(place.entry())) {
            throw noBlock(heapOffset);
        }
        return directAt(place);
    }

    private FormatException noBlock(long heapOffset) {
        return new FormatException("fractal heap", heap.address(), "heap offset " + heapOffset + ": found no block");
    }

    private DirectPlace directAt(Place place) {
        return new DirectPlace(
                place.block().child(place.entry()), offsetOf(place), table.blockSize(rowOf(place)), place);
    }

    /**
     * The direct block that contains a range of bytes.
     *
     * @throws FormatException if no direct block contains all of them after its prefix
     */
    DirectPlace holding(long heapOffset, long length, String what) throws IOException {
        DirectPlace direct = direct(heapOffset);
        if (!holds(direct, heapOffset, length)) {
            long from = heapOffset - direct.heapOffset();
            throw new FormatException(
                    "fractal heap",
                    heap.address(),
                    "%s of %d bytes at heap offset %d: expected it inside bytes %d to %d of a direct block, found it at %d to %d"
                            .formatted(what, length, heapOffset, overhead(), direct.size(), from, from + length));
        }
        return direct;
    }

    /** Whether a direct block contains all of a range of bytes after its prefix. */
    boolean holds(DirectPlace direct, long heapOffset, long length) {
        long from = heapOffset - direct.heapOffset();
        return from >= overhead() && length <= direct.size() - from;
    }

    /** The last direct block before a place; null if there is none. Scans the entries backwards. */
    DirectPlace before(Place place) throws IOException {
        Place at = place;
        int entry = place.entry() - 1;
        while (true) {
            while (entry >= 0 && !at.block().hasChild(entry)) {
                entry--;
            }
            if (entry < 0) {
                if (at.up() == null) {
                    return null;
                }
                at = at.up();
                entry = at.entry() - 1;
                continue;
            }
            at = new Place(at.block(), entry, at.up());
            if (table.isDirectRow(rowOf(at))) {
                return directAt(at);
            }
            LiveIndirectBlock child = indirect(at.block().child(entry), offsetOf(at), childRows(rowOf(at)));
            entry = child.lastChild();
            at = new Place(child, entry + 1, at);
        }
    }

    /**
     * The last direct block of a heap with a root indirect block.
     *
     * @throws FormatException if there is none
     */
    DirectPlace last() throws IOException {
        LiveIndirectBlock root = root();
        DirectPlace last = before(new Place(root, root.lastChild() + 1, null));
        if (last == null) {
            throw new FormatException(
                    IndirectBlock.STRUCTURE, root.address(), "expected direct blocks below it, found none");
        }
        return last;
    }

    /**
     * The number of rows of the possible indirect block at a heap offset, whether it exists or not; -1 if there can be
     * none.
     *
     * @param rootRows rows of the root indirect block, which is at heap offset 0
     */
    int rowsAt(long heapOffset, int rootRows) {
        int rows = rootRows;
        long within = heapOffset;
        while (within != 0) {
            int row = table.row(within);
            if (within < 0 || row >= rows || table.isDirectRow(row)) {
                return -1;
            }
            within -= table.entryOffset(table.entry(within));
            rows = childRows(row);
        }
        return rows;
    }

    // ---- creating and freeing ---------------------------------------------------------------------------------

    /** Creates a root indirect block, with an existing block as its first entry. */
    LiveIndirectBlock createRoot(int rows, long direct) {
        LiveIndirectBlock root = createIndirect(0, rows);
        if (direct != Addresses.UNDEFINED) {
            root.attach(0, direct);
        }
        return root;
    }

    private LiveIndirectBlock createIndirect(long heapOffset, int rows) {
        return keep(IndirectBlock.empty(heapOffset, table, rows), rows);
    }

    private LiveIndirectBlock keep(IndirectBlock made, int rows) {
        lastFound = null;
        FieldWriter out = new FieldWriter(store.sizes());
        made.encode(out, header(), heap.address());
        Block block = store.create(INDIRECT_SPACE, out.toByteArray(), Integer.BYTES);
        LiveIndirectBlock live = live(block, made.blockOffset(), rows);
        store.cache().keep(live);
        return live;
    }

    /** Replaces the root indirect block by one with another number of rows; rows that are removed have no children. */
    LiveIndirectBlock resizeRoot(LiveIndirectBlock root, int rows) {
        IndirectBlock resized = IndirectBlock.empty(0, table, rows);
        for (int entry = 0; entry <= root.lastChild(); entry++) {
            resized.children()[entry] = root.child(entry);
        }
        release(root);
        return keep(resized, rows);
    }

    /** The place of a direct block to be created. Creates the missing indirect blocks on the way there. */
    Place reach(long heapOffset) throws IOException {
        Place place = place(heapOffset);
        while (!table.isDirectRow(rowOf(place))) {
            LiveIndirectBlock child = createIndirect(offsetOf(place), childRows(rowOf(place)));
            place.block().attach(place.entry(), child.address());
            place = new Place(child, table.entry(heapOffset - child.heapOffset()), place);
        }
        return place;
    }

    /** Creates a direct block as the child of an empty entry, or, without a place, as the root. */
    DirectPlace createDirect(Place place) {
        lastFound = null;
        long heapOffset = place == null ? 0 : offsetOf(place);
        long size = place == null ? table.startBlockSize() : table.blockSize(rowOf(place));
        byte[] image = new byte[Math.toIntExact(size)];
        DirectBlock.putPrefix(image, header(), store.sizes(), heap.address(), heapOffset);
        LiveDirectBlock made = live(heapOffset, store.create(DIRECT_SPACE, image, checksumLength()));
        store.cache().keep(made);
        if (place != null) {
            place.block().attach(place.entry(), made.address());
        }
        return new DirectPlace(made.address(), heapOffset, size, place);
    }

    /** Frees a loaded direct block. Its entry is not changed. */
    void release(DirectPlace direct) throws IOException {
        lastFound = null;
        store.release(DIRECT_SPACE, load(direct));
    }

    /** Frees an indirect block. Its parent's entry is not changed. */
    void release(LiveIndirectBlock block) {
        lastFound = null;
        store.release(INDIRECT_SPACE, block);
    }

    // ---- iteration --------------------------------------------------------------------------------------------

    /** Receives blocks. */
    interface Visitor {
        /** An indirect block, before its descendants. */
        default void indirect(LiveIndirectBlock block) {}

        /** A direct block, which has not been read. */
        void direct(DirectPlace block) throws IOException;

        /** An indirect block, after its descendants. */
        default void left(LiveIndirectBlock block) {}
    }

    /** Visits all blocks. The recursion terminates because a child has fewer rows than its parent. */
    void forEach(Visitor visitor) throws IOException {
        FractalHeapHeader.Root root = rootFields();
        if (root.isIndirect()) {
            below(root(), null, visitor);
        } else if (root.address() != Addresses.UNDEFINED) {
            visitor.direct(new DirectPlace(root.address(), 0, table.startBlockSize(), null));
        }
    }

    private void below(LiveIndirectBlock block, Place up, Visitor visitor) throws IOException {
        visitor.indirect(block);
        for (int entry = 0; entry <= block.lastChild(); entry++) {
            if (block.hasChild(entry)) {
                Place place = new Place(block, entry, up);
                if (table.isDirectRow(rowOf(place))) {
                    visitor.direct(directAt(place));
                } else {
                    below(indirect(block.child(entry), offsetOf(place), childRows(rowOf(place))), place, visitor);
                }
            }
        }
        visitor.left(block);
    }

    // ---- deleting ---------------------------------------------------------------------------------------------

    /**
     * Checks that all blocks can be freed, and loads the indirect ones. Direct blocks are not read.
     *
     * @throws FormatException if another structure is cached at the address of a direct block
     */
    void prepareDelete() throws IOException {
        forEach(direct -> {
            if (store.cache().find(direct.address()) != null) {
                load(direct); // then it must be this block
            }
        });
    }

    /** Frees all blocks, whether they were loaded or not. */
    void delete() throws IOException {
        lastFound = null;
        forEach(new Visitor() {
            @Override
            public void direct(DirectPlace direct) {
                store.release(DIRECT_SPACE, direct.address(), direct.size());
            }

            @Override
            public void left(LiveIndirectBlock indirect) {
                release(indirect);
            }
        });
    }
}
