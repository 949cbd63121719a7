package dev.fallow.internal.pointer;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.layout.ChunkedLayout;
import java.io.IOException;

/** The addresses in a chunk index: of its blocks, and of the chunks. The address in the layout message is not among them. */
final class ChunkPointers {
    private final PointerSource source;
    private final FieldSizes sizes;
    /** Receives the entries of chunks with filters; null if they are not needed. */
    private final ChunkEntry.Visitor entries;

    ChunkPointers(PointerSource source, ChunkEntry.Visitor entries) {
        this.source = source;
        sizes = source.sizes();
        this.entries = entries;
    }

    /** Visits the index of a dataset whose chunks have addresses. */
    void visit(ChunkedLayout layout) throws IOException {
        switch (layout.index()) {
            case SINGLE_CHUNK, IMPLICIT -> {
                // the layout message has the address of the elements
            }
            case FIXED_ARRAY -> fixedArray(layout.address());
            case EXTENSIBLE_ARRAY -> extensibleArray(layout.address());
            case B_TREE_V2 ->
                new BTreeV2Pointers(source, (part, record) -> chunk(part, record, layout.chunkSizeWidth(sizes)))
                        .visit(layout.address());
            default -> tree(layout, layout.address(), null);
        }
    }

    /** Reports the address of a chunk; if there are filters, its size follows. */
    private void chunk(Part part, FieldReader in, int sizeWidth) {
        FieldReader address = in.at(0);
        long target = source.pointer(part, in);
        if (entries != null && target != Addresses.UNDEFINED) {
            entries.entry(ChunkEntry.of(part, address, sizes.offsets(), sizeWidth), target);
        }
    }

    /** @param above the key above that repeats the first key of the node; null if there is none */
    private void tree(ChunkedLayout layout, long address, ChunkEntry.Key above) throws IOException {
        int dimensions = layout.dimensions().length;
        int k = source.store().groupK().chunkInternal();
        Part part = Part.plain(address, ChunkBTreeNode.length(sizes, k, dimensions));
        FieldReader in = source.read(part, ChunkBTreeNode.STRUCTURE);
        in.skip(ChunkBTreeNode.LAYOUT.field("level").at(sizes));
        int level = in.u8();
        int count = in.u16();
        source.pointer(part, in);
        source.pointer(part, in);
        for (int i = 0; i < count; i++) {
            long size = in.address();
            in.skip(ChunkKey.length(dimensions));
            long field = in.address();
            long child = source.pointer(part, in);
            ChunkEntry.Key repeating = i == 0 ? above : null;
            if (level > 0) {
                tree(layout, child, new ChunkEntry.Key(part, size, repeating));
            } else if (entries != null) {
                entries.entry(new ChunkEntry(part, field, size, Integer.BYTES, repeating), child);
            }
        }
    }

    private void elements(Part part, FieldReader in, long count, int size) {
        for (long i = 0; i < count; i++) {
            chunk(part, in.inner(size, "chunk"), size - sizes.offsets() - Integer.BYTES);
        }
    }

    private void fixedArray(long address) throws IOException {
        Part part = Part.sealed(address, FixedArray.headerLength(sizes));
        FieldReader in = source.read(part, FixedArray.STRUCTURE);
        FixedArray array = FixedArray.decode(in.at(0));
        long block = source.pointer(part, in, FixedArray.LAYOUT.field("dataBlock"));
        if (block == Addresses.UNDEFINED) {
            return;
        }
        Part head = Part.sealed(block, array.paged() ? array.prefixLength(sizes) : array.blockLength(sizes));
        FieldReader fields = source.read(head, FixedArray.BLOCK_STRUCTURE);
        source.pointer(head, fields, FixedArray.BLOCK.field("header"));
        if (!array.paged()) {
            elements(head, fields.at(array.prefixLength(sizes)), array.elements(), array.elementSize());
            return;
        }
        byte[] bitmap = fields.at(FixedArray.bitmapAt(sizes)).bytes((array.pages() + 7) / 8);
        long at = block + array.prefixLength(sizes);
        for (long page = 0; page < array.pages(); page++) {
            if (FixedArray.inUse(bitmap, page)) {
                page(
                        at,
                        array.pageLength(page),
                        array.elementsOn(page),
                        array.elementSize(),
                        FixedArray.BLOCK_STRUCTURE);
            }
            at += array.pageLength(page);
        }
    }

    private void page(long address, long length, long count, int size, String structure) throws IOException {
        Part part = Part.sealed(address, length);
        elements(part, source.read(part, structure), count, size);
    }

    private void extensibleArray(long address) throws IOException {
        Part part = Part.sealed(address, ExtensibleArray.headerLength(sizes));
        FieldReader in = source.read(part, ExtensibleArray.STRUCTURE);
        ExtensibleArray array = ExtensibleArray.decode(in.at(0));
        long index = source.pointer(part, in, ExtensibleArray.INDEX_BLOCK);
        if (index == Addresses.UNDEFINED) {
            return;
        }
        Part head = Part.sealed(index, array.indexLength(sizes));
        FieldReader fields = source.read(head, ExtensibleArray.INDEX_STRUCTURE);
        source.pointer(head, fields, ExtensibleArray.INDEX.field("header"));
        elements(head, fields.at(ExtensibleArray.elementsAt(sizes)), array.indexElements(), array.elementSize());
        for (int i = 0; i < array.superBlocksInIndex(); i++) {
            for (long block = 0; block < array.dataBlocks(i); block++) {
                FieldReader pointer = fields.at(array.blockPointerAt(sizes, array.dataBlocksBefore(i) + block));
                dataBlock(array, source.pointer(head, pointer), i, null, 0);
            }
        }
        for (int i = array.superBlocksInIndex(); i < array.superBlocks(); i++) {
            superBlock(array, source.pointer(head, fields.at(array.superPointerAt(sizes, i))), i);
        }
    }

    private void superBlock(ExtensibleArray array, long address, int number) throws IOException {
        if (address == Addresses.UNDEFINED) {
            return;
        }
        Part part = Part.sealed(address, array.superLength(sizes, number));
        FieldReader in = source.read(part, ExtensibleArray.SUPER_STRUCTURE);
        source.pointer(part, in, ExtensibleArray.SUPER.field("header"));
        long first = array.blockPointerAt(sizes, number, 0);
        byte[] bits = in.at(array.pageBitsAt(sizes)).bytes(first - array.pageBitsAt(sizes));
        FieldReader pointers = in.at(first);
        for (long block = 0; block < array.dataBlocks(number); block++) {
            dataBlock(array, source.pointer(part, pointers), number, bits, block * array.pages(number));
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
        if (!array.paged(superBlock)) {
            Part part = Part.sealed(address, array.blockLength(sizes, superBlock));
            FieldReader in = source.read(part, structure);
            source.pointer(part, in, ExtensibleArray.BLOCK.field("header"));
            elements(part, in.at(prefix), array.elements(superBlock), array.elementSize());
            return;
        }
        if (bits == null) {
            throw new UnsupportedFeatureException("%s at address %d: a block with pages that the index block refers to"
                    .formatted(structure, address));
        }
        Part head = Part.sealed(address, prefix);
        source.pointer(head, source.read(head, structure), ExtensibleArray.BLOCK.field("header"));
        for (long page = 0; page < array.pages(superBlock); page++) {
            if (FixedArray.inUse(bits, firstBit + page)) {
                long at = address + prefix + page * array.pageLength();
                page(at, array.pageLength(), 1L << array.pageBits(), array.elementSize(), structure);
            }
        }
    }
}
