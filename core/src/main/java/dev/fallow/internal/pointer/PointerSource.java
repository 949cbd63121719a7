package dev.fallow.internal.pointer;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/** Reads structures, part by part, and reports the addresses in them: those of B-trees of version 2, of fractal heaps and of chunk indexes. */
abstract class PointerSource {
    private static final String OBJECT = "fractal heap object";

    final ObjectStore store;
    final FieldSizes sizes;
    final PointerVisitor visitor;
    /** The chunk whose decoded elements are being visited; null if none are. Addresses read without a part are in these elements. */
    EncodedChunk chunk;
    /** The object that is visited, for reasons. */
    String where = "";
    /** The reason of their filters why the visited chunks cannot be changed; null if they can. */
    String unwritable;

    /** Receives something in a part: a record, an object, elements. The part is null if it cannot be changed where it is. */
    @FunctionalInterface
    interface InPart {
        void visit(Part part, FieldReader in) throws IOException;
    }

    PointerSource(ObjectStore store, PointerVisitor visitor) {
        this.store = store;
        this.visitor = visitor;
        sizes = store.sizes();
    }

    /** Whether elements of a type are to be looked at. */
    final boolean wants(Datatype type) {
        return visitor.wantsElements() && ElementPointers.mayContain(type);
    }

    /** A reader at the start of a part. */
    final FieldReader read(Part part, String structure) throws IOException {
        byte[] bytes = store.cache().read(part.address(), part.length(), structure);
        return FieldReader.of(bytes, sizes, structure, part.address());
    }

    // ---- addresses ---------------------------------------------------------------------------------------------

    /** Reports the address that a reader is at; returns it. The part is null if it cannot be changed where it is. */
    final long pointer(Part part, FieldReader in) {
        long field = in.address();
        long target = in.offset();
        if (target != Addresses.UNDEFINED) {
            if (part == null && chunk != null) {
                visitor.encoded(chunk, (int) field, target);
            } else if (part == null) {
                fixed(target);
            } else {
                visitor.pointer(part, field, target);
            }
        }
        return target;
    }

    /** As {@link #pointer(Part, FieldReader)}, for the address in a field of the structure at the start of the part. */
    final long pointer(Part part, FieldReader start, Layout.Field field) {
        return pointer(part, start.at(field.at(sizes)));
    }

    /** As {@link #pointer(Part, FieldReader)}, for the address of an object header, which is going to be visited. */
    final void object(Part part, FieldReader in) {
        found(pointer(part, in));
    }

    /** Receives the addresses of object headers; they may be undefined. */
    abstract void found(long object);

    /** As {@link #pointer(Part, FieldReader)}, for the address in a reference. */
    final void reference(Part part, FieldReader in) {
        long target = pointer(part, in);
        if (target != Addresses.UNDEFINED) {
            visitor.reference(target);
        }
    }

    /** Reports a block that has to stay where it is, because something that is being visited refers to it. */
    final void fixed(long target) {
        visitor.fixed(target, unwritable == null ? where : where + ", whose chunks cannot be changed: " + unwritable);
    }

    // ---- B-trees of version 2 ----------------------------------------------------------------------------------

    /** Visits the tree with its header at an address: its nodes, and its records. */
    final void bTreeV2(long address, InPart records) throws IOException {
        Part part = Part.sealed(address, BTreeV2Header.length(sizes));
        FieldReader in = read(part, BTreeV2Header.STRUCTURE);
        BTreeV2Header header = BTreeV2Header.decode(in.at(0));
        long root = pointer(part, in, BTreeV2Header.LAYOUT.field("rootNode"));
        if (root != Addresses.UNDEFINED) {
            node(header.geometry(sizes), root, header.depth(), header.rootRecords(), records);
        }
    }

    private void node(BTreeV2Geometry geometry, long address, int level, int count, InPart records) throws IOException {
        Part part = new Part(address, geometry.nodeSize(), geometry.checksumOffset(level, count), false);
        FieldReader in = read(part, BTreeV2Node.structure(level));
        for (int i = 0; i < count; i++) {
            FieldReader record = in.at(geometry.recordOffset(i));
            records.visit(part, record.inner(geometry.recordSize(), "version 2 B-tree record"));
        }
        for (int i = 0; level > 0 && i <= count; i++) {
            FieldReader pointer = in.at(geometry.pointerOffset(level, count, i));
            long child = pointer(part, pointer);
            node(geometry, child, level - 1, (int) pointer.unsigned(geometry.childCountWidth()), records);
        }
    }

