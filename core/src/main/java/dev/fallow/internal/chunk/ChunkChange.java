package dev.fallow.internal.chunk;

import dev.fallow.internal.btree.BTreeV1Change;
import dev.fallow.internal.btree.BTreeV1Nodes;
import dev.fallow.internal.btree.BTreeV1Path;
import java.io.IOException;

/**
 * Inserts a chunk into its leaf, or removes it. On insertion the last key of the tree becomes the key after the chunk if
 * that lies behind it. On removal the last key of a node does not change with its last chunk, but it stays equal to the
 * first key of the right sibling.
 */
final class ChunkChange extends BTreeV1Change<ChunkNode, BTreeV1Path<ChunkNode>> {
    ChunkChange(ChunkNodes nodes, BTreeV1Path<ChunkNode> path) {
        super(nodes, path);
    }

    // ---- inserting -------------------------------------------------------------------------------------------

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

    // ---- removing --------------------------------------------------------------------------------------------

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
