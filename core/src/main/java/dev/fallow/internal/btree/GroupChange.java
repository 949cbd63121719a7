package dev.fallow.internal.btree;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import java.io.IOException;

/**
 * Inserts a name into a group's B-tree, or removes it. A full symbol table node is split in halves; one without names is
 * freed.
 */
final class GroupChange extends BTreeV1Change<GroupNode, GroupChange.Path> {
    private final GroupNodes groupNodes;

    /** The path from the root to the symbol table node that contains a name, or would contain it. */
    static final class Path extends BTreeV1Path<GroupNode> {
        /** Null in an empty tree. */
        private SymbolNode symbols;
        /** The position of the first name in the symbol table node that is not less than the search key. */
        private int position;

        Path(int depth) {
            super(depth);
        }

        void to(SymbolNode node, int at) {
            symbols = node;
            position = at;
        }

        /** Whether it ends at the name itself. */
        boolean isFound(GroupBTree.NameOrder order) {
            return symbols != null && position < symbols.count() && order.compare(symbols.nameOffset(position)) == 0;
        }
    }

    GroupChange(GroupNodes nodes, Path path) {
        super(nodes, path);
        groupNodes = nodes;
    }

    // ---- inserting -------------------------------------------------------------------------------------------

    /** Loads and checks the nodes that {@link #insert} will change, in addition to those on the path to an absent name. */
    void prepareInsert() throws IOException {
        if (path.symbols != null && path.symbols.isFull()) {
            prepareAdding(0);
        }
    }

    void insert(SymbolTableEntry entry) throws IOException {
        byte[] encoded = nodes.store().encode(entry::encode);
        SymbolNode left = path.symbols;
        if (left == null) {
            SymbolNode first = groupNodes.createSymbols();
            first.insert(0, encoded);
            GroupNode root = path.node(0);
            root.setOnly(
                    root.keyOf(0), first.address(), root.keyOf(entry.nameOffset())); // the empty name is before all
            return;
        }
        for (int level = 0; level <= path.depth(); level++) {
            if (path.isBehind(level)) {
                GroupNode node = path.node(level);
                node.setName(node.count(), entry.nameOffset());
            }
        }
        if (!left.isFull()) {
            left.insert(path.position, encoded);
            return;
        }
        SymbolNode right = groupNodes.createSymbols();
        left.divide(right);
        if (path.position <= left.half()) {
            left.insert(path.position, encoded);
        } else {
            right.insert(path.position - left.half(), encoded);
        }
        byte[] middle = path.node(0).keyOf(left.nameOffset(left.count() - 1));
        addChild(path.child(0) + 1, middle, right.address());
    }

    // ---- removing --------------------------------------------------------------------------------------------

    /**
     * Loads and checks the nodes that {@link #remove} will change, in addition to those on the path to an existing name.
     *
     * @throws dev.fallow.format.FormatException if a node to be freed overlaps free space
     */
    void prepareRemove() throws IOException {
        boolean goes = path.symbols.count() == 1;
        if (goes) {
            nodes.store().requireInUse(SymbolTableNode.STRUCTURE, path.symbols);
        }
        // a key changes, or a node is freed, only as far up as the path goes through last children
        for (int level = 0; level < path.depth() && path.isLast(level); level++) {
            GroupNode node = path.node(level);
            goes &= node.count() == 1;
            nodes.right(node);
            if (goes) {
                nodes.left(node);
                nodes.store().requireInUse(BTreeV1Nodes.STRUCTURE, node);
            }
        }
    }

    /** @return the removed entry */
    SymbolTableEntry remove() throws IOException {
        SymbolNode symbols = path.symbols;
        SymbolTableEntry entry = symbols.entry(path.position);
        boolean lastName = path.position == symbols.count() - 1;
        if (symbols.count() == 1) {
            nodes.release(symbols);
            removeChild();
        } else {
            symbols.remove(path.position);
            if (lastName) {
                changeLastName(0, symbols.nameOffset(symbols.count() - 1));
            }
        }
        return entry;
    }

    @Override
    protected void leave(GroupNode left, GroupNode node, GroupNode right) {
        if (right != null) {
            right.copyKey(0, node, 0);
        }
    }

    @Override
    protected void removeKey(int level) throws IOException {
        GroupNode node = path.node(level);
        boolean last = path.isLast(level);
        node.removeWithKeyBehind(path.child(level));
        if (last) {
            long name = node.name(node.count());
            patchRight(level, name);
            if (level < path.depth()) {
                changeLastName(level + 1, name);
            }
        }
    }

    /** Updates the last name below the child on the path, from a level upwards. */
    private void changeLastName(int from, long name) throws IOException {
        for (int level = from; level <= path.depth(); level++) {
            path.node(level).setName(path.child(level) + 1, name);
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
            right.setName(0, name);
        }
    }
}