    // ---- fractal heaps -----------------------------------------------------------------------------------------

    /** A fractal heap whose blocks have been visited, and the places of its objects. */
    final class Heap {
        private final FractalHeapHeader header;
        /** The direct blocks, by their offset in the heap. */
        private final TreeMap<Long, Part> blocks = new TreeMap<>();
        /** The huge objects, by their IDs. */
        private final Map<Long, Part> huge = new HashMap<>();

        Heap(long address) throws IOException {
            Part part = Part.sealed(address, FractalHeapHeader.length(sizes));
            FieldReader in = read(part, FractalHeapHeader.STRUCTURE);
            header = FractalHeapHeader.decode(in.at(0));
            if (header.filtered() || header.hugeIdsAreDirect(sizes)) {
                throw new UnsupportedFeatureException(
                        "%s at address %d: a heap with filters or long IDs cannot be moved"
                                .formatted(FractalHeapHeader.STRUCTURE, address));
            }
            Layout layout = FractalHeapHeader.LAYOUT;
            long tree = pointer(part, in, layout.field("hugeBTree"));
            long freeSpace = pointer(part, in, layout.field("freeSpaceManager"));
            long root = pointer(part, in, layout.field("rootBlock"));
            if (tree != Addresses.UNDEFINED) {
                bTreeV2(tree, this::hugeObject);
            }
            if (freeSpace != Addresses.UNDEFINED) {
                freeSpace(freeSpace);
            }
            if (root != Addresses.UNDEFINED) {
                if (header.root().isIndirect()) {
                    indirect(root, header.root().rows());
                } else {
                    direct(root, header.table().startBlockSize());
                }
            }
        }

        private void hugeObject(Part part, FieldReader record) {
            long address = pointer(part, record);
            long length = record.length();
            huge.put(record.length(), Part.plain(address, length));
        }

        private void freeSpace(long address) throws IOException {
            Part part = Part.sealed(address, FreeSpaceHeader.length(sizes));
            FieldReader in = read(part, FreeSpaceHeader.STRUCTURE);
            long used = FreeSpaceHeader.decode(in.at(0)).listUsedSize();
            long list = pointer(part, in, FreeSpaceHeader.LAYOUT.field("list"));
            if (list != Addresses.UNDEFINED) {
                header(Part.sealed(list, used), SectionList.LAYOUT);
            }
        }

        private void indirect(long address, int rows) throws IOException {
            Part part = Part.sealed(address, IndirectBlock.length(header, sizes, rows));
            FieldReader in = read(part, IndirectBlock.STRUCTURE);
            pointer(part, in, IndirectBlock.LAYOUT.field("heapHeader"));
            FieldReader entries = in.at(IndirectBlock.entriesOffset(header, sizes));
            for (int i = 0; i < rows * header.table().width(); i++) {
                int row = i / header.table().width();
                long child = pointer(part, entries);
                if (child == Addresses.UNDEFINED) {
                    continue;
                } else if (header.table().isDirectRow(row)) {
                    direct(child, header.table().blockSize(row));
                } else {
                    indirect(child, header.table().childRowsOf(row));
                }
            }
        }

        private void direct(long address, long size) throws IOException {
            int checksumAt = DirectBlock.checksumOffset(header, sizes);
            Part part = new Part(address, Math.toIntExact(size), header.checksummed() ? checksumAt : -1, true);
            FieldReader in = read(Part.plain(address, checksumAt), DirectBlock.STRUCTURE);
            FieldReader back = in.at(DirectBlock.LAYOUT.field("heapHeader").at(sizes));
            pointer(part, back);
            blocks.put(back.unsigned(header.offsetWidth()), part);
        }

