package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.btree.BTreeV1Change;
import dev.fallow.internal.btree.BTreeV1Nodes;
import dev.fallow.internal.btree.BTreeV1Path;
import dev.fallow.internal.btree.VisitedBlocks;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A version 1 B-tree of chunks, ordered by their offsets in elements. Finding a chunk reads one node of each level. Each
 * level is one less than the one above it, so no descent is deeper than the root's level (at most 255). The root keeps
 * its address. The tree grows and shrinks as in libhdf5: see {@link ChunkChange}. Nodes are kept by the cache, not here.
 */
final class BTreeV1Index extends ChunkIndex {
    /** The largest size of a chunk, which is stored in four bytes. */
    private static final long LARGEST = 0xFFFF_FFFFL;

    private final ChunkNodes nodes;
    /** The offsets of the last chunk in elements. */
    private final long[] offsets;

    /** The offsets of the last search for a change, and its path; valid until the next change. */
    private long[] preparedOffsets;

    private BTreeV1Path<ChunkNode> prepared;
    private long generation;
    /** The number of changes that have been prepared since the last one was made. */
    private int outstanding;

    /** @param chunkK the K value of the file for chunk B-tree nodes */
    BTreeV1Index(StructureStore store, ChunkedLayout layout, ChunkGrid grid, boolean filtered, int chunkK) {
        super(store, layout, grid, filtered);
        nodes = new ChunkNodes(source, chunkK, layout.dimensions());
        offsets = new long[layout.rank()];
    }

    private void locate(long[] coordinates) {
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = Math.multiplyExact(coordinates[i], layout.dimensions()[i]);
        }
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    /**
     * {@inheritDoc} O(log n) nodes. Like libhdf5, does not find a chunk that is not before the last key of its node.
     */
    @Override
    protected StoredChunk found(long[] coordinates) throws IOException {
        locate(coordinates);
        ChunkNode node = nodes.node(layout.address());
        if (node.count() == 0) {
            requireLeaf(node);
            return null;
        }
        while (true) {
            int child = node.childOf(offsets);
            if (child < 0 || child >= node.count()) {
                return null;
            }
            if (node.level() == 0) {
                return node.compare(child, offsets) == 0 ? chunk(node, child) : null;
            }
            node = nodes.node(node.child(child), node.level() - 1);
        }
    }

