package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.List;

/** The nodes of a group's version 1 B-tree and its symbol table nodes. */
final class GroupNodes extends BTreeV1Nodes<GroupNode> {
    private final int internalK;
    private final int leafK;

    /** @param k the file's K values for group B-tree nodes and symbol table nodes */
    GroupNodes(StructureStore store, BTreeK k) {
        super(new BlockSource(store), GroupNode.class);
        internalK = k.groupInternal();
        leafK = k.groupLeaf();
    }

    @Override
    public int length() {
        return GroupBTreeNode.length(store.sizes(), internalK);
    }

    @Override
    protected GroupNode loaded(Block block) {
        return GroupNode.loaded(block, store.sizes(), internalK);
    }

    @Override
    protected GroupNode created(Block block) {
        return GroupNode.created(block, store.sizes(), internalK);
    }

    @Override
    protected byte[] empty() {
        return store.encode(out -> GroupBTreeNode.empty().encode(out, internalK));
    }

    @Override
    public GroupNode checked(GroupNode node, int level) {
        if (node.level() != level) {
            throw new FormatException(
                    STRUCTURE, node.address(), "expected a node of level " + level + ", found " + node.level());
        }
        return node;
    }

    @Override
    protected void require(GroupNode node) {
        // all nodes of groups have the same form
    }

    @Override
    protected String notASibling(long of, int count, long back) {
        return "expected a sibling of the node at address %d with entries, found %d entries and the sibling %d"
                .formatted(of, count, back);
    }

    // ---- symbol table nodes ----------------------------------------------------------------------------------

    /** The length of a symbol table node in bytes. */
    int symbolsLength() {
        return SymbolTableNode.length(store.sizes(), leafK);
    }

    SymbolNode symbols(long at) throws IOException {
        SymbolNode held = source.held(at, SymbolNode.class, SymbolTableNode.STRUCTURE);
        if (held != null) {
            return held;
        }
        Block block = source.read(at, symbolsLength(), SymbolTableNode.STRUCTURE, 0);
        return source.loaded(SymbolNode.loaded(block, store.sizes(), leafK), false);
    }

    /** Creates a symbol table node without entries. */
    SymbolNode createSymbols() {
        byte[] image = store.encode(out -> new SymbolTableNode(List.of()).encode(out, leafK));
        return source.loaded(SymbolNode.created(store.create(SPACE, image, 0), store.sizes(), leafK), false);
    }
}