        /** Visits the object with the ID that a reader is at, unless it is in the ID itself: no link or attribute is that short. */
        void object(FieldReader id, InPart visitor) throws IOException {
            FractalHeapId decoded = FractalHeapId.decode(id.at(0), header);
            if (decoded instanceof FractalHeapId.HugeIndirect indirect) {
                Part place = huge.get(indirect.id());
                if (place == null) {
                    throw id.fail("expected the ID of a huge object, found none");
                }
                visitor.visit(place, read(place, OBJECT));
            } else if (decoded instanceof FractalHeapId.Managed managed) {
                Map.Entry<Long, Part> block = blocks.floorEntry(managed.offset());
                long before = block == null ? 0 : managed.offset() - block.getKey();
                if (block == null
                        || before + managed.length() > block.getValue().length()) {
                    throw new FormatException(OBJECT, -1, "heap offset %d is in no block".formatted(managed.offset()));
                }
                Part place = Part.plain(block.getValue().address() + before, managed.length());
                visitor.visit(block.getValue(), read(place, OBJECT));
            }
        }
    }

    /** Visits the address of its header in a block; returns a reader at the start of the block. */
    private FieldReader header(Part part, Layout block) throws IOException {
        FieldReader in = read(part, block.structure());
        pointer(part, in, block.field("header"));
        return in;
    }

    // ---- chunk indexes -----------------------------------------------------------------------------------------

    /** The index of a dataset: its blocks, and its chunks. The address in the layout message is not among the addresses. */
    final class ChunkIndex {
        /** Receives the entries of chunks with filters, and their addresses; null if they are not needed. */
        private final ObjLongConsumer<ChunkEntry> entries;

        ChunkIndex(ObjLongConsumer<ChunkEntry> entries) {
            this.entries = entries;
        }

        /** Visits an index of chunks that have addresses. */
        void visit(ChunkedLayout layout) throws IOException {
            switch (layout.index()) {
                case SINGLE_CHUNK, IMPLICIT -> {
                    // the layout message has the address of the elements
                }
                case FIXED_ARRAY -> fixedArray(layout.address());
                case EXTENSIBLE_ARRAY -> extensibleArray(layout.address());
                case B_TREE_V2 -> {
                    int sizeWidth = layout.chunkSizeWidth(sizes);
                    bTreeV2(layout.address(), (part, record) -> chunk(part, record, sizeWidth));
                }
                default -> tree(layout, layout.address(), null);
            }
        }

        /** Reports the address of a chunk; if there are filters, its size follows. */
        private void chunk(Part part, FieldReader in, int sizeWidth) {
            long field = in.address();
            long target = pointer(part, in);
            if (entries != null && target != Addresses.UNDEFINED) {
                entries.accept(new ChunkEntry(part, field, field + sizes.offsets(), sizeWidth, null), target);
            }
        }

        /** @param above the key above that repeats the first key of the node; null if there is none */
        private void tree(ChunkedLayout layout, long address, ChunkEntry.Key above) throws IOException {
            int dimensions = layout.dimensions().length;
            int k = store.groupK().chunkInternal();
            Part part = Part.plain(address, ChunkBTreeNode.length(sizes, k, dimensions));
            FieldReader in = read(part, ChunkBTreeNode.STRUCTURE);
            in.skip(ChunkBTreeNode.LAYOUT.field("level").at(sizes));
            int level = in.u8();
            int count = in.u16();
            pointer(part, in);
            pointer(part, in);
            for (int i = 0; i < count; i++) {
                long size = in.address();
                in.skip(ChunkKey.length(dimensions));
                long field = in.address();
                long child = pointer(part, in);
                ChunkEntry.Key repeating = i == 0 ? above : null;
                if (level > 0) {
                    tree(layout, child, new ChunkEntry.Key(part, size, repeating));
                } else if (entries != null) {
                    entries.accept(new ChunkEntry(part, field, size, Integer.BYTES, repeating), child);
                }
            }
        }

        private void elements(Part part, FieldReader in, long count, int size) {
            for (long i = 0; i < count; i++) {
                chunk(part, in.inner(size, "chunk"), size - sizes.offsets() - Integer.BYTES);
            }
        }

        private void page(long address, long length, long count, int size, String structure) throws IOException {
            Part part = Part.sealed(address, length);
            elements(part, read(part, structure), count, size);
        }

