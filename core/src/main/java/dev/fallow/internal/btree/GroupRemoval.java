package dev.fallow.internal.btree;

import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * Removes a name from a group's B-tree, as libhdf5 does. A node that loses its last child is freed, and its siblings
 * are linked. Nodes are never merged, and a root without children becomes a leaf again.
 *
 * @see GroupInsertion
 */
final class GroupRemoval {
    private final GroupNodes nodes;
    private final GroupPath path;

    /** @param path the path to a name */
    GroupRemoval(GroupNodes nodes, GroupPath path) {
        this.nodes = nodes;
        this.path = path;
    }

    /**
     * Loads and checks the nodes that {@link #apply} will change, in addition to those on the path.
     *
     * @throws dev.fallow.format.FormatException if a node to be freed overlaps free space
     */
    void prepare() throws IOException {
        StructureStore store = nodes.store();
        boolean goes = path.symbols().count() == 1;
        if (goes) {
            store.requireInUse(SymbolTableNode.STRUCTURE, path.symbols());
        }
        // a key changes, or a node is freed, only as far up as the path goes through last children
        for (int level = 0; level < path.depth() && path.isLast(level); level++) {
            GroupNode node = path.node(level);
            goes &= node.count() == 1;
            nodes.right(node);
            if (goes) {
                nodes.left(node);
                store.requireInUse(GroupBTreeNode.STRUCTURE, node);
            }
        }
    }

    /** @return the removed entry */
    SymbolTableEntry apply() throws IOException {
        SymbolNode symbols = path.symbols();
        SymbolTableEntry entry = symbols.entry(path.position());
        boolean lastName = path.position() == symbols.count() - 1;
        if (symbols.count() == 1) {
            nodes.release(symbols);
            removeChild();
        } else {
            symbols.remove(path.position());
            if (lastName) {
                changeLastName(0, symbols.nameOffset(symbols.count() - 1));
            }
        }
        return entry;
    }

    /** Removes the child on the path, which was freed, from the tree. */
    private void removeChild() throws IOException {
        int level = 0;
        while (path.node(level).count() == 1) {
            GroupNode node = path.node(level);
            if (level == path.depth()) {
                node.clear();
                return;
            }
            unlink(node);
            nodes.release(node);
            level++;
        }
        GroupNode node = path.node(level);
        int child = path.child(level);
        boolean last = path.isLast(level);
        node.remove(child);
        if (last) {
            long name = node.key(node.count());
            patchRight(level, name);
            if (level < path.depth()) {
                changeLastName(level + 1, name);
            }
        }
    }

    private void unlink(GroupNode node) throws IOException {
        GroupNode left = nodes.left(node);
        GroupNode right = nodes.right(node);
        if (left != null) {
            left.setRight(node.right());
        }
        if (right != null) {
            right.setLeft(node.left());
            right.setKey(0, node.key(0));
        }
    }

    /** Updates the last name below the child on the path, from a level upwards. */
    private void changeLastName(int from, long name) throws IOException {
        for (int level = from; level <= path.depth(); level++) {
            path.node(level).setKey(path.child(level) + 1, name);
            if (!path.isLast(level)) {
                return;
            }
            patchRight(level, name);
        }
    }

    /** The first key of a node equals the last one of its left sibling. */
    private void patchRight(int level, long name) throws IOException {
        GroupNode right = level < path.depth() ? nodes.right(path.node(level)) : null;
        if (right != null) {
            right.setKey(0, name);
        }
    }
}
