package dev.fallow.internal.chunk.tree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import java.io.IOException;

/**
 * Inserts a chunk into its leaf, as libhdf5 does. A full node keeps nine tenths of its children if it is the last one of
 * its level, one tenth if it is the first, and half otherwise. The root stays at its address; when it is split, its
 * content moves. The last key of the tree becomes the key after the chunk if that lies behind it.
 */
final class ChunkInsertion {
    /** The maximum level, which is stored in one byte. */
    private static final int HIGHEST_LEVEL = 0xFF;
    /** The share of children that stays in a split node: in the last node of its level, in the first, in others. */
    private static final double LAST_KEEPS = 0.9;

    private static final double FIRST_KEEPS = 0.1;
    private static final double OTHERS_KEEP = 0.5;

    private final ChunkNodes nodes;
    private final ChunkPath path;

    /** @param path the path to the leaf of an absent chunk */
    ChunkInsertion(ChunkNodes nodes, ChunkPath path) {
        this.nodes = nodes;
        this.path = path;
    }

    /**
     * Loads and checks the nodes that {@link #apply} will change, in addition to those on the path.
     *
     * @param others the number of other changes that may come before it
     */
    void prepare(int others) throws IOException {
        int level = 0;
        while (level <= path.depth()
                && path.node(level).count() + others >= path.node(level).capacity()) {
            if (path.node(level).capacity() < 2) {
                throw new FormatException(
                        ChunkBTreeNode.STRUCTURE, path.node(level).address(), "expected nodes of at least 2 entries");
            }
            nodes.right(path.node(level));
            level++;
        }
        if (level > HIGHEST_LEVEL) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    path.node(path.depth()).address(),
                    "expected fewer than 256 levels, all full");
        }
    }

    void apply(long[] offsets, long address, long size, int mask) throws IOException {
        ChunkNode leaf = path.node(0);
        byte[] key = leaf.keyOf(size, mask, offsets);
        if (leaf.count() == 0) {
            leaf.setOnly(key, address, leaf.keyAfter(offsets));
            return;
        }
        if (path.isBehindLeaf()) {
            raiseLastKey(offsets);
        }
        if (path.isBeforeLeaf()) {
            lowerFirstKeys(key, offsets);
            addChild(0, key, address);
        } else {
            addChild(path.child(0) + 1, key, address);
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

    /**
     * Adds a child to the node at level 0, and a new sibling of that node to the one above, up to the first node that
     * is not full.
     *
     * @param at the new child's position; if it is not 0, it stays in the node of the child before it
     */
    private void addChild(int at, byte[] firstKey, long address) throws IOException {
        int position = at;
        byte[] key = firstKey;
        long child = address;
        for (int level = 0; level <= path.depth(); level++) {
            ChunkNode node = path.node(level);
            if (!node.isFull()) {
                node.insert(position, key, child);
                return;
            }
            int before = Math.max(0, position - 1);
            ChunkNode sibling = divide(node, before);
            if (before < node.count()) {
                node.insert(position, key, child);
            } else {
                sibling.insert(position - node.count(), key, child);
            }
            key = sibling.key(0);
            child = sibling.address();
            if (level == path.depth()) {
                moveRoot(node, sibling);
                return;
            }
            position = path.child(level + 1) + 1;
        }
    }

    /** @param before the child that the new one follows; both stay together, so that each part has room for them */
    private ChunkNode divide(ChunkNode node, int before) throws IOException {
        ChunkNode right = nodes.right(node);
        double share = right == null ? LAST_KEEPS : node.left() == Addresses.UNDEFINED ? FIRST_KEEPS : OTHERS_KEEP;
        int count = node.count();
        int staying = Math.min(count - 1, Math.max(1, (int) (count * share)));
        ChunkNode sibling = nodes.create();
        node.divide(staying, sibling);
        if (right != null) {
            right.setLeft(sibling.address());
        }
        return sibling;
    }

    private void moveRoot(ChunkNode root, ChunkNode right) {
        ChunkNode lower = nodes.copy(root);
        right.setLeft(lower.address());
        root.becomeParent(lower, right);
    }
}
