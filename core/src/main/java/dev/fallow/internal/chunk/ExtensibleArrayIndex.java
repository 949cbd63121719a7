package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * An extensible array: an element for each chunk, in data blocks of increasing size. Finding a chunk reads at most the
 * header, the index block, a super block, a data block and a page. Blocks are created with the first chunk in them, and
 * freed with the whole index only.
 */
final class ExtensibleArrayIndex extends ArrayIndex {
    private ExtensibleArrayBlocks blocks;
    private ExtensibleArray array;

    /** @throws FormatException if not exactly one dimension is unlimited */
    ExtensibleArrayIndex(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(source, layout, grid, filtered);
        if (grid.unlimitedDimensions() != 1) {
            throw new FormatException(
                    ExtensibleArray.STRUCTURE,
                    layout.address(),
                    "expected a dataset with one unlimited dimension, found " + grid.unlimitedDimensions());
        }
    }

    @Override
    protected void open() throws IOException {
        if (blocks == null) {
            ExtensibleArrayBlocks found = ExtensibleArrayBlocks.open(source, layout.address());
            array = found.array();
            elements = elements(ExtensibleArray.STRUCTURE, array.client(), array.elementSize());
            blocks = found;
        }
    }

    @Override
    protected long limit() {
        return blocks.header().limit();
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
        AddressBlock index = blocks.index();
        if (index == null) {
            place.missing(Long.MAX_VALUE);
            return;
        }
        int length = array.elementSize();
        int inIndex = array.indexElements();
        if (number < inIndex) {
            place.found(index.block(), blocks.elementAt(number), inIndex);
            return;
        }
        Position at = new Position(number);
        if (at.superBlock >= array.superBlocks()) {
            place.missing(Long.MAX_VALUE);
            return;
        }
        AddressBlock pointers = blocks.pointers(index, at.superBlock);
        if (pointers == null) {
            place.missing(number - at.inSuperBlock() + array.dataBlocks(at.superBlock) * array.elements(at.superBlock));
            return;
        }
        long address = pointers.pointer(blocks.pointerAt(at.superBlock, at.block));
        long blockEnd = number - at.inBlock + array.elements(at.superBlock);
        if (address == Addresses.UNDEFINED) {
            place.missing(blockEnd);
            return;
        }
        if (!array.paged(at.superBlock)) {
            ElementBlock data = blocks.dataBlock(address, at.superBlock, walking);
            place.found(data.head(), blocks.prefixLength(at.superBlock) + at.inBlock * length, blockEnd);
            return;
        }
        long pageEnd = number - at.onPage() + (1L << array.pageBits());
        boolean inUse = pointers.bit(blocks.pageBitsAt(), at.pageBit());
        if (!inUse && walking) {
            place.missing(pageEnd);
            return;
        }
        ElementBlock data = blocks.dataBlock(address, at.superBlock, walking); // which a new page needs, too
        if (!inUse) {
            place.missing(pageEnd);
            return;
        }
        place.found(
                data.page(at.page(), source, (in, i) -> array.decodePage(in, element -> {}), walking),
                at.onPage() * length,
                pageEnd);
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (exists()) {
            open();
            blocks.forEach(visitor);
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
        boolean fits = number >>> array.elementBits() == 0;
        Position at = fits ? new Position(number) : null;
        if (!fits
                || at.superBlock >= array.superBlocks()
                || at.superBlock < array.superBlocksInIndex() && array.paged(at.superBlock)) {
            throw new UnsupportedFeatureException("%s: %s at address %d: it cannot have chunk number %d"
                    .formatted(
                            source.store().reader().fileName(), ExtensibleArray.STRUCTURE, layout.address(), number));
        }
        boolean paged = array.paged(at.superBlock);
        requireModest(
                ExtensibleArray.BLOCK_STRUCTURE,
                paged ? array.pageLength() : array.blockLength(source.store().sizes(), at.superBlock));
        requireModest(
                ExtensibleArray.SUPER_STRUCTURE,
                array.superLength(source.store().sizes(), at.superBlock));
    }

    @Override
    protected long create() {
        return ExtensibleArrayBlocks.create(source, array);
    }

    @Override
    protected void extend(long number) throws IOException {
        AddressBlock index = blocks.index();
        if (index == null) {
            index = blocks.createIndex();
        }
        if (number < array.indexElements()) {
            return;
        }
        Position at = new Position(number);
        AddressBlock pointers = blocks.pointers(index, at.superBlock);
        if (pointers == null) {
            pointers = blocks.createSuperBlock(index, at.superBlock);
        }
        if (pointers.pointer(blocks.pointerAt(at.superBlock, at.block)) == Addresses.UNDEFINED) {
            blocks.createDataBlock(pointers, at.superBlock, at.block);
        }
        if (array.paged(at.superBlock)) {
            blocks.createPage(pointers, at.superBlock, at.block, at.page());
            pointers.setBit(blocks.pageBitsAt(), at.pageBit());
        }
    }

    @Override
    protected void stored(long number) {
        blocks.header().raiseLimit(number + 1);
    }

    @Override
    protected AllocationType typeOf(String structure) {
        return ExtensibleArrayBlocks.typeOf(structure);
    }

    @Override
    protected void closed() {
        blocks = null;
        array = null;
        elements = null;
    }
}
