package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.ExtensibleArrayCount;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.btree.VisitedBlocks;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/** The blocks of one extensible array: loads, creates and enumerates them. */
final class ExtensibleArrayBlocks {
    private static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;

    private final BlockSource source;
    private final StructureStore store;
    private final FieldSizes sizes;
    private final LiveExtensibleArray header;
    private final ExtensibleArray array;

    private ExtensibleArrayBlocks(BlockSource source, LiveExtensibleArray header) {
        this.source = source;
        this.header = header;
        store = source.store();
        sizes = store.sizes();
        array = header.array();
    }

    /** The blocks of the array with its header at an address. */
    static ExtensibleArrayBlocks open(BlockSource source, long at) throws IOException {
        FieldSizes sizes = source.store().sizes();
        String structure = ExtensibleArray.STRUCTURE;
        LiveExtensibleArray header = source.held(at, LiveExtensibleArray.class, structure);
        if (header == null) {
            Block block = source.read(at, ExtensibleArray.headerLength(sizes), structure, Integer.BYTES);
            ExtensibleArray decoded = ExtensibleArray.decode(source.fields(block, structure));
            header = source.loaded(new LiveExtensibleArray(block, sizes, decoded), false);
        }
        return new ExtensibleArrayBlocks(source, header);
    }

    /** Creates the header of an array; returns its address. */
    static long create(BlockSource source, ExtensibleArray array) {
        StructureStore store = source.store();
        byte[] image = store.encode(array::encodeEmptyHeader);
        LiveExtensibleArray header =
                new LiveExtensibleArray(store.create(HEADER_SPACE, image, Integer.BYTES), store.sizes(), array);
        store.cache().keep(header);
        return header.address();
    }

    static AllocationType typeOf(String structure) {
        return switch (structure) {
            case ExtensibleArray.SUPER_STRUCTURE -> AllocationType.B_TREE;
            case ExtensibleArray.BLOCK_STRUCTURE -> AllocationType.LOCAL_HEAP;
            default -> HEADER_SPACE;
        };
    }

    LiveExtensibleArray header() {
        return header;
    }

    ExtensibleArray array() {
        return array;
    }

    // ---- loading ---------------------------------------------------------------------------------------------

    /** The index block; null if it does not exist. */
    AddressBlock index() throws IOException {
        long at = header.indexAddress();
        if (at == Addresses.UNDEFINED) {
            return null;
        }
        AddressBlock block = source.held(at, AddressBlock.class, ExtensibleArray.INDEX_STRUCTURE);
        if (block == null) {
            Block read = source.read(at, array.indexLength(sizes), ExtensibleArray.INDEX_STRUCTURE, Integer.BYTES);
            array.decodeIndex(
                    source.fields(read, ExtensibleArray.INDEX_STRUCTURE),
                    header.address(),
                    element -> {},
                    (address, superBlock, pages) -> {},
                    (address, superBlock) -> {});
            block = source.loaded(new AddressBlock(read, header.address(), AddressBlock.INDEX, sizes.offsets()), false);
        }
        block.require(ExtensibleArray.INDEX_STRUCTURE, header.address(), AddressBlock.INDEX);
        return block;
    }

    /** The position of an element in the index block. */
    long elementAt(long number) {
        return ExtensibleArray.elementsAt(sizes) + number * array.elementSize();
    }

    /** The block with the addresses of the data blocks of a super block; null if it does not exist. */
    AddressBlock pointers(AddressBlock index, int superBlock) throws IOException {
        if (superBlock < array.superBlocksInIndex()) {
            return index;
        }
        long at = index.pointer(array.superPointerAt(sizes, superBlock));
        return at == Addresses.UNDEFINED ? null : superBlock(at, superBlock);
    }

    private AddressBlock superBlock(long at, int number) throws IOException {
        AddressBlock block = source.held(at, AddressBlock.class, ExtensibleArray.SUPER_STRUCTURE);
        if (block == null) {
            Block read =
                    source.read(at, array.superLength(sizes, number), ExtensibleArray.SUPER_STRUCTURE, Integer.BYTES);
            array.decodeSuper(
                    source.fields(read, ExtensibleArray.SUPER_STRUCTURE),
                    header.address(),
                    number,
                    (address, superBlock, pages) -> {});
            block = source.loaded(new AddressBlock(read, header.address(), number, sizes.offsets()), false);
        }
        block.require(ExtensibleArray.SUPER_STRUCTURE, header.address(), number);
        return block;
    }

    /** The position of the address of a data block in its {@link #pointers}. */
    int pointerAt(int superBlock, long block) {
        return superBlock < array.superBlocksInIndex()
                ? array.blockPointerAt(sizes, array.dataBlocksBefore(superBlock) + block)
                : Math.toIntExact(array.blockPointerAt(sizes, superBlock, block));
    }

    /** The position of the page bits in a super block. */
    int pageBitsAt() {
        return array.pageBitsAt(sizes);
    }

    /** The length of the fields before the elements or pages of a data block, in bytes. */
    long prefixLength(int superBlock) {
        return array.blockPrefixLength(sizes, superBlock);
    }

    private ElementBlock.Shape shape(int superBlock) {
        if (!array.paged(superBlock)) {
            return new ElementBlock.Shape(array.blockLength(sizes, superBlock), 0, 0, 0);
        }
        return new ElementBlock.Shape(
                prefixLength(superBlock), array.pages(superBlock), array.pageLength(), array.pageLength());
    }

