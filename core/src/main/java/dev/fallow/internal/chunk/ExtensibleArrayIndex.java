package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.ExtensibleArrayCount;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.btree.VisitedBlocks;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * An extensible array: an element for each chunk, in data blocks of increasing size. Finding a chunk reads at most the
 * header, the index block, a super block, a data block and a page. Blocks are created with the first chunk in them, and
 * freed with the whole index only.
 */
final class ExtensibleArrayIndex extends ArrayIndex {
    private static final String INDEX = ExtensibleArray.INDEX_STRUCTURE;
    private static final String SUPER = ExtensibleArray.SUPER_STRUCTURE;
    private static final String BLOCK = ExtensibleArray.BLOCK_STRUCTURE;

    private LiveExtensibleArray header;
    private ExtensibleArray array;

    /** @throws FormatException if not exactly one dimension is unlimited */
    ExtensibleArrayIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(store, layout, grid, filtered);
        if (grid.unlimitedDimensions() != 1) {
            throw new FormatException(
                    ExtensibleArray.STRUCTURE,
                    layout.address(),
                    "expected a dataset with one unlimited dimension, found " + grid.unlimitedDimensions());
        }
    }

    /** The live header. The counts and the address of the index block are read from its image. */
    private static final class LiveExtensibleArray extends LiveBlock {
        private final FieldSizes sizes;
        /** The numbers that do not change. */
        private final ExtensibleArray array;
        /** The address of the index block, or undefined. */
        private long indexAddress;

        LiveExtensibleArray(Block block, FieldSizes sizes, ExtensibleArray array) {
            super(block);
            this.sizes = sizes;
            this.array = array;
            indexAddress = array.indexAddress();
        }

        void setIndexAddress(long address) {
            indexAddress = address;
            ExtensibleArray.INDEX_BLOCK.put(block.image(), sizes, address);
            block.markDirty();
        }

        long count(ExtensibleArrayCount count) {
            return LittleEndian.unsigned(block.image(), count.at(sizes), sizes.lengths());
        }

        /** Increases a count, which is only informative, and may be wrong in a damaged file: it wraps to 0. */
        void add(ExtensibleArrayCount count, long difference) {
            long sum = count(count) + difference;
            boolean fits = sum >= 0 && (sizes.lengths() == 8 || sum >>> 8 * sizes.lengths() == 0);
            LittleEndian.put(block.image(), count.at(sizes), sizes.lengths(), fits ? sum : 0);
            block.markDirty();
        }
    }

    /** A live block of an extensible array with addresses of others: the index block, or a super block. */
    private static final class AddressBlock extends LiveBlock {
        /** Stands for the number of a super block in the index block. */
        static final int OF_INDEX = -1;

        private final long header;
        private final int superBlock;
        private final int addressWidth;

        /** @param superBlock its number, or {@link #OF_INDEX} */
        AddressBlock(Block block, long header, int superBlock, int addressWidth) {
            super(block);
            this.header = header;
            this.superBlock = superBlock;
            this.addressWidth = addressWidth;
        }

        /** @throws FormatException if it belongs to another array, or is another block of it */
        AddressBlock require(String structure, long wantedHeader, int wantedNumber) {
            if (header != wantedHeader || superBlock != wantedNumber) {
                throw new FormatException(
                        structure,
                        address(),
                        "expected block %d of the array at address %d, found %d of the one at %d"
                                .formatted(wantedNumber, wantedHeader, superBlock, header));
            }
            return this;
        }

        /** The address at a position; undefined if the block does not exist. */
        long pointer(int at) {
            return ChunkElements.address(block.image(), at, addressWidth);
        }

        void setPointer(int at, long address) {
            LittleEndian.put(block.image(), at, addressWidth, address);
            block.markDirty();
        }
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    @Override
    protected void open() throws IOException {
        if (header == null) {
            LiveExtensibleArray found = readHeader();
            array = found.array;
            elements = elements(ExtensibleArray.STRUCTURE, array.client(), array.elementSize());
            header = found;
        }
    }

    private LiveExtensibleArray readHeader() throws IOException {
        long at = layout.address();
        String structure = ExtensibleArray.STRUCTURE;
        LiveExtensibleArray held = source.held(at, LiveExtensibleArray.class, structure);
        if (held != null) {
            return held;
        }
        Block block = source.read(at, ExtensibleArray.headerLength(sizes), structure, Integer.BYTES);
        ExtensibleArray decoded = ExtensibleArray.decode(source.fields(block, structure));
        return source.loaded(new LiveExtensibleArray(block, sizes, decoded), false);
    }

    /** The highest number of an element ever set, plus one: those from there on are not allocated. */
    @Override
    protected long limit() {
        return header.count(ExtensibleArrayCount.LIMIT);
    }

    /** The index block; null if it does not exist. */
    private AddressBlock index() throws IOException {
        long at = header.indexAddress;
        if (at == Addresses.UNDEFINED) {
            return null;
        }
        AddressBlock block = source.held(at, AddressBlock.class, INDEX);
        if (block == null) {
            Block read = source.read(at, array.indexLength(sizes), INDEX, Integer.BYTES);
            array.decodeIndex(
                    source.fields(read, INDEX),
                    layout.address(),
                    element -> {},
                    (address, superBlock, pages) -> {},
                    (address, superBlock) -> {});
            block = source.loaded(
                    new AddressBlock(read, layout.address(), AddressBlock.OF_INDEX, sizes.offsets()), false);
        }
        return block.require(INDEX, layout.address(), AddressBlock.OF_INDEX);
    }

    /** The block with the addresses of the data blocks of a super block; null if it does not exist. */
    private AddressBlock pointers(AddressBlock index, int superBlock) throws IOException {
        if (superBlock < array.superBlocksInIndex()) {
            return index;
        }
        long at = index.pointer(array.superPointerAt(sizes, superBlock));
        if (at == Addresses.UNDEFINED) {
            return null;
        }
        AddressBlock block = source.held(at, AddressBlock.class, SUPER);
        if (block == null) {
            Block read = source.read(at, array.superLength(sizes, superBlock), SUPER, Integer.BYTES);
            array.decodeSuper(source.fields(read, SUPER), layout.address(), superBlock, (address, number, pages) -> {});
            block = source.loaded(new AddressBlock(read, layout.address(), superBlock, sizes.offsets()), false);
        }
        return block.require(SUPER, layout.address(), superBlock);
    }

    /** The position of the address of a data block in its {@link #pointers}. */
    private int pointerAt(int superBlock, long block) {
        return superBlock < array.superBlocksInIndex()
                ? array.blockPointerAt(sizes, array.dataBlocksBefore(superBlock) + block)
                : Math.toIntExact(array.blockPointerAt(sizes, superBlock, block));
    }

    private ElementBlock.Shape shape(int superBlock) {
        return array.paged(superBlock)
                ? new ElementBlock.Shape(
                        array.blockPrefixLength(sizes, superBlock),
                        array.pages(superBlock),
                        array.pageLength(),
                        array.pageLength())
                : new ElementBlock.Shape(array.blockLength(sizes, superBlock), 0, 0, 0);
    }

    private ElementBlock dataBlock(long at, int superBlock, boolean walking) throws IOException {
        return dataBlock(at, array.blockLength(sizes, superBlock), shape(superBlock), BLOCK, superBlock, walking);
    }

    @Override
    protected void checkBlock(FieldReader in, int superBlock) {
        if (array.paged(superBlock)) {
            array.decodePagedPrefix(in, layout.address());
        } else {
            array.decodeBlock(in, layout.address(), superBlock, element -> {});
        }
    }

    @Override
    protected void checkPage(FieldReader in, long page) {
        array.decodePage(in, element -> {});
    }

    /** Where an element is that is not in the index block. */
    private final class Position {
        private final int superBlock;
        /** The number of the data block in the super block. */
        private final long block;
        /** The number of the element in the data block. */
        private final long inBlock;

        private Position(long number) {
            long rest = number - array.indexElements();
            superBlock = array.superBlockOf(rest);
            long inSuperBlock = rest - array.firstElement(superBlock);
            block = inSuperBlock / array.elements(superBlock);
            inBlock = inSuperBlock % array.elements(superBlock);
        }

        private long inSuperBlock() {
            return block * array.elements(superBlock) + inBlock;
        }

        private long page() {
            return inBlock >>> array.pageBits();
        }

        private long onPage() {
            return inBlock - (page() << array.pageBits());
        }

        /** The number of the page, counted over all data blocks of the super block. */
        private long pageBit() {
            return block * array.pages(superBlock) + page();
        }
    }

    @Override
    protected void locate(long number, boolean walking, Place place) throws IOException {
        AddressBlock index = index();
        if (index == null) {
            place.missing(Long.MAX_VALUE);
            return;
        }
        int length = array.elementSize();
        int inIndex = array.indexElements();
        if (number < inIndex) {
            place.found(index.block(), ExtensibleArray.elementsAt(sizes) + number * length, inIndex);
            return;
        }
        Position at = new Position(number);
        if (at.superBlock >= array.superBlocks()) {
            place.missing(Long.MAX_VALUE);
            return;
        }
        AddressBlock pointers = pointers(index, at.superBlock);
        if (pointers == null) {
            place.missing(number - at.inSuperBlock() + array.dataBlocks(at.superBlock) * array.elements(at.superBlock));
            return;
        }
        long address = pointers.pointer(pointerAt(at.superBlock, at.block));
        long blockEnd = number - at.inBlock + array.elements(at.superBlock);
        if (address == Addresses.UNDEFINED) {
            place.missing(blockEnd);
            return;
        }
        if (!array.paged(at.superBlock)) {
            ElementBlock data = dataBlock(address, at.superBlock, walking);
            place.found(data.head(), array.blockPrefixLength(sizes, at.superBlock) + at.inBlock * length, blockEnd);
            return;
        }
        long pageEnd = number - at.onPage() + (1L << array.pageBits());
        boolean inUse = ElementBlock.isInUse(pointers.block(), array.pageBitsAt(sizes), at.pageBit());
        // a new page needs the data block, too
        ElementBlock data = inUse || !walking ? dataBlock(address, at.superBlock, walking) : null;
        if (inUse) {
            place.found(data.page(at.page(), source, this, walking), at.onPage() * length, pageEnd);
        } else {
            place.missing(pageEnd);
        }
    }

    /**
     * {@inheritDoc} Data blocks that are not cached are not read.
     *
     * @throws FormatException if the array has a block twice, or blocks are not inside the allocated space
     */
    @Override
    protected void blocks(ExtentVisitor visitor) throws IOException {
        open();
        VisitedBlocks walk =
                new VisitedBlocks(store.reader(), ExtensibleArray.STRUCTURE, header.address(), "the array", visitor);
        walk.visit(header.address(), header.block().length(), ExtensibleArray.STRUCTURE);
        AddressBlock index = index();
        if (index == null) {
            return;
        }
        walk.visit(index.address(), index.block().length(), INDEX);
        for (int u = 0; u < array.superBlocks(); u++) {
            AddressBlock pointers = pointers(index, u);
            if (pointers != null) {
                if (pointers != index) {
                    walk.visit(pointers.address(), pointers.block().length(), SUPER);
                }
                dataBlocks(pointers, u, walk);
            }
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
            store.reader().requireInside(at, length, BLOCK);
            walk.visit(at, length, BLOCK);
        }
    }

    // ---- changing --------------------------------------------------------------------------------------------

    @Override
    protected void plan() {
        long[] numbers = layout.parameters();
        try {
            array = ExtensibleArray.create(
                    client(),
                    newElementSize(),
                    (int) numbers[0],
                    (int) numbers[1],
                    (int) numbers[2],
                    (int) numbers[3],
                    (int) numbers[4]);
        } catch (IllegalArgumentException e) {
            throw new FormatException("data layout", -1, e.getMessage());
        }
        elements = elements(ExtensibleArray.STRUCTURE, array.client(), array.elementSize());
    }

    @Override
    protected void requireRoom(long number) {
        if (number < array.indexElements()) {
            return;
        }
        Position at = number >>> array.elementBits() == 0 ? new Position(number) : null;
        if (at == null
                || at.superBlock >= array.superBlocks()
                || at.superBlock < array.superBlocksInIndex() && array.paged(at.superBlock)) {
            throw new UnsupportedFeatureException("%s: %s at address %d: it cannot have chunk number %d"
                    .formatted(store.reader().fileName(), ExtensibleArray.STRUCTURE, layout.address(), number));
        }
        requireModest(BLOCK, array.paged(at.superBlock) ? array.pageLength() : array.blockLength(sizes, at.superBlock));
        requireModest(SUPER, array.superLength(sizes, at.superBlock));
    }

    @Override
    protected long create() {
        Block block =
                store.create(typeOf(ExtensibleArray.STRUCTURE), store.encode(array::encodeEmptyHeader), Integer.BYTES);
        store.cache().keep(new LiveExtensibleArray(block, sizes, array));
        return block.address();
    }

    @Override
    protected void extend(long number) throws IOException {
        AddressBlock index = index();
        if (index == null) {
            index = create(
                    INDEX, AddressBlock.OF_INDEX, store.encode(out -> array.encodeEmptyIndex(out, layout.address())));
            header.setIndexAddress(index.address());
            header.add(ExtensibleArrayCount.ELEMENTS, array.indexElements());
        }
        if (number < array.indexElements()) {
            return;
        }
        Position at = new Position(number);
        AddressBlock pointers = pointers(index, at.superBlock);
        if (pointers == null) {
            pointers = create(
                    SUPER,
                    at.superBlock,
                    store.encode(out -> array.encodeEmptySuper(out, layout.address(), at.superBlock)));
            index.setPointer(array.superPointerAt(sizes, at.superBlock), pointers.address());
            header.add(ExtensibleArrayCount.SUPER_BLOCKS, 1);
            header.add(ExtensibleArrayCount.SUPER_BLOCK_BYTES, pointers.block().length());
        }
        int pointerAt = pointerAt(at.superBlock, at.block);
        if (pointers.pointer(pointerAt) == Addresses.UNDEFINED) {
            createDataBlock(pointers, pointerAt, at);
        }
        if (array.paged(at.superBlock)) {
            dataBlock(pointers.pointer(pointerAt), at.superBlock, false)
                    .createPage(at.page(), store.encode(array::encodeEmptyPage));
            ElementBlock.setInUse(pointers.block(), array.pageBitsAt(sizes), at.pageBit());
        }
    }

    private AddressBlock create(String structure, int number, byte[] image) {
        AddressBlock block = new AddressBlock(
                store.create(typeOf(structure), image, Integer.BYTES), layout.address(), number, sizes.offsets());
        store.cache().keep(block);
        return block;
    }

    private void createDataBlock(AddressBlock pointers, int pointerAt, Position at) {
        byte[] image = store.encode(out -> array.encodeEmptyBlock(out, layout.address(), at.superBlock, at.block));
        ElementBlock block =
                ElementBlock.create(store, typeOf(BLOCK), layout.address(), BLOCK, shape(at.superBlock), image);
        pointers.setPointer(pointerAt, block.address());
        header.add(ExtensibleArrayCount.DATA_BLOCKS, 1);
        header.add(ExtensibleArrayCount.DATA_BLOCK_BYTES, block.length());
        header.add(ExtensibleArrayCount.ELEMENTS, array.elements(at.superBlock));
    }

    @Override
    protected void stored(long number) {
        if (number + 1 > limit()) {
            header.add(ExtensibleArrayCount.LIMIT, number + 1 - limit());
        }
    }

    @Override
    protected AllocationType typeOf(String structure) {
        return switch (structure) {
            case SUPER -> AllocationType.B_TREE;
            case BLOCK -> AllocationType.LOCAL_HEAP;
            default -> AllocationType.OBJECT_HEADER;
        };
    }

    @Override
    protected void released() {
        header = null;
        array = null;
        elements = null;
    }
}