        private void fixedArray(long address) throws IOException {
            Part part = Part.sealed(address, FixedArray.headerLength(sizes));
            FieldReader in = read(part, FixedArray.STRUCTURE);
            FixedArray array = FixedArray.decode(in.at(0));
            long block = pointer(part, in, FixedArray.LAYOUT.field("dataBlock"));
            if (block == Addresses.UNDEFINED) {
                return;
            }
            Part head = Part.sealed(block, array.paged() ? array.prefixLength(sizes) : array.blockLength(sizes));
            FieldReader fields = header(head, FixedArray.BLOCK);
            int size = array.elementSize();
            if (!array.paged()) {
                elements(head, fields.at(array.prefixLength(sizes)), array.elements(), size);
                return;
            }
            byte[] bitmap = fields.at(FixedArray.bitmapAt(sizes)).bytes((array.pages() + 7) / 8);
            long at = block + array.prefixLength(sizes);
            for (long page = 0; page < array.pages(); page++) {
                if (FixedArray.inUse(bitmap, page)) {
                    page(at, array.pageLength(page), array.elementsOn(page), size, FixedArray.BLOCK_STRUCTURE);
                }
                at += array.pageLength(page);
            }
        }

        private void extensibleArray(long address) throws IOException {
            Part part = Part.sealed(address, ExtensibleArray.headerLength(sizes));
            FieldReader in = read(part, ExtensibleArray.STRUCTURE);
            ExtensibleArray array = ExtensibleArray.decode(in.at(0));
            long index = pointer(part, in, ExtensibleArray.INDEX_BLOCK);
            if (index == Addresses.UNDEFINED) {
                return;
            }
            Part head = Part.sealed(index, array.indexLength(sizes));
            FieldReader fields = header(head, ExtensibleArray.INDEX);
            elements(head, fields.at(ExtensibleArray.elementsAt(sizes)), array.indexElements(), array.elementSize());
            for (int i = 0; i < array.superBlocksInIndex(); i++) {
                for (long block = 0; block < array.dataBlocks(i); block++) {
                    FieldReader pointer = fields.at(array.blockPointerAt(sizes, array.dataBlocksBefore(i) + block));
                    dataBlock(array, pointer(head, pointer), i, null, 0);
                }
            }
            for (int i = array.superBlocksInIndex(); i < array.superBlocks(); i++) {
                superBlock(array, pointer(head, fields.at(array.superPointerAt(sizes, i))), i);
            }
        }

        private void superBlock(ExtensibleArray array, long address, int number) throws IOException {
            if (address == Addresses.UNDEFINED) {
                return;
            }
            Part part = Part.sealed(address, array.superLength(sizes, number));
            FieldReader in = header(part, ExtensibleArray.SUPER);
            long first = array.blockPointerAt(sizes, number, 0);
            byte[] bits = in.at(array.pageBitsAt(sizes)).bytes(first - array.pageBitsAt(sizes));
            FieldReader pointers = in.at(first);
            for (long block = 0; block < array.dataBlocks(number); block++) {
                dataBlock(array, pointer(part, pointers), number, bits, block * array.pages(number));
            }
        }

        /** @param bits which pages are in use, from {@code firstBit} on; null if it is not known */
        private void dataBlock(ExtensibleArray array, long address, int superBlock, byte[] bits, long firstBit)
                throws IOException {
            if (address == Addresses.UNDEFINED) {
                return;
            }
            String structure = ExtensibleArray.BLOCK_STRUCTURE;
            long prefix = array.blockPrefixLength(sizes, superBlock);
            int size = array.elementSize();
            if (!array.paged(superBlock)) {
                Part part = Part.sealed(address, array.blockLength(sizes, superBlock));
                FieldReader in = header(part, ExtensibleArray.BLOCK);
                elements(part, in.at(prefix), array.elements(superBlock), size);
                return;
            }
            if (bits == null) {
                throw new UnsupportedFeatureException(
                        "%s at address %d: a block with pages that the index block refers to"
                                .formatted(structure, address));
            }
            header(Part.sealed(address, prefix), ExtensibleArray.BLOCK);
            for (long page = 0; page < array.pages(superBlock); page++) {
                if (FixedArray.inUse(bits, firstBit + page)) {
                    long at = address + prefix + page * array.pageLength();
                    page(at, array.pageLength(), 1L << array.pageBits(), size, structure);
                }
            }
        }
    }
}
