package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import java.io.IOException;

/**
 * Adds children to the nodes of a version 1 B-tree and removes them, as libhdf5 does. A full node keeps nine tenths of its
 * children if it is the last one of its level, one tenth if it is the first, and half otherwise. A node that loses its
 * last child is freed, and its siblings are linked. Nodes are never merged. The root stays at its address: when it is
 * split, its content moves; without children it becomes a leaf again.
 *
 * <p>Neighbours of a level have the key between them in common. Subclasses know what the keys mean, so they change them.
 */
public abstract class BTreeV1Change<N extends BTreeV1Node, P extends BTreeV1Path<N>> {
    /** The maximum level, which is stored in one byte. */
    private static final int HIGHEST_LEVEL = 0xFF;
    /** The share of children that stays in a split node: in the last node of its level, in the first, in others. */
    private static final double LAST_KEEPS = 0.9;

    private static final double FIRST_KEEPS = 0.1;
    private static final double OTHERS_KEEP = 0.5;

    protected final BTreeV1Nodes<N> nodes;
    protected final P path;

    /** @param path the path to the place of the change */
    protected BTreeV1Change(BTreeV1Nodes<N> nodes, P path) {
        this.nodes = nodes;
        this.path = path;
    }

    /**
     * Loads and checks the nodes that {@link #addChild} changes, in addition to those on the path.
     *
     * @param others the number of other children that may be added before
     */
    protected final void prepareAdding(int others) throws IOException {
        int level = 0;
        while (level <= path.depth()
                && path.node(level).count() + others >= path.node(level).capacity()) {
            if (path.node(level).capacity() < 2) {
                throw new FormatException(
                        BTreeV1Nodes.STRUCTURE, path.node(level).address(), "expected nodes of at least 2 entries");
            }
            nodes.right(path.node(level));
            level++;
        }
        if (level > HIGHEST_LEVEL) {
            throw new FormatException(
                    BTreeV1Nodes.STRUCTURE,
                    path.node(path.depth()).address(),
                    "expected fewer than 256 levels, all full");
        }
    }

    /**
     * Adds a child to the node at level 0, and a new sibling of that node to the one above, up to the first node that
     * is not full.
     *
     * @param at the new child's position; if it is not 0, it stays in the node of the child before it
     * @param keyBefore the key before the child
     */
    protected final void addChild(int at, byte[] keyBefore, long address) throws IOException {
        int position = at;
        byte[] key = keyBefore;
        long child = address;
        for (int level = 0; level <= path.depth(); level++) {
            N node = path.node(level);
            if (!node.isFull()) {
                node.insert(position, key, child);
                return;
            }
            int before = Math.max(0, position - 1);
            N sibling = divide(node);
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

    private N divide(N node) throws IOException {
        N right = nodes.right(node);
        double share = right == null ? LAST_KEEPS : node.left() == Addresses.UNDEFINED ? FIRST_KEEPS : OTHERS_KEEP;
        int count = node.count();
        N sibling = nodes.create();
        node.divide(Math.min(count - 1, Math.max(1, (int) (count * share))), sibling);
        if (right != null) {
            right.setLeft(sibling.address());
        }
        return sibling;
    }

    private void moveRoot(N root, N right) {
        N lower = nodes.copy(root);
        right.setLeft(lower.address());
        root.becomeParent(lower, right);
    }

    /** Removes the child at level 0 of the path, with the nodes that have no child then. */
    protected final void removeChild() throws IOException {
        int level = 0;
        while (path.node(level).count() == 1) {
            N node = path.node(level);
            if (level == path.depth()) {
                node.clear();
                return;
            }
            N left = nodes.left(node);
            N right = nodes.right(node);
            if (left != null) {
                left.setRight(node.right());
            }
            if (right != null) {
                right.setLeft(node.left());
            }
            leave(left, node, right);
            nodes.release(node);
            level++;
        }
        removeKey(level);
    }

    /** Makes the common key of a node's siblings, each of which may be null, the right one before the node is freed. */
    protected abstract void leave(N left, N node, N right);

    /** Removes the child on the path at a level, which is not the only one, with a key. */
    protected abstract void removeKey(int level) throws IOException;
}
