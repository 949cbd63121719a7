package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * One walk over a group's B-tree and its symbol table nodes: each node is visited once, and together they do not exceed
 * the file.
 */
final class GroupBTreeWalk {
    private final GroupNodes nodes;
    private final long rootAddress;
    private final StructureReader reader;
    private final ExtentVisitor blocks;
    private final GroupBTree.KeyVisitor keys;
    private final GroupBTree.SymbolVisitor entries;
    private final Set<Long> visited = new HashSet<>();
    private final Budget bytes;

    /**
     * @param blocks receives the nodes
     * @param keys receives the keys of the tree nodes
     * @param entries receives the entries of the symbol table nodes
     */
    GroupBTreeWalk(
            GroupNodes nodes,
            long rootAddress,
            ExtentVisitor blocks,
            GroupBTree.KeyVisitor keys,
            GroupBTree.SymbolVisitor entries) {
        this.nodes = nodes;
        this.rootAddress = rootAddress;
        this.blocks = blocks;
        this.keys = keys;
        this.entries = entries;
        reader = nodes.store().reader();
        bytes = new Budget(GroupBTreeNode.STRUCTURE, rootAddress, reader.allocatedBytes());
    }

    /** @throws FormatException if nodes form a cycle, or are not inside the allocated space */
    void walk() throws IOException {
        below(nodes.node(rootAddress));
    }

    private void below(GroupNode node) throws IOException {
        block(node.address(), nodes.nodeLength(), GroupBTreeNode.STRUCTURE);
        int count = node.count();
        for (int i = 0; i < count; i++) {
            keys.visit(node.key(i));
            if (node.level() > 0) {
                below(nodes.node(node.child(i), node.level() - 1));
            } else {
                below(nodes.symbols(node.child(i)));
            }
        }
        if (count > 0) {
            keys.visit(node.key(count));
        }
    }

    private void below(SymbolNode symbols) throws IOException {
        block(symbols.address(), nodes.symbolsLength(), SymbolTableNode.STRUCTURE);
        for (int i = 0; i < symbols.count(); i++) {
            entries.visit(symbols.entry(i));
        }
    }

    private void block(long at, int length, String structure) {
        if (!visited.add(at)) {
            throw new FormatException(structure, at, "the tree at address " + rootAddress + " contains it twice");
        }
        bytes.take(length);
        reader.requireInside(at, length, structure);
        blocks.visit(at, length, structure);
    }
}
