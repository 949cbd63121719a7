package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import java.io.IOException;

/**
 * Inserts a name into a group's B-tree, as libhdf5 does. A full symbol table node is split in halves. A full tree node
 * keeps nine tenths of its children if it is the last one of its level, one tenth if it is the first, and half
 * otherwise. The root stays at its address; when it is split, its content moves.
 */
final class GroupInsertion {
    /** The maximum level, which is stored in one byte. */
    private static final int HIGHEST_LEVEL = 0xFF;
    /** The share of children that stays in a split node: in the last node of its level, in the first, in others. */
    private static final double LAST_KEEPS = 0.9;

    private static final double FIRST_KEEPS = 0.1;
    private static final double OTHERS_KEEP = 0.5;

    private final GroupNodes nodes;
    private final GroupPath path;

    /** @param path the path to the position of an absent name */
    GroupInsertion(GroupNodes nodes, GroupPath path) {
        this.nodes = nodes;
        this.path = path;
    }

    /** Loads and checks the nodes that {@link #apply} will change, in addition to those on the path. */
    void prepare() throws IOException {
        if (path.symbols() == null || !path.symbols().isFull()) {
            return;
        }
        int level = 0;
        while (level <= path.depth() && path.node(level).isFull()) {
            nodes.right(path.node(level));
            level++;
        }
        if (level > HIGHEST_LEVEL) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE,
                    path.node(path.depth()).address(),
                    "expected fewer than 256 levels, all full");
        }
    }

    void apply(SymbolTableEntry entry) throws IOException {
        byte[] encoded = nodes.store().encode(entry::encode);
        if (path.symbols() == null) {
            SymbolNode first = nodes.createSymbols();
            first.insert(0, encoded);
            path.node(0).setOnly(first.address(), entry.nameOffset());
            return;
        }
        for (int level = 0; level <= path.depth(); level++) {
            if (path.isBehind(level)) {
                GroupNode node = path.node(level);
                node.setKey(node.count(), entry.nameOffset());
            }
        }
        SymbolNode left = path.symbols();
        if (!left.isFull()) {
            left.insert(path.position(), encoded);
            return;
        }
        SymbolNode right = nodes.createSymbols();
        left.divide(right);
        if (path.position() <= left.half()) {
            left.insert(path.position(), encoded);
        } else {
            right.insert(path.position() - left.half(), encoded);
        }
        addChild(left.nameOffset(left.count() - 1), right.address());
    }

    /**
     * Adds a child to the node at level 0, and a new sibling of that node to the one above, up to the first node that
     * is not full.
     */
    private void addChild(long lastNameBefore, long address) throws IOException {
        long middle = lastNameBefore;
        long child = address;
        for (int level = 0; level <= path.depth(); level++) {
            GroupNode node = path.node(level);
            int at = path.child(level);
            if (!node.isFull()) {
                node.insertBehind(at, middle, child);
                return;
            }
            GroupNode sibling = divide(node, at);
            if (at < node.count()) {
                node.insertBehind(at, middle, child);
            } else {
                sibling.insertBehind(at - node.count(), middle, child);
            }
            middle = sibling.key(0);
            child = sibling.address();
            if (level == path.depth()) {
                moveRoot(node, sibling);
            }
        }
    }

    /** @param at the child followed by a new one; both stay together, so that each half has room for them */
    private GroupNode divide(GroupNode node, int at) throws IOException {
        GroupNode before = nodes.right(node);
        double share = before == null ? LAST_KEEPS : node.left() == Addresses.UNDEFINED ? FIRST_KEEPS : OTHERS_KEEP;
        int count = node.count();
        int staying = (int) (count * share);
        if (staying == 0) {
            staying = 1;
        }
        assert staying < count : staying + " of " + count + " children stay, of which one was divided: " + at;
        GroupNode sibling = nodes.create();
        node.divide(staying, sibling);
        if (before != null) {
            before.setLeft(sibling.address());
        }
        return sibling;
    }

    private void moveRoot(GroupNode root, GroupNode right) {
        GroupNode lower = nodes.copy(root);
        right.setLeft(lower.address());
        root.becomeParent(lower, right);
    }
}
