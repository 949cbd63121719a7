package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.Block;
import java.io.IOException;

/**
 * An extensible array: an element for each chunk, in data blocks of increasing size. Finding a chunk reads at most the
 * header, the index block, a super block, a data block and a page.
 */
final class ExtensibleArrayIndex extends ArrayIndex {
    private final int client;
    private final FieldSizes sizes;
    private ExtensibleArray array;
    private LiveExtensibleArray header;

    /** @throws FormatException if not exactly one dimension is unlimited */
    ExtensibleArrayIndex(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(source, layout, grid);
        client = filtered ? ChunkElement.FILTERED : ChunkElement.PLAIN;
        sizes = source.store().sizes();
        if (grid.unlimitedDimensions() != 1) {
            throw new FormatException(
                    ExtensibleArray.STRUCTURE,
                    layout.address(),
                    "expected a dataset with one unlimited dimension, found " + grid.unlimitedDimensions());
        }
    }

    @Override
    protected void open() throws IOException {
        if (array == null) {
            header = header();
            ExtensibleArray found = header.array();
            elements = elements(ExtensibleArray.STRUCTURE, found.client(), client, found.elementSize());
            array = found;
        }
    }

    private LiveExtensibleArray header() throws IOException {
        long at = layout.address();
        return source.live(at, LiveExtensibleArray.class, ExtensibleArray.STRUCTURE, () -> {
            Block block =
                    source.read(at, ExtensibleArray.headerLength(sizes), ExtensibleArray.STRUCTURE, Integer.BYTES);
            return new LiveExtensibleArray(
                    block, ExtensibleArray.decode(source.fields(block, ExtensibleArray.STRUCTURE)));
        });
    }

    @Override
    protected long limit() {
        return array.limit();
    }

    private AddressBlock index() throws IOException {
        long at = array.indexAddress();
        AddressBlock block = source.live(at, AddressBlock.class, ExtensibleArray.INDEX_STRUCTURE, () -> {
            Block read = source.read(at, array.indexLength(sizes), ExtensibleArray.INDEX_STRUCTURE, Integer.BYTES);
            array.decodeIndex(
                    source.fields(read, ExtensibleArray.INDEX_STRUCTURE),
                    layout.address(),
                    element -> {},
                    (address, superBlock, pages) -> {},
                    (address, superBlock) -> {});
            return new AddressBlock(read, layout.address(), AddressBlock.INDEX, sizes.offsets());
        });
        block.require(ExtensibleArray.INDEX_STRUCTURE, layout.address(), AddressBlock.INDEX);
        return block;
    }

    private AddressBlock superBlock(long at, int number) throws IOException {
        AddressBlock block = source.live(at, AddressBlock.class, ExtensibleArray.SUPER_STRUCTURE, () -> {
            Block read =
                    source.read(at, array.superLength(sizes, number), ExtensibleArray.SUPER_STRUCTURE, Integer.BYTES);
            array.decodeSuper(
                    source.fields(read, ExtensibleArray.SUPER_STRUCTURE),
                    layout.address(),
                    number,
                    (address, superBlock, pages) -> {});
            return new AddressBlock(read, layout.address(), number, sizes.offsets());
        });
        block.require(ExtensibleArray.SUPER_STRUCTURE, layout.address(), number);
        return block;
    }

    private ElementBlock.Shape shape(int superBlock) {
        long head = array.blockPrefixLength(sizes, superBlock);
        if (!array.paged(superBlock)) {
            return new ElementBlock.Shape(array.blockLength(sizes, superBlock), 0, 0, 0);
        }
        return new ElementBlock.Shape(head, array.pages(superBlock), array.pageLength(), array.pageLength());
    }

    private ElementBlock dataBlock(long at, int superBlock, boolean walking) throws IOException {
        ElementBlock.Shape shape = shape(superBlock);
        source.store()
                .reader()
                .requireInside(at, array.blockLength(sizes, superBlock), ExtensibleArray.BLOCK_STRUCTURE);
        ElementBlock block = walking && !array.paged(superBlock) // the rest of a paged block is small
                ? source.walked(
                        at, ElementBlock.class, ExtensibleArray.BLOCK_STRUCTURE, () -> load(at, superBlock, shape))
                : source.live(
                        at, ElementBlock.class, ExtensibleArray.BLOCK_STRUCTURE, () -> load(at, superBlock, shape));
        block.require(layout.address(), shape);
        return block;
    }

