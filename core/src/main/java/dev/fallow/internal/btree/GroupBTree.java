package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The version 1 B-tree of a symbol-table group with its symbol table nodes, read. Names are offsets in the group's local
 * heap. A level is one less than the one above it, so that no walk is deeper than the root says (255 at most); a tree that
 * comes back to a node is refused.
 */
public final class GroupBTree {
    private final StructureReader in;
    private final long rootAddress;
    private final int internalK;
    private final int leafK;

    /**
     * @param internalK K of the file's group B-tree nodes
     * @param leafK K of the file's symbol table nodes
     */
    public GroupBTree(StructureReader in, long rootAddress, int internalK, int leafK) {
        this.in = in;
        this.rootAddress = rootAddress;
        this.internalK = internalK;
        this.leafK = leafK;
    }

    /** Where a name stands to the one that is looked for. */
    @FunctionalInterface
    public interface NameOrder {
        /** Negative if the name at this offset comes before what is looked for, 0 if it is that, positive after. */
        int compare(long nameOffset);
    }

    /** The address of the root node. */
    public long address() {
        return rootAddress;
    }

    /** The entry that is looked for, or null. O(log n) nodes. The names must ascend; if not, it may not be found. */
    public SymbolTableEntry find(NameOrder order) throws IOException {
        GroupBTreeNode node = node(rootAddress);
        while (true) {
            int child = childOf(node, order);
            if (child == node.children().length) {
                return null;
            }
            long at = node.children()[child];
            if (node.level() == 0) {
                return entry(symbols(at).entries(), order);
            }
            node = node(at, node.level() - 1);
        }
    }

    /** The first child whose last name is not before what is looked for. */
    private static int childOf(GroupBTreeNode node, NameOrder order) {
        int low = 0;
        int high = node.children().length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (order.compare(node.keys()[middle + 1]) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static SymbolTableEntry entry(List<SymbolTableEntry> entries, NameOrder order) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = low + high >>> 1;
            int compared = order.compare(entries.get(middle).nameOffset());
            if (compared == 0) {
                return entries.get(middle);
            } else if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return null;
    }

    private GroupBTreeNode node(long at) throws IOException {
        return in.get(
                at,
                GroupBTreeNode.length(in.sizes(), internalK),
                GroupBTreeNode.STRUCTURE,
                internalK,
                GroupBTreeNode.class,
                reader -> GroupBTreeNode.decode(reader, internalK));
    }

    private GroupBTreeNode node(long at, int level) throws IOException {
        GroupBTreeNode node = node(at);
        if (node.level() != level) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE, at, "expected a node of level " + level + ", found " + node.level());
        }
        return node;
    }

    private SymbolTableNode symbols(long at) throws IOException {
        return in.get(
                at,
                SymbolTableNode.length(in.sizes(), leafK),
                SymbolTableNode.STRUCTURE,
                leafK,
                SymbolTableNode.class,
                reader -> SymbolTableNode.decode(reader, leafK));
    }

    /** Is told symbol table nodes. */
    @FunctionalInterface
    public interface SymbolVisitor {
        /** One entry. */
        void visit(SymbolTableEntry entry) throws IOException;
    }

    /**
     * Goes over all entries, in the order in which they lie.
     *
     * @throws FormatException if nodes form a loop
     */
    public void forEach(SymbolVisitor visitor) throws IOException {
        walk((at, size, structure) -> {}, visitor);
    }

    /**
     * Tells the blocks that the tree lies in: its nodes and the symbol table nodes.
     *
     * @throws FormatException if nodes form a loop
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        walk(visitor, entry -> {});
    }

    private void walk(ExtentVisitor blocks, SymbolVisitor symbols) throws IOException {
        new Walk(blocks, symbols).below(rootAddress, node(rootAddress));
    }

    /** One walk: each node is met once, and they do not take more bytes than there are. */
    private final class Walk {
        private final ExtentVisitor blocks;
        private final SymbolVisitor symbolVisitor;
        private final Set<Long> visited = new HashSet<>();
        private final Budget bytes = new Budget(GroupBTreeNode.STRUCTURE, rootAddress, in.allocatedBytes());

        Walk(ExtentVisitor blocks, SymbolVisitor symbolVisitor) {
            this.blocks = blocks;
            this.symbolVisitor = symbolVisitor;
        }

        void below(long at, GroupBTreeNode node) throws IOException {
            block(at, GroupBTreeNode.length(in.sizes(), internalK), GroupBTreeNode.STRUCTURE);
            for (long child : node.children()) {
                if (node.level() > 0) {
                    below(child, node(child, node.level() - 1));
                    continue;
                }
                block(child, SymbolTableNode.length(in.sizes(), leafK), SymbolTableNode.STRUCTURE);
                for (SymbolTableEntry entry : symbols(child).entries()) {
                    symbolVisitor.visit(entry);
                }
            }
        }

        private void block(long at, int length, String structure) {
            if (!visited.add(at)) {
                throw new FormatException(structure, at, "the tree at address " + rootAddress + " comes back to it");
            }
            bytes.take(length);
            in.requireInside(at, length, structure);
            blocks.visit(at, length, structure);
        }
    }
}
