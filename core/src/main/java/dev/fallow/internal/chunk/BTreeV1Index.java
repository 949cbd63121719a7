package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.btree.ChunkBTree;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/** A version 1 B-tree of chunks. Finding a chunk reads one node of each level. */
final class BTreeV1Index implements ChunkIndex {
    /** The largest size of a chunk, which is stored in four bytes. */
    private static final long LARGEST = 0xFFFF_FFFFL;

    private final BlockSource source;
    private final ChunkGrid grid;
    private final boolean filtered;
    private final int chunkK;
    /** The offsets of the last chunk in elements. */
    private final long[] offsets;

    private ChunkedLayout layout;
    /** Null if it does not exist. */
    private ChunkBTree tree;

    private StoredChunk found;

    BTreeV1Index(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered, int chunkK) {
        this.source = source;
        this.layout = layout;
        this.grid = grid;
        this.filtered = filtered;
        this.chunkK = chunkK;
        offsets = new long[layout.rank()];
        if (layout.address() != Addresses.UNDEFINED) {
            tree = ChunkBTree.open(source, layout.address(), chunkK, layout.dimensions());
        }
    }

    private long[] offsets(long[] coordinates) {
        grid.require(coordinates);
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = Math.multiplyExact(coordinates[i], layout.dimensions()[i]);
        }
        return offsets;
    }

    @Override
    public StoredChunk find(long[] coordinates) throws IOException {
        offsets(coordinates);
        if (tree == null) {
            return null;
        }
        found = null;
        tree.find(offsets, (at, address, size, mask) -> found = chunk(address, size, mask));
        return found;
    }

    private StoredChunk chunk(long address, long size, int mask) {
        if (!filtered && size != layout.chunkBytes()) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    layout.address(),
                    "expected chunks of %d bytes, because the dataset has no filters, found %d"
                            .formatted(layout.chunkBytes(), size));
        }
        return ChunkElements.checked(source.store().reader(), new StoredChunk(address, size, mask));
    }

    @Override
    public void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = grid.box(first, last);
        if (box == null || tree == null) {
            return;
        }
        ChunkBox offsetsOfBox = box.times(layout.dimensions());
        long[] coordinates = new long[grid.rank()];
        tree.forEach(offsetsOfBox::reachesBetween, (at, address, size, mask) -> {
            if (box.contains(coordinates(at, coordinates))) {
                visitor.visit(coordinates, chunk(address, size, mask));
            }
        });
    }

    @Override
    public void forEach(ChunkVisitor visitor) throws IOException {
        if (tree != null) {
            long[] coordinates = new long[grid.rank()];
            tree.forEach(
                    (low, high) -> true,
                    (at, address, size, mask) ->
                            visitor.visit(coordinates(at, coordinates), chunk(address, size, mask)));
        }
    }

    private long[] coordinates(long[] at, long[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = at[i] / layout.dimensions()[i];
        }
        return into;
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (tree != null) {
            tree.forEachBlock(visitor);
        }
    }

    @Override
    public void prepare(long[] coordinates) throws IOException {
        offsets(coordinates);
        if (tree != null) {
            tree.prepare(offsets);
        }
    }

    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) throws IOException {
        offsets(coordinates);
        ChunkElements.requireStorable(chunk, layout, filtered, largestSize());
        boolean creating = tree == null;
        if (creating) {
            tree = ChunkBTree.create(source, chunkK, layout.dimensions());
            layout = layout.at(tree.address());
        }
        tree.put(offsets, chunk.address(), chunk.size(), chunk.filterMask());
        return creating;
    }

    @Override
    public boolean remove(long[] coordinates) throws IOException {
        offsets(coordinates);
        if (tree != null) {
            tree.remove(offsets);
        }
        return false;
    }

    @Override
    public long root() {
        return layout.address();
    }

    @Override
    public ChunkedLayout layout() {
        return layout;
    }

    @Override
    public long largestSize() {
        return filtered ? LARGEST : layout.chunkBytes();
    }

    @Override
    public void release() throws IOException {
        if (tree != null) {
            tree.release();
            tree = null;
            layout = layout.at(Addresses.UNDEFINED);
        }
    }
}