    private ElementBlock load(long at, int superBlock, ElementBlock.Shape shape) throws IOException {
        Block head = source.read(at, shape.headLength(), ExtensibleArray.BLOCK_STRUCTURE, Integer.BYTES);
        FieldReader in = source.fields(head, ExtensibleArray.BLOCK_STRUCTURE);
        if (array.paged(superBlock)) {
            array.decodePagedPrefix(in, layout.address());
        } else {
            array.decodeBlock(in, layout.address(), superBlock, element -> {});
        }
        return new ElementBlock(source.store().cache(), layout.address(), ExtensibleArray.BLOCK_STRUCTURE, shape, head);
    }

    @Override
    protected void locate(long number, boolean walking, Place place) throws IOException {
        long limit = array.limit();
        if (number >= limit || array.indexAddress() == Addresses.UNDEFINED) {
            place.missing(Long.MAX_VALUE);
            return;
        }
        AddressBlock index = index();
        int inIndex = array.indexElements();
        int length = array.elementSize();
        if (number < inIndex) {
            place.found(index.image(), ExtensibleArray.elementsAt(sizes) + number * length, Math.min(inIndex, limit));
            return;
        }
        long rest = number - inIndex;
        int superBlock = array.superBlockOf(rest);
        if (superBlock >= array.superBlocks()) {
            place.missing(Long.MAX_VALUE);
            return;
        }
        long inSuperBlock = rest - array.firstElement(superBlock);
        long blockElements = array.elements(superBlock);
        long block = inSuperBlock / blockElements;
        long position = inSuperBlock % blockElements;
        AddressBlock pointers = index;
        long pointerAt;
        if (superBlock < array.superBlocksInIndex()) {
            pointerAt = array.blockPointerAt(sizes, array.dataBlocksBefore(superBlock) + block);
        } else {
            long superAddress = index.pointer(array.superPointerAt(sizes, superBlock));
            if (superAddress == Addresses.UNDEFINED) {
                place.missing(number - inSuperBlock + array.dataBlocks(superBlock) * blockElements);
                return;
            }
            pointers = superBlock(superAddress, superBlock);
            pointerAt = array.blockPointerAt(sizes, superBlock, block);
        }
        long address = pointers.pointer(Math.toIntExact(pointerAt));
        long blockEnd = number - position + blockElements;
        if (address == Addresses.UNDEFINED) {
            place.missing(blockEnd);
            return;
        }
        if (!array.paged(superBlock)) {
            ElementBlock data = dataBlock(address, superBlock, walking);
            long first = array.blockPrefixLength(sizes, superBlock);
            place.found(data.head().image(), first + position * length, Math.min(blockEnd, limit));
            return;
        }
        long page = position >>> array.pageBits();
        long onPage = position - (page << array.pageBits());
        long pageEnd = number - onPage + (1L << array.pageBits());
        if (!pointers.bit(array.pageBitsAt(sizes), block * array.pages(superBlock) + page)) {
            place.missing(pageEnd);
            return;
        }
        ElementBlock data = dataBlock(address, superBlock, walking);
        Block elementsOfPage = data.page(page, source, (in, i) -> array.decodePage(in, element -> {}), walking);
        place.found(elementsOfPage.image(), onPage * length, Math.min(pageEnd, limit));
    }

    @Override
    public long largestSize() throws IOException {
        if (exists()) {
            open();
            return elements.largestSize();
        }
        int width = client == ChunkElement.PLAIN
                ? 0
                : layout.chunkSizeWidth(source.store().sizes());
        return new ChunkElements(source.store().reader(), layout.chunkBytes(), width).largestSize();
    }

    // EDIT-BEGIN
    private UnsupportedFeatureException readOnly() {
        return new UnsupportedFeatureException(
                "chunk index at address %d: changes are not supported yet".formatted(layout.address()));
    }

    @Override
    public void prepare(long[] coordinates) {
        throw readOnly();
    }

    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) {
        throw readOnly();
    }

    @Override
    public boolean remove(long[] coordinates) {
        throw readOnly();
    }

    @Override
    public void release() {
        throw readOnly();
    }
    // EDIT-END
}
