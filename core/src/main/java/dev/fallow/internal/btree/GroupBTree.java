package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * The version 1 B-tree of a symbol-table group, with its symbol table nodes. Names are offsets in the group's local
 * heap. Each level is one less than the one above it, so no descent is deeper than the root's level (at most 255); a
 * tree that contains a node twice is refused.
 *
 * <p>It grows and shrinks as in libhdf5: see {@link BTreeV1Change}.
 *
 * <p>Each operation takes O(log n) nodes. Nodes are kept by the cache, not here.
 */
public final class GroupBTree {
    private final GroupNodes nodes;
    private final long rootAddress;

    /** @param k the file's K values for group B-tree nodes and symbol table nodes */
    public GroupBTree(StructureStore store, long rootAddress, BTreeK k) {
        this(new GroupNodes(store, k), rootAddress);
    }

    private GroupBTree(GroupNodes nodes, long rootAddress) {
        this.nodes = nodes;
        this.rootAddress = rootAddress;
    }

    /** Creates an empty tree. */
    public static GroupBTree create(StructureStore store, BTreeK k) {
        GroupNodes nodes = new GroupNodes(store, k);
        return new GroupBTree(nodes, nodes.create().address());
    }

    /** Compares a name with the search key. */
    @FunctionalInterface
    public interface NameOrder {
        /**
         * Returns a negative number if the name at this offset is less than the search key, 0 if equal, a positive
         * number if greater.
         */
        int compare(long nameOffset);
    }

    /** The address of the root node. */
    public long address() {
        return rootAddress;
    }

    /** Whether the tree has no names. */
    public boolean isEmpty() throws IOException {
        return nodes.node(rootAddress).count() == 0;
    }

    /**
     * The entry with the search key, or null. O(log n) nodes. The names must be in ascending order; otherwise it may
     * not be found.
     */
    public SymbolTableEntry find(NameOrder order) throws IOException {
        GroupNode node = nodes.node(rootAddress);
        while (true) {
            int child = node.childOf(order);
            if (child == node.count()) {
                return null;
            }
            if (node.level() == 0) {
                SymbolNode symbols = nodes.symbols(node.child(child));
                int at = symbols.position(order);
                return at < symbols.count() && order.compare(symbols.nameOffset(at)) == 0 ? symbols.entry(at) : null;
            }
            node = nodes.node(node.child(child), node.level() - 1);
        }
    }

    /**
     * The path to the position of a name, present or not.
     *
     * @throws FormatException if a node below the root has no child
     */
    private GroupChange.Path path(NameOrder order) throws IOException {
        GroupNode node = nodes.node(rootAddress);
        if (node.count() == 0 && node.level() > 0) {
            throw childless(node);
        }
        GroupChange.Path path = new GroupChange.Path(node.level());
        while (true) {
            path.through(node, node.childOf(order));
            int level = node.level();
            if (node.count() == 0) {
                return path;
            }
            long child = node.child(path.child(level));
            if (level == 0) {
                SymbolNode symbols = nodes.symbols(child);
                path.to(symbols, symbols.position(order));
                return path;
            }
            node = nodes.node(child, level - 1);
            if (node.count() == 0) {
                throw childless(node);
            }
        }
    }

    private static FormatException childless(GroupNode node) {
        return new FormatException(
                GroupBTreeNode.STRUCTURE, node.address(), "expected a child at level " + node.level() + ", found none");
    }

    /**
     * Loads and checks the nodes that adding a name changes.
     *
     * @param order the key of an absent name
     */
    public void prepareInsert(NameOrder order) throws IOException {
        new GroupChange(nodes, path(order)).prepareInsert();
    }

    /** Adds an entry with an absent name, after {@link #prepareInsert}. */
    public void insert(NameOrder order, SymbolTableEntry entry) throws IOException {
        new GroupChange(nodes, path(order)).insert(entry);
    }

    /**
     * Loads and checks the nodes that removing a name changes.
     *
     * @param order the key of an existing name
     * @throws FormatException if the name does not exist, or a node to be freed overlaps free space
     */
    public void prepareRemove(NameOrder order) throws IOException {
        new GroupChange(nodes, existing(order)).prepareRemove();
    }

    private GroupChange.Path existing(NameOrder order) throws IOException {
        GroupChange.Path path = path(order);
        if (!path.isFound(order)) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE, rootAddress, "expected the name to be removed, found none");
        }
        return path;
    }

    /**
     * Removes the entry of an existing name, after {@link #prepareRemove}.
     *
     * @return the entry
     */
    public SymbolTableEntry remove(NameOrder order) throws IOException {
        return new GroupChange(nodes, existing(order)).remove();
    }

    /** Receives symbol table entries. */
    @FunctionalInterface
    public interface SymbolVisitor {
        /** One entry. */
        void visit(SymbolTableEntry entry) throws IOException;
    }

    /** Receives the offsets of names. */
    @FunctionalInterface
    public interface KeyVisitor {
        /** The offset of one name; may occur several times. */
        void visit(long nameOffset) throws IOException;
    }

    /**
     * Visits all entries in storage order.
     *
     * @throws FormatException if nodes form a cycle
     */
    public void forEach(SymbolVisitor visitor) throws IOException {
        walk((at, size, structure) -> {}, key -> {}, visitor);
    }

    /**
     * Visits all entries and all keys, that is, all references to names.
     *
     * @throws FormatException if nodes form a cycle
     */
    public void forEach(SymbolVisitor visitor, KeyVisitor keys) throws IOException {
        walk((at, size, structure) -> {}, keys, visitor);
    }

    /**
     * Visits the blocks of the tree: its nodes and the symbol table nodes.
     *
     * @throws FormatException if nodes form a cycle
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        walk(visitor, key -> {}, entry -> {});
    }

    private void walk(ExtentVisitor blocks, KeyVisitor keys, SymbolVisitor entries) throws IOException {
        VisitedBlocks visited = new VisitedBlocks(
                nodes.store().reader(), GroupBTreeNode.STRUCTURE, rootAddress, "the tree at address %d", blocks);
        below(nodes.node(rootAddress), visited, keys, entries);
    }

    private void below(GroupNode node, VisitedBlocks visited, KeyVisitor keys, SymbolVisitor entries)
            throws IOException {
        visited.visit(node.address(), nodes.length(), GroupBTreeNode.STRUCTURE);
        int count = node.count();
        for (int i = 0; i < count; i++) {
            keys.visit(node.name(i));
            if (node.level() > 0) {
                below(nodes.node(node.child(i), node.level() - 1), visited, keys, entries);
                continue;
            }
            SymbolNode symbols = nodes.symbols(node.child(i));
            visited.visit(symbols.address(), nodes.symbolsLength(), SymbolTableNode.STRUCTURE);
            for (int j = 0; j < symbols.count(); j++) {
                entries.visit(symbols.entry(j));
            }
        }
        if (count > 0) {
            keys.visit(node.name(count));
        }
    }
}