    ElementBlock dataBlock(long at, int superBlock, boolean walking) throws IOException {
        ElementBlock.Shape shape = shape(superBlock);
        store.reader().requireInside(at, array.blockLength(sizes, superBlock), ExtensibleArray.BLOCK_STRUCTURE);
        ElementBlock held = source.held(at, ElementBlock.class, ExtensibleArray.BLOCK_STRUCTURE);
        if (held != null) {
            held.require(header.address(), shape);
            return held;
        }
        Block head = source.read(at, shape.headLength(), ExtensibleArray.BLOCK_STRUCTURE, Integer.BYTES);
        FieldReader in = source.fields(head, ExtensibleArray.BLOCK_STRUCTURE);
        if (array.paged(superBlock)) {
            array.decodePagedPrefix(in, header.address());
        } else {
            array.decodeBlock(in, header.address(), superBlock, element -> {});
        }
        return source.loaded(
                new ElementBlock(store.cache(), header.address(), ExtensibleArray.BLOCK_STRUCTURE, shape, head),
                walking && !array.paged(superBlock)); // the rest of a paged block is small
    }

    // ---- creating --------------------------------------------------------------------------------------------

    AddressBlock createIndex() {
        AddressBlock block = create(
                ExtensibleArray.INDEX_STRUCTURE,
                AddressBlock.INDEX,
                store.encode(out -> array.encodeEmptyIndex(out, header.address())));
        header.setIndexAddress(block.address());
        header.add(ExtensibleArrayCount.ELEMENTS, array.indexElements());
        return block;
    }

    AddressBlock createSuperBlock(AddressBlock index, int number) {
        AddressBlock block = create(
                ExtensibleArray.SUPER_STRUCTURE,
                number,
                store.encode(out -> array.encodeEmptySuper(out, header.address(), number)));
        index.setPointer(array.superPointerAt(sizes, number), block.address());
        header.add(ExtensibleArrayCount.SUPER_BLOCKS, 1);
        header.add(ExtensibleArrayCount.SUPER_BLOCK_BYTES, block.block().length());
        return block;
    }

    private AddressBlock create(String structure, int number, byte[] image) {
        AddressBlock block = new AddressBlock(
                store.create(typeOf(structure), image, Integer.BYTES), header.address(), number, sizes.offsets());
        store.cache().keep(block);
        return block;
    }

    void createDataBlock(AddressBlock pointers, int superBlock, long number) {
        byte[] image = store.encode(out -> array.encodeEmptyBlock(out, header.address(), superBlock, number));
        String structure = ExtensibleArray.BLOCK_STRUCTURE;
        ElementBlock block =
                ElementBlock.create(store, typeOf(structure), header.address(), structure, shape(superBlock), image);
        pointers.setPointer(pointerAt(superBlock, number), block.address());
        header.add(ExtensibleArrayCount.DATA_BLOCKS, 1);
        header.add(ExtensibleArrayCount.DATA_BLOCK_BYTES, block.length());
        header.add(ExtensibleArrayCount.ELEMENTS, array.elements(superBlock));
    }

    void createPage(AddressBlock pointers, int superBlock, long block, long page) throws IOException {
        long at = pointers.pointer(pointerAt(superBlock, block));
        dataBlock(at, superBlock, false).createPage(page, store.encode(array::encodeEmptyPage));
    }

    // ---- enumerating -----------------------------------------------------------------------------------------

    /**
     * Visits all blocks. Data blocks that are not cached are not read.
     *
     * @throws FormatException if the array has a block twice, or blocks are not inside the allocated space
     */
    void forEach(ExtentVisitor visitor) throws IOException {
        VisitedBlocks walk =
                new VisitedBlocks(store.reader(), ExtensibleArray.STRUCTURE, header.address(), "the array", visitor);
        walk.visit(header.address(), header.block().length(), ExtensibleArray.STRUCTURE);
        AddressBlock index = index();
        if (index == null) {
            return;
        }
        walk.visit(index.address(), index.block().length(), ExtensibleArray.INDEX_STRUCTURE);
        for (int u = 0; u < array.superBlocks(); u++) {
            AddressBlock pointers = pointers(index, u);
            if (pointers == null) {
                continue;
            }
            if (pointers != index) {
                walk.visit(pointers.address(), pointers.block().length(), ExtensibleArray.SUPER_STRUCTURE);
            }
            dataBlocks(pointers, u, walk);
        }
    }

    private void dataBlocks(AddressBlock pointers, int superBlock, VisitedBlocks walk) throws IOException {
        for (long i = 0; i < array.dataBlocks(superBlock); i++) {
            long at = pointers.pointer(pointerAt(superBlock, i));
            if (at == Addresses.UNDEFINED) {
                continue;
            }
            if (store.cache().find(at) != null) {
                dataBlock(at, superBlock, true); // it must be this block: releasing relies on it
            }
            long length = array.blockLength(sizes, superBlock);
            store.reader().requireInside(at, length, ExtensibleArray.BLOCK_STRUCTURE);
            walk.visit(at, length, ExtensibleArray.BLOCK_STRUCTURE);
        }
    }
}
