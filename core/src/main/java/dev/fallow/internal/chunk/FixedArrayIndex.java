package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * A fixed array: an element for each chunk of the maximum extent, which is limited, in one data block. Finding a chunk
 * reads at most the header, the data block and, if it is paged, a page.
 */
final class FixedArrayIndex extends ArrayIndex {
    private static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;
    private static final AllocationType BLOCK_SPACE = AllocationType.LOCAL_HEAP;

    private final FieldSizes sizes;
    private FixedArray array;

    /** @throws FormatException if a dimension is unlimited */
    FixedArrayIndex(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(source, layout, grid, filtered);
        sizes = source.store().sizes();
        if (grid.unlimitedDimensions() > 0) {
            throw new FormatException(
                    FixedArray.STRUCTURE,
                    layout.address(),
                    "expected a dataset without unlimited dimensions, found " + grid.unlimitedDimensions());
        }
    }

    @Override
    protected void open() throws IOException {
        if (elements != null && array != null) {
            return;
        }
        FixedArray found = header().array();
        if (found.elements() != grid.total()) {
            throw new FormatException(
                    FixedArray.STRUCTURE,
                    layout.address(),
                    "expected %d elements, found %d".formatted(grid.total(), found.elements()));
        }
        elements = elements(FixedArray.STRUCTURE, found.client(), found.elementSize());
        array = found;
    }

    private LiveFixedArray header() throws IOException {
        long at = layout.address();
        LiveFixedArray held = source.held(at, LiveFixedArray.class, FixedArray.STRUCTURE);
        if (held != null) {
            return held;
        }
        Block block = source.read(at, FixedArray.headerLength(sizes), FixedArray.STRUCTURE, Integer.BYTES);
        return source.loaded(
                new LiveFixedArray(block, FixedArray.decode(source.fields(block, FixedArray.STRUCTURE))), false);
    }

    @Override
    protected long limit() {
        return array.elements();
    }

    private ElementBlock.Shape shape() {
        if (!array.paged()) {
            return new ElementBlock.Shape(array.blockLength(sizes), 0, 0, 0);
        }
        long pages = array.pages();
        return new ElementBlock.Shape(
                array.prefixLength(sizes), pages, array.pageLength(0), array.pageLength(pages - 1));
    }

    private ElementBlock block(boolean walking) throws IOException {
        long at = array.blockAddress();
        ElementBlock.Shape shape = shape();
        source.store().reader().requireInside(at, array.blockLength(sizes), FixedArray.BLOCK_STRUCTURE);
        ElementBlock held = source.held(at, ElementBlock.class, FixedArray.BLOCK_STRUCTURE);
        if (held != null) {
            held.require(layout.address(), shape);
            return held;
        }
        Block head = source.read(at, shape.headLength(), FixedArray.BLOCK_STRUCTURE, Integer.BYTES);
        FieldReader in = source.fields(head, FixedArray.BLOCK_STRUCTURE);
        if (array.paged()) {
            array.decodePagedPrefix(in, layout.address());
        } else {
            array.decodeBlock(in, layout.address(), element -> {});
        }
        return source.loaded(
                new ElementBlock(source.store().cache(), layout.address(), FixedArray.BLOCK_STRUCTURE, shape, head),
                walking && !array.paged()); // the rest of a paged block is small
    }

    @Override
    protected void locate(long number, boolean walking, Place place) throws IOException {
        if (number >= array.elements()) {
            place.missing(Long.MAX_VALUE);
            return;
        } else if (array.blockAddress() == Addresses.UNDEFINED) {
            place.missing(array.elements());
            return;
        }
        ElementBlock block = block(walking);
        if (!array.paged()) {
            long first = array.prefixLength(sizes);
            place.found(block.head(), first + number * array.elementSize(), array.elements());
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
        place.found(elementsOfPage, (number - first) * array.elementSize(), end);
    }

    private boolean isInUse(ElementBlock block, long page) {
        return (block.head().image()[bitAt(page)] & 0x80 >>> (page & 7)) != 0;
    }

    private int bitAt(long page) {
        return FixedArray.bitmapAt(sizes) + (int) (page >>> 3);
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (!exists()) {
            return;
        }
        open();
        visitor.visit(layout.address(), FixedArray.headerLength(sizes), FixedArray.STRUCTURE);
        if (array.blockAddress() != Addresses.UNDEFINED) {
            block(true); // a block that is cached must be this one: releasing relies on it
            visitor.visit(array.blockAddress(), array.blockLength(sizes), FixedArray.BLOCK_STRUCTURE);
        }
    }

    // ---- changing --------------------------------------------------------------------------------------------

    @Override
    protected void plan() {
        array = new FixedArray(
                client(), newElementSize(), (int) layout.parameters()[0], grid.total(), Addresses.UNDEFINED);
        elements = elements(FixedArray.STRUCTURE, array.client(), array.elementSize());
    }

    @Override
    protected void requireRoom(long number) {
        if (array.blockAddress() == Addresses.UNDEFINED) {
            requireModest(FixedArray.BLOCK_STRUCTURE, shape().headLength());
        }
        requireModest(FixedArray.BLOCK_STRUCTURE, array.paged() ? array.pageLength(0) : 0);
    }

    @Override
    protected long create() {
        StructureStore store = source.store();
        LiveFixedArray header =
                new LiveFixedArray(store.create(HEADER_SPACE, store.encode(array::encode), Integer.BYTES), array);
        store.cache().keep(header);
        return header.address();
    }

    @Override
    protected void extend(long number) throws IOException {
        StructureStore store = source.store();
        long header = layout.address();
        if (array.blockAddress() == Addresses.UNDEFINED) {
            byte[] image = store.encode(out -> array.encodeEmptyBlock(out, header));
            ElementBlock made =
                    ElementBlock.create(store, BLOCK_SPACE, header, FixedArray.BLOCK_STRUCTURE, shape(), image);
            header().setBlock(store, made.address());
            array = header().array();
        }
        if (array.paged()) {
            long page = number >>> array.pageBits();
            ElementBlock block = block(false);
            block.createPage(page, store.encode(out -> array.encodeEmptyPage(out, page)));
            block.head().image()[bitAt(page)] |= (byte) (0x80 >>> (page & 7));
            block.head().markDirty();
        }
    }

    @Override
    protected AllocationType typeOf(String structure) {
        return structure.equals(FixedArray.STRUCTURE) ? HEADER_SPACE : BLOCK_SPACE;
    }

    @Override
    protected void closed() {
        array = null;
        elements = null;
    }
}
