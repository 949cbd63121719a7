package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.List;

/** The nodes of a group's version 1 B-tree and its symbol table nodes: loads, creates and frees them. */
final class GroupNodes {
    private static final AllocationType SPACE = AllocationType.B_TREE;

    private final StructureStore store;
    private final int internalK;
    private final int leafK;

    /** @param k the file's K values for group B-tree nodes and symbol table nodes */
    GroupNodes(StructureStore store, BTreeK k) {
        this.store = store;
        this.internalK = k.groupInternal();
        this.leafK = k.groupLeaf();
    }

    StructureStore store() {
        return store;
    }

    /** The length of a node in bytes. */
    int nodeLength() {
        return GroupBTreeNode.length(store.sizes(), internalK);
    }

    /** The length of a symbol table node in bytes. */
    int symbolsLength() {
        return SymbolTableNode.length(store.sizes(), leafK);
    }

    // ---- loading ---------------------------------------------------------------------------------------------

    GroupNode node(long at) throws IOException {
        return store.live(at, GroupNode.class, GroupBTreeNode.STRUCTURE, () -> {
            byte[] image = store.cache().read(at, nodeLength(), GroupBTreeNode.STRUCTURE);
            return GroupNode.loaded(store.cache().loaded(at, image, 0), store.sizes(), internalK);
        });
    }

    /** @throws FormatException if the node has another level */
    GroupNode node(long at, int level) throws IOException {
        GroupNode node = node(at);
        if (node.level() != level) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE, at, "expected a node of level " + level + ", found " + node.level());
        }
        return node;
    }

    SymbolNode symbols(long at) throws IOException {
        return store.live(at, SymbolNode.class, SymbolTableNode.STRUCTURE, () -> {
            byte[] image = store.cache().read(at, symbolsLength(), SymbolTableNode.STRUCTURE);
            return SymbolNode.loaded(store.cache().loaded(at, image, 0), store.sizes(), leafK);
        });
    }

    /** The left sibling of a node, about to be changed; null if there is none. */
    GroupNode left(GroupNode node) throws IOException {
        return node.left() == Addresses.UNDEFINED ? null : sibling(node, node.left(), false);
    }

    /** The right sibling of a node, about to be changed; null if there is none. */
    GroupNode right(GroupNode node) throws IOException {
        return node.right() == Addresses.UNDEFINED ? null : sibling(node, node.right(), true);
    }

    /** Checks a sibling about to be changed: it must refer to the node as its own sibling. */
    private GroupNode sibling(GroupNode node, long at, boolean right) throws IOException {
        GroupNode sibling = node(at, node.level());
        long back = right ? sibling.left() : sibling.right();
        if (back != node.address() || sibling.count() == 0) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE,
                    at,
                    "expected a sibling of the node at address %d with entries, found %d entries and the sibling %d"
                            .formatted(node.address(), sibling.count(), back));
        }
        return sibling;
    }

    // ---- creating and freeing --------------------------------------------------------------------------------

    /** Creates a leaf without children. */
    GroupNode create() {
        return create(store.encode(out -> GroupBTreeNode.empty().encode(out, internalK)));
    }

    /** Creates a copy of a node. */
    GroupNode copy(GroupNode node) {
        return create(node.block().image().clone());
    }

    private GroupNode create(byte[] image) {
        Block block = store.create(SPACE, image, 0);
        GroupNode node = GroupNode.created(block, store.sizes(), internalK);
        store.cache().keep(node);
        return node;
    }

    /** Creates a symbol table node without entries. */
    SymbolNode createSymbols() {
        byte[] image = store.encode(out -> new SymbolTableNode(List.of()).encode(out, leafK));
        SymbolNode symbols = SymbolNode.created(store.create(SPACE, image, 0), store.sizes(), leafK);
        store.cache().keep(symbols);
        return symbols;
    }

    /** Frees a node or a symbol table node. */
    void release(LiveBlock node) {
        store.release(SPACE, node);
    }
}
