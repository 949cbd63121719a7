package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.PendingRelease;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/**
 * The version 1 B-tree of the chunks of a dataset, ordered by their offsets in elements. Each level is one less than the
 * one above it, so no descent is deeper than the root's level (at most 255). The root keeps its address.
 *
 * <p>It grows and shrinks as in libhdf5: see {@link BTreeV1Change}. Each operation takes
 * O(log n) nodes. Nodes are kept by the cache, not here.
 */
public final class ChunkBTree {
    private final ChunkNodes nodes;
    private final long rootAddress;
    /** The offsets of the last search for a change, and its path; valid until the next change. */
    private long[] preparedOffsets;

    private BTreeV1Path<ChunkNode> prepared;
    private long generation;
    /** The number of changes that have been prepared since the last one was made. */
    private int outstanding;

    private ChunkBTree(ChunkNodes nodes, long rootAddress) {
        this.nodes = nodes;
        this.rootAddress = rootAddress;
    }

    /**
     * The tree with its root at an address.
     *
     * @param chunkK the K value of the file for chunk B-tree nodes
     * @param dimensions of a chunk in elements, then the element size
     */
    public static ChunkBTree open(BlockSource source, long rootAddress, int chunkK, long[] dimensions) {
        return new ChunkBTree(new ChunkNodes(source, chunkK, dimensions), rootAddress);
    }

    /** Creates an empty tree; the parameters as for {@link #open}. */
    public static ChunkBTree create(BlockSource source, int chunkK, long[] dimensions) {
        ChunkNodes nodes = new ChunkNodes(source, chunkK, dimensions);
        return new ChunkBTree(nodes, nodes.create().address());
    }

    /** Receives chunks. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * One chunk.
         *
         * @param offsets in elements; valid during the call only
         * @param size its length in the file in bytes
         */
        void visit(long[] offsets, long address, long size, int filterMask) throws IOException;
    }

    /** A part of the tree, for {@link #forEach}. */
    @FunctionalInterface
    public interface Part {
        /** Whether a chunk from some offsets to others can belong to the part. */
        boolean reachesBetween(long[] low, long[] high);
    }

    /** The address of the root node. */
    public long address() {
        return rootAddress;
    }

    /**
     * Visits the chunk with these offsets, if there is one. O(log n) nodes. Like libhdf5, does not find a chunk that is
     * not before the last key of its node.
     */
    public void find(long[] offsets, Visitor visitor) throws IOException {
        ChunkNode node = nodes.node(rootAddress);
        if (node.count() == 0) {
            requireLeaf(node);
            return;
        }
        while (true) {
            int child = node.childOf(offsets);
            if (child < 0 || child >= node.count()) {
                return;
            }
            if (node.level() == 0) {
                if (node.compare(child, offsets) == 0) {
                    visitor.visit(offsets, node.child(child), node.size(child), node.mask(child));
                }
                return;
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

    private BTreeV1Path<ChunkNode> path(long[] offsets) throws IOException {
        ChunkNode node = nodes.node(rootAddress);
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

    private BTreeV1Path<ChunkNode> searched(long[] offsets) throws IOException {
        long now = nodes.store().cache().generation();
        if (prepared == null || generation != now || !Arrays.equals(offsets, preparedOffsets)) {
            prepared = path(offsets);
            preparedOffsets = offsets.clone();
            generation = now;
        }
        return prepared;
    }

    private BTreeV1Path<ChunkNode> taken(long[] offsets) throws IOException {
        BTreeV1Path<ChunkNode> path = searched(offsets);
        prepared = null;
        outstanding = 0;
        return path;
    }

    /**
     * Loads and checks the nodes that a change of this chunk's entry modifies, also after the other changes that have
     * been prepared.
     *
     * @throws FormatException if a node is damaged, or one to be freed overlaps free space
     */
    public void prepare(long[] offsets) throws IOException {
        BTreeV1Path<ChunkNode> path = searched(offsets);
        ChunkChange change = new ChunkChange(nodes, path);
        if (isFound(path, offsets)) {
            change.prepareRemove(outstanding);
        } else {
            change.prepareInsert(outstanding);
        }
        outstanding++;
    }

    /**
     * Stores the position of a chunk, in place of the old one if there is one.
     *
     * @param size 0 to 2^32-1 bytes
     */
    public void put(long[] offsets, long address, long size, int filterMask) throws IOException {
        BTreeV1Path<ChunkNode> path = taken(offsets);
        ChunkChange change = new ChunkChange(nodes, path);
        if (isFound(path, offsets)) {
            change.replace(offsets, address, size, filterMask);
        } else {
            change.insert(offsets, address, size, filterMask);
        }
    }

    private static boolean isFound(BTreeV1Path<ChunkNode> path, long[] offsets) {
        return !path.isBefore(0) && !path.isBehind(0) && path.node(0).compare(path.child(0), offsets) == 0;
    }

    /** Removes the entry of a chunk; nothing happens if there is none. */
    public void remove(long[] offsets) throws IOException {
        BTreeV1Path<ChunkNode> path = taken(offsets);
        if (isFound(path, offsets)) {
            new ChunkChange(nodes, path).remove();
        }
    }

    /**
     * Visits the chunks in a part of the tree, in order; perhaps also others.
     *
     * @throws FormatException if nodes together exceed the file
     */
    public void forEach(Part part, Visitor visitor) throws IOException {
        chunks(nodes.node(rootAddress), part, visitor, visited((at, length, structure) -> {}));
    }

    private VisitedBlocks visited(ExtentVisitor visitor) {
        return new VisitedBlocks(nodes.store().reader(), ChunkBTreeNode.STRUCTURE, rootAddress, "the tree", visitor);
    }

    private void chunks(ChunkNode node, Part part, Visitor visitor, VisitedBlocks visited) throws IOException {
        visited.add(node.address(), nodes.length(), ChunkBTreeNode.STRUCTURE);
        long[] low = new long[nodes.rank()];
        if (node.level() == 0) {
            for (int i = 0; i < node.count(); i++) {
                node.offsets(i, low);
                visitor.visit(low, node.child(i), node.size(i), node.mask(i));
            }
            return;
        }
        long[] high = new long[nodes.rank()];
        for (int i = 0; i < node.count(); i++) {
            node.offsets(i, low);
            node.offsets(i + 1, high);
            if (part.reachesBetween(low, high)) {
                chunks(nodes.checked(nodes.node(node.child(i), true), node.level() - 1), part, visitor, visited);
            }
        }
    }

    /**
     * Visits the nodes. Leaves are not read, unless they are the root or cached.
     *
     * @throws FormatException if nodes form a cycle, or are not inside the allocated space
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        blocks(nodes.node(rootAddress), visited(visitor));
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

    /**
     * Frees all nodes, but no chunks. Leaves are not read, unless they are the root or cached.
     *
     * @throws FormatException if nodes form a cycle, or overlap free space; then nothing is freed
     */
    public void release() throws IOException {
        PendingRelease pending = new PendingRelease(nodes.store());
        forEachBlock((at, length, structure) -> pending.add(ChunkNodes.SPACE, at, length, structure));
        prepared = null;
        pending.release();
    }
}
