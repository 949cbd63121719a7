package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * A fixed array: an element for each chunk of the maximum extent, which is limited, in one data block. Finding a chunk
 * reads at most the header, the data block and, if it is paged, a page.
 */
final class FixedArrayIndex extends ArrayIndex {
    private static final String BLOCK = FixedArray.BLOCK_STRUCTURE;

    private FixedArray array;

    /** @throws FormatException if a dimension is unlimited */
    FixedArrayIndex(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered) {
        super(store, layout, grid, filtered);
        if (grid.unlimitedDimensions() > 0) {
            throw new FormatException(
                    FixedArray.STRUCTURE,
                    layout.address(),
                    "expected a dataset without unlimited dimensions, found " + grid.unlimitedDimensions());
        }
    }

    /** The live header. */
    private static final class LiveFixedArray extends LiveBlock {
        private FixedArray array;

        LiveFixedArray(Block block, FixedArray array) {
            super(block);
            this.array = array;
        }
    }

    @Override
    protected void open() throws IOException {
        if (elements != null && array != null) {
            return;
        }
        FixedArray found = header().array;
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
        long pages = array.pages();
        return array.paged()
                ? new ElementBlock.Shape(
                        array.prefixLength(sizes), pages, array.pageLength(0), array.pageLength(pages - 1))
                : new ElementBlock.Shape(array.blockLength(sizes), 0, 0, 0);
    }

    private ElementBlock block(boolean walking) throws IOException {
        return dataBlock(array.blockAddress(), array.blockLength(sizes), shape(), BLOCK, 0, walking);
    }

    @Override
    protected void checkBlock(FieldReader in, int superBlock) {
        if (array.paged()) {
            array.decodePagedPrefix(in, layout.address());
        } else {
            array.decodeBlock(in, layout.address(), element -> {});
        }
    }

    @Override
    protected void checkPage(FieldReader in, long page) {
        array.decodePage(in, page, element -> {});
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
            place.found(block.head(), array.prefixLength(sizes) + number * array.elementSize(), array.elements());
            return;
        }
        long page = number >>> array.pageBits();
        long first = page << array.pageBits();
        long end = first + array.elementsOn(page);
        if (ElementBlock.isInUse(block.head(), FixedArray.bitmapAt(sizes), page)) {
            place.found(block.page(page, source, this, walking), (number - first) * array.elementSize(), end);
        } else {
            place.missing(end);
        }
    }

    @Override
    protected void blocks(ExtentVisitor visitor) throws IOException {
        open();
        visitor.visit(layout.address(), FixedArray.headerLength(sizes), FixedArray.STRUCTURE);
        if (array.blockAddress() != Addresses.UNDEFINED) {
            block(true); // a block that is cached must be this one: releasing relies on it
            visitor.visit(array.blockAddress(), array.blockLength(sizes), BLOCK);
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
            requireModest(BLOCK, shape().headLength());
        }
        requireModest(BLOCK, array.paged() ? array.pageLength(0) : 0);
    }

    @Override
    protected long create() {
        Block block = store.create(typeOf(FixedArray.STRUCTURE), store.encode(array::encode), Integer.BYTES);
        store.cache().keep(new LiveFixedArray(block, array));
        return block.address();
    }

    @Override
    protected void extend(long number) throws IOException {
        long header = layout.address();
        if (array.blockAddress() == Addresses.UNDEFINED) {
            byte[] image = store.encode(out -> array.encodeEmptyBlock(out, header));
            ElementBlock made = ElementBlock.create(store, typeOf(BLOCK), header, BLOCK, shape(), image);
            LiveFixedArray live = header();
            array = live.array.at(made.address());
            live.array = array;
            byte[] changed = store.encode(array::encode);
            System.arraycopy(changed, 0, live.block().image(), 0, changed.length);
            live.block().markDirty();
        }
        if (array.paged()) {
            long page = number >>> array.pageBits();
            ElementBlock block = block(false);
            block.createPage(page, store.encode(out -> array.encodeEmptyPage(out, page)));
            ElementBlock.setInUse(block.head(), FixedArray.bitmapAt(sizes), page);
        }
    }

    @Override
    protected AllocationType typeOf(String structure) {
        return structure.equals(FixedArray.STRUCTURE) ? AllocationType.OBJECT_HEADER : AllocationType.LOCAL_HEAP;
    }

    @Override
    protected void released() {
        array = null;
        elements = null;
    }
}
