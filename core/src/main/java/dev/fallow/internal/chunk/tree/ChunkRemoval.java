package dev.fallow.internal.chunk.tree;

import dev.fallow.format.btree.ChunkBTreeNode;
import java.io.IOException;

/**
 * Removes a chunk from its leaf, as libhdf5 does. A node that loses its last child is freed, and its siblings are linked.
 * Nodes are never merged, and a root without children becomes a leaf again. The last key of a node does not change with
 * its last chunk, but it stays equal to the first key of the right sibling.
 *
 * @see ChunkInsertion
 */
final class ChunkRemoval {
    private final ChunkNodes nodes;
    private final ChunkPath path;

    /** @param path the path to a chunk */
    ChunkRemoval(ChunkNodes nodes, ChunkPath path) {
        this.nodes = nodes;
        this.path = path;
    }

    /**
     * Loads and checks the nodes that {@link #apply} will change, in addition to those on the path.
     *
     * @param others the number of other changes that may come before it
     * @throws dev.fallow.format.FormatException if a node to be freed overlaps free space
     */
    void prepare(int others) throws IOException {
        int level = 0;
        while (level < path.depth() && path.node(level).count() - others <= 1) {
            ChunkNode node = path.node(level);
            nodes.left(node);
            nodes.right(node);
            nodes.store().requireInUse(ChunkBTreeNode.STRUCTURE, node);
            level++;
        }
        while (level < path.depth() && path.child(level) - others <= 0) {
            nodes.left(path.node(level));
            level++;
        }
    }

    void apply() throws IOException {
        int level = 0;
        while (path.node(level).count() == 1) {
            ChunkNode node = path.node(level);
            if (level == path.depth()) {
                node.clear();
                return;
            }
            unlink(node);
            nodes.release(node);
            level++;
        }
        int child = path.child(level);
        ChunkNode node = path.node(level);
        node.remove(child);
        if (child == 0) {
            changeFirstKey(level, node.key(0));
        }
    }

    private void unlink(ChunkNode node) throws IOException {
        ChunkNode left = nodes.left(node);
        ChunkNode right = nodes.right(node);
        if (left != null) {
            left.setKey(left.count(), node.key(node.count()));
            left.setRight(node.right());
        }
        if (right != null) {
            right.setLeft(node.left());
        }
    }

    /** Copies the first key of the node at a level to its left sibling, and to the nodes above that begin with it. */
    private void changeFirstKey(int from, byte[] key) throws IOException {
        for (int level = from; level < path.depth(); level++) {
            ChunkNode left = nodes.left(path.node(level));
            if (left != null) {
                left.setKey(left.count(), key);
            }
            ChunkNode parent = path.node(level + 1);
            int child = path.child(level + 1);
            parent.setKey(child, key);
            if (child > 0) {
                return;
            }
        }
    }
}