    private static void requireLeaf(ChunkNode root) {
        if (root.level() > 0) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    root.address(),
                    "expected a child at level " + root.level() + ", found none");
        }
    }

    private StoredChunk chunk(ChunkNode leaf, int i) {
        long size = leaf.size(i);
        if (!filtered && size != layout.chunkBytes()) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    layout.address(),
                    "expected chunks of %d bytes, because the dataset has no filters, found %d"
                            .formatted(layout.chunkBytes(), size));
        }
        return ChunkElements.checked(store.reader(), new StoredChunk(leaf.child(i), size, leaf.mask(i)));
    }

    @Override
    public void forEachIn(ChunkBox box, ChunkVisitor visitor) throws IOException {
        below(
                nodes.node(layout.address()),
                box,
                box == null ? null : box.times(layout.dimensions()),
                visitor,
                visited((address, size, structure) -> {}));
    }

    private VisitedBlocks visited(ExtentVisitor visitor) {
        return new VisitedBlocks(store.reader(), ChunkBTreeNode.STRUCTURE, layout.address(), "the tree", visitor);
    }

    /**
     * Visits the chunks below a node.
     *
     * @param box the part of the grid; null for all
     * @param offsetsOfBox the part in elements
     */
    private void below(ChunkNode node, ChunkBox box, ChunkBox offsetsOfBox, ChunkVisitor visitor, VisitedBlocks visited)
            throws IOException {
        visited.add(node.address(), nodes.length(), ChunkBTreeNode.STRUCTURE);
        long[] low = new long[grid.rank()];
        if (node.level() == 0) {
            for (int i = 0; i < node.count(); i++) {
                node.offsets(i, low);
                for (int d = 0; d < low.length; d++) {
                    low[d] /= layout.dimensions()[d];
                }
                if (box == null || box.contains(low)) {
                    visitor.visit(low, chunk(node, i));
                }
            }
            return;
        }
        long[] high = new long[grid.rank()];
        for (int i = 0; i < node.count(); i++) {
            node.offsets(i, low);
            node.offsets(i + 1, high);
            if (box == null || offsetsOfBox.reachesBetween(low, high)) {
                ChunkNode child = nodes.checked(nodes.node(node.child(i), true), node.level() - 1);
                below(child, box, offsetsOfBox, visitor, visited);
            }
        }
    }

    /** {@inheritDoc} Leaves are not read, unless they are the root or cached. */
    @Override
    protected void blocks(ExtentVisitor visitor) throws IOException {
        blocks(nodes.node(layout.address()), visited(visitor));
    }

    private void blocks(ChunkNode node, VisitedBlocks visited) throws IOException {
        visited.visit(node.address(), nodes.length(), ChunkBTreeNode.STRUCTURE);
        for (int i = 0; node.level() > 0 && i < node.count(); i++) {
            long at = node.child(i);
            if (node.level() > 1 || nodes.isHeld(at)) { // a cached structure must be this node: releasing relies on it
                blocks(nodes.checked(nodes.node(at, true), node.level() - 1), visited);
            } else {
                visited.visit(at, nodes.length(), ChunkBTreeNode.STRUCTURE);
            }
        }
    }

    @Override
    public long largestSize() {
        return filtered ? LARGEST : layout.chunkBytes();
    }

    // ---- changing --------------------------------------------------------------------------------------------

    private BTreeV1Path<ChunkNode> path() throws IOException {
        ChunkNode node = nodes.node(layout.address());
        BTreeV1Path<ChunkNode> path = new BTreeV1Path<>(node.level());
        if (node.count() == 0) {
            requireLeaf(node);
            path.through(node, 0);
            return path;
        }
        while (true) {
            path.through(node, node.childOf(offsets));
            int level = node.level();
            if (level == 0) {
                return path;
            }
            node = nodes.node(node.child(path.child(level)), level - 1);
        }
    }

    private BTreeV1Path<ChunkNode> searched() throws IOException {
        long now = store.cache().generation();
        if (prepared == null || generation != now || !Arrays.equals(offsets, preparedOffsets)) {
            prepared = path();
            preparedOffsets = offsets.clone();
            generation = now;
        }
        return prepared;
    }

    private BTreeV1Path<ChunkNode> taken() throws IOException {
        BTreeV1Path<ChunkNode> path = searched();
        prepared = null;
        outstanding = 0;
        return path;
    }

    /** Whether a path ends at the chunk itself. */
    private boolean isFound(BTreeV1Path<ChunkNode> path) {
        return !path.isBefore(0) && !path.isBehind(0) && path.node(0).compare(path.child(0), offsets) == 0;
    }

    @Override
    public void prepare(long[] coordinates) throws IOException {
        grid.require(coordinates);
        locate(coordinates);
        if (!exists()) {
            return;
        }
        BTreeV1Path<ChunkNode> path = searched();
        ChunkChange change = new ChunkChange(nodes, path);
        if (isFound(path)) {
            change.prepareRemove(outstanding);
        } else {
            change.prepareInsert(outstanding);
        }
        outstanding++;
    }

    @Override
    public boolean put(long[] coordinates, StoredChunk chunk) throws IOException {
        requireStorable(coordinates, chunk);
        locate(coordinates);
        boolean creating = !exists();
        if (creating) {
            layout = layout.at(nodes.create().address());
        }
        BTreeV1Path<ChunkNode> path = taken();
        ChunkChange change = new ChunkChange(nodes, path);
        if (isFound(path)) {
            change.replace(offsets, chunk);
        } else {
            change.insert(offsets, chunk);
        }
        return creating;
    }

    @Override
    protected boolean removed(long[] coordinates) throws IOException {
        locate(coordinates);
        BTreeV1Path<ChunkNode> path = taken();
        if (isFound(path)) {
            new ChunkChange(nodes, path).remove();
        }
        return false;
    }

    @Override
    protected void released() {
        prepared = null;
        outstanding = 0;
    }

    /** The nodes of one version 1 B-tree of chunks. */
    private static final class ChunkNodes extends BTreeV1Nodes<ChunkNode> {
        private final int chunkK;
        private final long[] dimensions;

        /** @param dimensions of a chunk, then the element size */
        ChunkNodes(BlockSource source, int chunkK, long[] dimensions) {
            super(source, ChunkNode.class);
            this.chunkK = chunkK;
            this.dimensions = dimensions;
        }

        @Override
        public int length() {
            return ChunkBTreeNode.length(store.sizes(), chunkK, dimensions.length);
        }

        @Override
        protected ChunkNode loaded(Block block) {
            return ChunkNode.loaded(block, store.sizes(), chunkK, dimensions);
        }

        @Override
        protected ChunkNode created(Block block) {
            return ChunkNode.created(block, store.sizes(), chunkK, dimensions);
        }

        @Override
        protected byte[] empty() {
            ChunkBTreeNode empty =
                    new ChunkBTreeNode(0, Addresses.UNDEFINED, Addresses.UNDEFINED, List.of(), new long[0]);
            return store.encode(out -> empty.encode(out, chunkK, dimensions.length));
        }

        /** {@inheritDoc} It must have children, too. */
        @Override
        public ChunkNode checked(ChunkNode node, int level) {
            if (node.level() != level || node.count() == 0) {
                throw new FormatException(
                        STRUCTURE,
                        node.address(),
                        "expected a node of level %d with children, found level %d and %d children"
                                .formatted(level, node.level(), node.count()));
            }
            return node;
        }

        @Override
        protected void require(ChunkNode node) {
            node.require(dimensions, chunkK);
        }

        @Override
        protected String notASibling(long of, int count, long back) {
            return "expected a sibling of the node at address %d, found the sibling %d".formatted(of, back);
        }
    }

    /**
     * Inserts a chunk into its leaf, or removes it. On insertion the last key of the tree becomes the key after the chunk if
     * that lies behind it. On removal the last key of a node does not change with its last chunk, but it stays equal to the
     * first key of the right sibling.
     */
    private static final class ChunkChange extends BTreeV1Change<ChunkNode, BTreeV1Path<ChunkNode>> {
        ChunkChange(ChunkNodes nodes, BTreeV1Path<ChunkNode> path) {
            super(nodes, path);
        }

        /**
         * Loads and checks the nodes that {@link #insert} will change, in addition to those on the path to an absent chunk.
         *
         * @param others the number of other changes that may come before it
         */
        void prepareInsert(int others) throws IOException {
            prepareAdding(others);
        }

        void insert(long[] offsets, StoredChunk chunk) throws IOException {
            ChunkNode leaf = path.node(0);
            byte[] key = leaf.keyOf(chunk.size(), chunk.filterMask(), offsets);
            if (leaf.count() == 0) {
                leaf.setOnly(key, chunk.address(), leaf.keyAfter(offsets));
                return;
            }
            if (path.isBehind(0)) {
                raiseLastKey(offsets);
            }
            if (path.isBefore(0)) {
                lowerFirstKeys(key, offsets);
                addChild(0, key, chunk.address());
            } else {
                addChild(path.child(0) + 1, key, chunk.address());
            }
        }

        /** Sets the last keys of the nodes that end with the leaf. */
        private void raiseLastKey(long[] offsets) {
            byte[] last = path.node(0).keyAfter(offsets);
            int top = 1;
            while (top <= path.depth() && path.isLast(top)) {
                top++;
            }
            if (top <= path.depth()) { // a gap before the next child, which libhdf5 does not leave
                last = path.node(top).key(path.child(top) + 1);
            }
            for (int level = 0; level < top; level++) {
                ChunkNode node = path.node(level);
                node.setKey(node.count(), last);
            }
        }

        /** Sets the first keys of the children above the leaf that begin with it. */
        private void lowerFirstKeys(byte[] key, long[] offsets) {
            for (int level = 1; level <= path.depth(); level++) {
                ChunkNode node = path.node(level);
                if (node.compare(path.child(level), offsets) <= 0) {
                    return;
                }
                node.setKey(path.child(level), key);
                if (path.child(level) > 0) {
                    return;
                }
            }
        }

        /** Stores another position of the chunk on the path. */
        void replace(long[] offsets, StoredChunk chunk) {
            ChunkNode leaf = path.node(0);
            leaf.setChild(path.child(0), chunk.address());
            byte[] key = leaf.keyOf(chunk.size(), chunk.filterMask(), offsets);
            for (int level = 0; level <= path.depth(); level++) {
                path.node(level).setKey(path.child(level), key);
                if (path.child(level) > 0) {
                    return;
                }
            }
        }

        /**
         * Loads and checks the nodes that {@link #remove} will change, in addition to those on the path to the chunk.
         *
         * @param others the number of other changes that may come before it
         * @throws dev.fallow.format.FormatException if a node to be freed overlaps free space
         */
        void prepareRemove(int others) throws IOException {
            int level = 0;
            while (level < path.depth() && path.node(level).count() - others <= 1) {
                ChunkNode node = path.node(level);
                nodes.left(node);
                nodes.right(node);
                nodes.store().requireInUse(BTreeV1Nodes.STRUCTURE, node);
                level++;
            }
            while (level < path.depth() && path.child(level) - others <= 0) {
                nodes.left(path.node(level));
                level++;
            }
        }

        void remove() throws IOException {
            removeChild();
        }

        @Override
        protected void leave(ChunkNode left, ChunkNode node, ChunkNode right) {
            if (left != null) {
                left.copyKey(left.count(), node, node.count());
            }
        }

        @Override
        protected void removeKey(int from) throws IOException {
            int removed = path.child(from);
            path.node(from).removeWithKeyBefore(removed);
            if (removed > 0) {
                return;
            }
            byte[] key = path.node(from).key(0); // the first one, also of the nodes above that begin with it
            for (int level = from; level < path.depth(); level++) {
                ChunkNode left = nodes.left(path.node(level));
                if (left != null) {
                    left.setKey(left.count(), key);
                }
                int child = path.child(level + 1);
                path.node(level + 1).setKey(child, key);
                if (child > 0) {
                    return;
                }
            }
        }
    }
}
