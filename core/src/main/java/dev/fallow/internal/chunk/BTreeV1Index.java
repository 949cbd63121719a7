package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.btree.BTreeV1Nodes;
import dev.fallow.internal.btree.BTreeV1Path;
import dev.fallow.internal.btree.VisitedBlocks;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/**
 * A version 1 B-tree of chunks, ordered by their offsets in elements. Finding a chunk reads one node of each level. Each
 * level is one less than the one above it, so no descent is deeper than the root's level (at most 255). The root keeps
 * its address. The tree grows and shrinks as in libhdf5: see {@link ChunkChange}. Nodes are kept by the cache, not here.
 */
final class BTreeV1Index implements ChunkIndex {
    /** The largest size of a chunk, which is stored in four bytes. */
    private static final long LARGEST = 0xFFFF_FFFFL;

    private final BlockSource source;
    private final ChunkGrid grid;
    private final boolean filtered;
    private final ChunkNodes nodes;
    /** The offsets of the last chunk in elements. */
    private final long[] offsets;

    private ChunkedLayout layout;
    /** The offsets of the last search for a change, and its path; valid until the next change. */
    private long[] preparedOffsets;

    private BTreeV1Path<ChunkNode> prepared;
    private long generation;
    /** The number of changes that have been prepared since the last one was made. */
    private int outstanding;

    /** @param chunkK the K value of the file for chunk B-tree nodes */
    BTreeV1Index(BlockSource source, ChunkedLayout layout, ChunkGrid grid, boolean filtered, int chunkK) {
        this.source = source;
        this.layout = layout;
        this.grid = grid;
        this.filtered = filtered;
        nodes = new ChunkNodes(source, chunkK, layout.dimensions());
        offsets = new long[layout.rank()];
    }

    private boolean exists() {
        return layout.address() != Addresses.UNDEFINED;
    }

    private long[] offsets(long[] coordinates) {
        grid.require(coordinates);
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = Math.multiplyExact(coordinates[i], layout.dimensions()[i]);
        }
        return offsets;
    }

    private long[] coordinates(ChunkNode leaf, int i, long[] into) {
        leaf.offsets(i, into);
        for (int d = 0; d < into.length; d++) {
            into[d] /= layout.dimensions()[d];
        }
        return into;
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    /**
     * {@inheritDoc} O(log n) nodes. Like libhdf5, does not find a chunk that is not before the last key of its node.
     */
    @Override
    public StoredChunk find(long[] coordinates) throws IOException {
        offsets(coordinates);
        if (!exists()) {
            return null;
        }
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
        return ChunkElements.checked(source.store().reader(), new StoredChunk(leaf.child(i), size, leaf.mask(i)));
    }

    @Override
    public void forEach(long[] first, long[] last, ChunkVisitor visitor) throws IOException {
        ChunkBox box = grid.box(first, last);
        if (box != null && exists()) {
            below(nodes.node(layout.address()), box, box.times(layout.dimensions()), visitor, visited(ignored()));
        }
    }

    @Override
    public void forEach(ChunkVisitor visitor) throws IOException {
        if (exists()) {
            below(nodes.node(layout.address()), null, null, visitor, visited(ignored()));
        }
    }

    private static ExtentVisitor ignored() {
        return (address, size, structure) -> {};
    }

    private VisitedBlocks visited(ExtentVisitor visitor) {
        return new VisitedBlocks(
                source.store().reader(), ChunkBTreeNode.STRUCTURE, layout.address(), "the tree", visitor);
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
                coordinates(node, i, low);
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
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        if (exists()) {
            blocks(nodes.node(layout.address()), visited(visitor));
        }
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
    public ChunkedLayout layout() {
        return layout;
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
        long now = source.store().cache().generation();
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
        offsets(coordinates);
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
        offsets(coordinates);
        ChunkElements.requireStorable(chunk, layout, filtered, largestSize());
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
    public boolean remove(long[] coordinates) throws IOException {
        offsets(coordinates);
        if (exists()) {
            BTreeV1Path<ChunkNode> path = taken();
            if (isFound(path)) {
                new ChunkChange(nodes, path).remove();
            }
        }
        return false;
    }

    @Override
    public void release() throws IOException {
        if (exists()) {
            PendingRelease pending = new PendingRelease(source.store());
            forEachBlock((at, length, structure) -> pending.add(BTreeV1Nodes.SPACE, at, length, structure));
            prepared = null;
            outstanding = 0;
            pending.release();
            layout = layout.at(Addresses.UNDEFINED);
        }
    }
}
