package dev.fallow.internal.chunk;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.Budget;
import java.io.IOException;

/**
 * A version 1 B-tree of chunks, ordered by their offsets. Each level is one less than the one above it, so no descent is
 * deeper than the root's level, at most 255. Finding a chunk reads one node of each level.
 */
final class BTreeV1Index implements ChunkIndex {
    /** The largest size of a chunk, which is stored in four bytes. */
    private static final long LARGEST = 0xFFFF_FFFFL;

    private final ChunkNodes nodes;
    private final ChunkGrid grid;
    private final boolean filtered;
    private final long[] target;
    private ChunkedLayout layout;

    BTreeV1Index(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered, int chunkK) {
        this.layout = layout;
        this.grid = grid;
        this.filtered = filtered;
        nodes = new ChunkNodes(source, chunkK, layout.dimensions());
        target = new long[layout.rank()];
    }

    /** The offsets of a chunk in elements. */
    private long[] offsets(long[] coordinates) {
        grid.require(coordinates);
        for (int i = 0; i < target.length; i++) {
            target[i] = Math.multiplyExact(coordinates[i], layout.dimensions()[i]);
        }
        return target;
    }

    @Override
    public StoredChunk find(long[] coordinates) throws IOException {
        long[] offsets = offsets(coordinates);
        if (layout.address() == Addresses.UNDEFINED) {
            return null;
        }
        ChunkNode node = nodes.root(layout.address());
        while (true) {
            int child = node.childOf(offsets);
            if (child < 0 || child >= node.count()) {
                return null;
            }
            if (node.level() == 0) {
                return node.is(child, offsets) ? chunk(node, child) : null;
            }
            node = nodes.node(node.child(child), node.level() - 1);
        }
    }

    private StoredChunk chunk(ChunkNode node, int i) {
        long size = node.size(i);
        if (!filtered && size != layout.chunkBytes()) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    node.address(),
                    "expected chunks of %d bytes, because the dataset has no filters, found %d"
                            .formatted(layout.chunkBytes(), size));
        }
        return ChunkElements.checked(
                nodes.source().store().reader(), new StoredChunk(node.child(i), size, node.mask(i)));
    }

    @Override
    public void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = grid.box(first, last);
        if (box != null && layout.address() != Addresses.UNDEFINED) {
            new Walk(box, visitor).below(nodes.root(layout.address()));
        }
    }

    /** One walk over the nodes with chunks in a box; together they do not exceed the file. */
    private final class Walk {
        private final ChunkBox box;
        private final ChunkBox offsets;
        private final ChunkVisitor visitor;
        private final Budget bytes;
        private final long[] coordinates = new long[layout.rank()];
        private final long[] low = new long[layout.rank()];
        private final long[] high = new long[layout.rank()];

        private Walk(ChunkBox box, ChunkVisitor visitor) {
            this.box = box;
            this.visitor = visitor;
            offsets = box.times(layout.dimensions());
            bytes = new Budget(
                    ChunkBTreeNode.STRUCTURE,
                    layout.address(),
                    nodes.source().store().reader().allocatedBytes());
        }

        private void below(ChunkNode node) throws IOException {
            bytes.take(nodes.length());
            if (node.level() == 0) {
                chunks(node);
                return;
            }
            for (int i = 0; i < node.count(); i++) {
                node.offsets(i, low);
                node.offsets(i + 1, high);
                if (offsets.reachesBetween(low, high)) {
                    below(nodes.walked(node.child(i), node.level() - 1));
                }
            }
        }

        private void chunks(ChunkNode leaf) throws IOException {
            for (int i = 0; i < leaf.count(); i++) {
                leaf.offsets(i, coordinates);
                for (int d = 0; d < coordinates.length; d++) {
                    coordinates[d] /= layout.dimensions()[d];
                }
                if (box.contains(coordinates)) {
                    visitor.visit(coordinates, chunk(leaf, i));
                }
            }
        }
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
