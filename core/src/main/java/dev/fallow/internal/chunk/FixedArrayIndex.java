package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.Block;
import java.io.IOException;

/**
 * A fixed array: an element for each chunk of the maximum extent, which is limited, in one data block. Finding a chunk
 * reads at most the header, the data block and, if it is paged, a page.
 */
final class FixedArrayIndex extends ArrayIndex {
    private final int client;
    private FixedArray array;

    /** @throws FormatException if a dimension is unlimited */
    FixedArrayIndex(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(source, layout, grid);
        client = filtered ? ChunkElement.FILTERED : ChunkElement.PLAIN;
        if (grid.unlimitedDimensions() > 0) {
            throw new FormatException(
                    FixedArray.STRUCTURE,
                    layout.address(),
                    "expected a dataset without unlimited dimensions, found " + grid.unlimitedDimensions());
        }
    }

    @Override
    protected void open() throws IOException {
        if (array != null) {
            return;
        }
        FixedArray found = header().array();
        if (found.elements() != grid.total()) {
            throw new FormatException(
                    FixedArray.STRUCTURE,
                    layout.address(),
                    "expected %d elements, found %d".formatted(grid.total(), found.elements()));
        }
        elements = elements(FixedArray.STRUCTURE, found.client(), client, found.elementSize());
        array = found;
    }

    private LiveFixedArray header() throws IOException {
        long at = layout.address();
        return source.live(at, LiveFixedArray.class, FixedArray.STRUCTURE, () -> {
            Block block = source.read(
                    at, FixedArray.headerLength(source.store().sizes()), FixedArray.STRUCTURE, Integer.BYTES);
            return new LiveFixedArray(block, FixedArray.decode(source.fields(block, FixedArray.STRUCTURE)));
        });
    }

    @Override
    protected long limit() {
        return array.elements();
    }

    private ElementBlock.Shape shape() {
        long head = array.prefixLength(source.store().sizes());
        if (!array.paged()) {
            return new ElementBlock.Shape(array.blockLength(source.store().sizes()), 0, 0, 0);
        }
        long pages = array.pages();
        return new ElementBlock.Shape(head, pages, array.pageLength(0), array.pageLength(pages - 1));
    }

    private ElementBlock block(boolean walking) throws IOException {
        long at = array.blockAddress();
        ElementBlock.Shape shape = shape();
        source.store()
                .reader()
                .requireInside(at, array.blockLength(source.store().sizes()), FixedArray.BLOCK_STRUCTURE);
        ElementBlock block = walking && !array.paged() // the rest of a paged block is small
                ? source.walked(at, ElementBlock.class, FixedArray.BLOCK_STRUCTURE, () -> load(at, shape))
                : source.live(at, ElementBlock.class, FixedArray.BLOCK_STRUCTURE, () -> load(at, shape));
        block.require(layout.address(), shape);
        return block;
    }

    private ElementBlock load(long at, ElementBlock.Shape shape) throws IOException {
        Block head = source.read(at, shape.headLength(), FixedArray.BLOCK_STRUCTURE, Integer.BYTES);
        FieldReader in = source.fields(head, FixedArray.BLOCK_STRUCTURE);
        if (array.paged()) {
            array.decodePagedPrefix(in, layout.address());
        } else {
            array.decodeBlock(in, layout.address(), element -> {});
        }
        return new ElementBlock(source.store().cache(), layout.address(), FixedArray.BLOCK_STRUCTURE, shape, head);
    }

    @Override
    protected void locate(long number, boolean walking, Place place) throws IOException {
        if (array.blockAddress() == Addresses.UNDEFINED) {
            place.missing(array.elements());
            return;
        }
        ElementBlock block = block(walking);
        if (!array.paged()) {
            long first = array.prefixLength(source.store().sizes());
            place.found(block.head().image(), first + number * array.elementSize(), array.elements());
            return;
        }
        long page = number >>> array.pageBits();
        long first = page << array.pageBits();
        long end = first + array.elementsOn(page);
        if (!isInUse(block, page)) {
            place.missing(end);
            return;
        }
        Block elementsOfPage = block.page(page, source, (in, i) -> array.decodePage(in, i, element -> {}), walking);
        place.found(elementsOfPage.image(), (number - first) * array.elementSize(), end);
    }

    private boolean isInUse(ElementBlock block, long page) {
        int at = FixedArray.bitmapAt(source.store().sizes());
        return (block.head().image()[at + (int) (page >>> 3)] & 0x80 >>> (page & 7)) != 0;
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
