package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The version 1 B-tree of a symbol-table group, with its symbol table nodes. Names are offsets in the group's local
 * heap. Each level is one less than the one above it, so no descent is deeper than the root's level (at most 255); a
 * tree that contains a node twice is refused.
 *
 * <p>It grows and shrinks as in libhdf5. A full symbol table node is split in halves. A full tree node keeps nine
 * tenths of its children if it is the last one of its level, one tenth if it is the first, and half otherwise. The root
 * stays at its address; when it is split, its content moves. A node that loses its last child is freed, and its
 * siblings are linked. Nodes are never merged, and a root without children becomes a leaf again.
 *
 * <p>Each operation takes O(log n) nodes. Nodes are kept by the cache, not here.
 */
public final class GroupBTree {
    /** The maximum level, which is stored in one byte. */
    private static final int HIGHEST_LEVEL = 0xFF;
    /** The share of children that stays in a split node: in the last node of its level, in the first, in others. */
    private static final double LAST_KEEPS = 0.9;

    private static final double FIRST_KEEPS = 0.1;
    private static final double OTHERS_KEEP = 0.5;

    private final StructureStore store;
    private final long rootAddress;
    private final int internalK;
    private final int leafK;

    /** @param k the file's K values for group B-tree nodes and symbol table nodes */
    public GroupBTree(StructureStore store, long rootAddress, BTreeK k) {
        this.store = store;
        this.rootAddress = rootAddress;
        this.internalK = k.groupInternal();
        this.leafK = k.groupLeaf();
    }

    /** Creates an empty tree. */
    public static GroupBTree create(StructureStore store, BTreeK k) {
        byte[] image = store.encode(out -> GroupBTreeNode.empty().encode(out, k.groupInternal()));
        Block block = store.create(AllocationType.B_TREE, image, 0);
        store.cache().keep(GroupNode.created(block, store.sizes(), k.groupInternal()));
        return new GroupBTree(store, block.address(), k);
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
        return node(rootAddress).count() == 0;
    }

    /**
     * The entry with the search key, or null. O(log n) nodes. The names must be in ascending order; otherwise it may
     * not be found.
     */
    public SymbolTableEntry find(NameOrder order) throws IOException {
        GroupNode node = node(rootAddress);
        while (true) {
            int child = node.childOf(order);
            if (child == node.count()) {
                return null;
            }
            if (node.level() == 0) {
                SymbolNode symbols = symbols(node.child(child));
                int at = symbols.position(order);
                return at < symbols.count() && order.compare(symbols.nameOffset(at)) == 0 ? symbols.entry(at) : null;
            }
            node = node(node.child(child), node.level() - 1);
        }
    }

    /**
     * The path to the position of a name, present or not.
     *
     * @throws FormatException if a node below the root has no child
     */
    private GroupPath path(NameOrder order) throws IOException {
        GroupNode node = node(rootAddress);
        if (node.count() == 0 && node.level() > 0) {
            throw childless(node);
        }
        GroupPath path = new GroupPath(node.level());
        while (true) {
            path.through(node, node.childOf(order));
            int level = node.level();
            if (node.count() == 0) {
                return path;
            }
            long child = node.child(path.child(level));
            if (level == 0) {
                SymbolNode symbols = symbols(child);
                path.to(symbols, symbols.position(order));
                return path;
            }
            node = node(child, level - 1);
            if (node.count() == 0) {
                throw childless(node);
            }
        }
    }

    private static FormatException childless(GroupNode node) {
        return new FormatException(
                GroupBTreeNode.STRUCTURE, node.address(), "expected a child at level " + node.level() + ", found none");
    }

    // ---- adding ----------------------------------------------------------------------------------------------

    /**
     * Loads and checks the nodes that adding a name changes.
     *
     * @param order the key of an absent name
     */
    public void prepareInsert(NameOrder order) throws IOException {
        GroupPath path = path(order);
        if (path.symbols() == null || !path.symbols().isFull()) {
            return;
        }
        int level = 0;
        while (level <= path.depth() && path.node(level).isFull()) {
            right(path.node(level));
            level++;
        }
        if (level > HIGHEST_LEVEL) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE, rootAddress, "expected fewer than 256 levels, all full");
        }
    }

    /** Adds an entry with an absent name, after {@link #prepareInsert}. */
    public void insert(NameOrder order, SymbolTableEntry entry) throws IOException {
        GroupPath path = path(order);
        byte[] encoded = store.encode(entry::encode);
        if (path.symbols() == null) {
            SymbolNode first = newSymbols();
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
        SymbolNode right = newSymbols();
        left.divide(right);
        if (path.position() <= left.half()) {
            left.insert(path.position(), encoded);
        } else {
            right.insert(path.position() - left.half(), encoded);
        }
        addChild(path, left.nameOffset(left.count() - 1), right.address());
    }

    /**
     * Adds a child to the node at level 0, and a new sibling of that node to the one above, up to the first node that
     * is not full.
     */
    private void addChild(GroupPath path, long lastNameBefore, long address) throws IOException {
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
        GroupNode before = right(node);
        double share = before == null ? LAST_KEEPS : node.left() == Addresses.UNDEFINED ? FIRST_KEEPS : OTHERS_KEEP;
        int count = node.count();
        int staying = (int) (count * share);
        if (staying == 0) {
            staying = 1;
        }
        assert staying < count : staying + " of " + count + " children stay, of which one was divided: " + at;
        GroupNode sibling = newNode();
        node.divide(staying, sibling);
        if (before != null) {
            before.setLeft(sibling.address());
        }
        return sibling;
    }

    private void moveRoot(GroupNode root, GroupNode right) {
        Block moved = store.create(AllocationType.B_TREE, root.block().image().clone(), 0);
        GroupNode lower = GroupNode.created(moved, store.sizes(), internalK);
        store.cache().keep(lower);
        right.setLeft(lower.address());
        root.becomeParent(lower, right);
    }

    private GroupNode newNode() {
        byte[] image = store.encode(out -> GroupBTreeNode.empty().encode(out, internalK));
        GroupNode node = GroupNode.created(store.create(AllocationType.B_TREE, image, 0), store.sizes(), internalK);
        store.cache().keep(node);
        return node;
    }

    private SymbolNode newSymbols() {
        byte[] image = store.encode(out -> new SymbolTableNode(List.of()).encode(out, leafK));
        SymbolNode symbols = SymbolNode.created(store.create(AllocationType.B_TREE, image, 0), store.sizes(), leafK);
        store.cache().keep(symbols);
        return symbols;
    }

    // ---- removing --------------------------------------------------------------------------------------------

    /**
     * Loads and checks the nodes that removing a name changes.
     *
     * @param order the key of an existing name
     * @throws FormatException if the name does not exist, or a node to be freed overlaps free space
     */
    public void prepareRemove(NameOrder order) throws IOException {
        GroupPath path = path(order);
        requireFound(path, order);
        boolean goes = path.symbols().count() == 1;
        if (goes) {
            store.requireInUse(SymbolTableNode.STRUCTURE, path.symbols().address(), symbolsLength());
        }
        // a key changes, or a node is freed, only as far up as the path goes through last children
        for (int level = 0; level < path.depth() && path.isLast(level); level++) {
            GroupNode node = path.node(level);
            goes &= node.count() == 1;
            right(node);
            if (goes) {
                left(node);
                store.requireInUse(GroupBTreeNode.STRUCTURE, node.address(), nodeLength());
            }
        }
    }

    private void requireFound(GroupPath path, NameOrder order) {
        SymbolNode symbols = path.symbols();
        if (symbols == null
                || path.position() == symbols.count()
                || order.compare(symbols.nameOffset(path.position())) != 0) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE, rootAddress, "expected the name to be removed, found none");
        }
    }

    /**
     * Removes the entry of an existing name, after {@link #prepareRemove}.
     *
     * @return the entry
     */
    public SymbolTableEntry remove(NameOrder order) throws IOException {
        GroupPath path = path(order);
        requireFound(path, order);
        SymbolNode symbols = path.symbols();
        SymbolTableEntry entry = symbols.entry(path.position());
        boolean lastName = path.position() == symbols.count() - 1;
        if (symbols.count() == 1) {
            store.cache().forget(symbols);
            store.release(AllocationType.B_TREE, symbols.block());
            removeChild(path);
        } else {
            symbols.remove(path.position());
            if (lastName) {
                changeLastName(path, 0, symbols.nameOffset(symbols.count() - 1));
            }
        }
        return entry;
    }

    /** Removes the child on the path, which was freed, from the tree. */
    private void removeChild(GroupPath path) throws IOException {
        int level = 0;
        while (path.node(level).count() == 1) {
            GroupNode node = path.node(level);
            if (level == path.depth()) {
                node.clear();
                return;
            }
            unlink(node);
            store.cache().forget(node);
            store.release(AllocationType.B_TREE, node.block());
            level++;
        }
        GroupNode node = path.node(level);
        int child = path.child(level);
        boolean last = path.isLast(level);
        node.remove(child);
        if (last) {
            long name = node.key(node.count());
            patchRight(path, level, name);
            if (level < path.depth()) {
                changeLastName(path, level + 1, name);
            }
        }
    }

    private void unlink(GroupNode node) throws IOException {
        GroupNode left = left(node);
        GroupNode right = right(node);
        if (left != null) {
            left.setRight(node.right());
        }
        if (right != null) {
            right.setLeft(node.left());
            right.setKey(0, node.key(0));
        }
    }

    /** Updates the last name below the child on the path, from a level upwards. */
    private void changeLastName(GroupPath path, int from, long name) throws IOException {
        for (int level = from; level <= path.depth(); level++) {
            path.node(level).setKey(path.child(level) + 1, name);
            if (!path.isLast(level)) {
                return;
            }
            patchRight(path, level, name);
        }
    }

    /** The first key of a node equals the last one of its left sibling. */
    private void patchRight(GroupPath path, int level, long name) throws IOException {
        GroupNode right = level < path.depth() ? right(path.node(level)) : null;
        if (right != null) {
            right.setKey(0, name);
        }
    }

    // ---- nodes -----------------------------------------------------------------------------------------------

    private GroupNode left(GroupNode node) throws IOException {
        return node.left() == Addresses.UNDEFINED ? null : sibling(node, node.left(), false);
    }

    private GroupNode right(GroupNode node) throws IOException {
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

    private int nodeLength() {
        return GroupBTreeNode.length(store.sizes(), internalK);
    }

    private int symbolsLength() {
        return SymbolTableNode.length(store.sizes(), leafK);
    }

    private GroupNode node(long at) throws IOException {
        return store.live(at, GroupNode.class, GroupBTreeNode.STRUCTURE, () -> {
            byte[] image = store.cache().read(at, nodeLength(), GroupBTreeNode.STRUCTURE);
            return GroupNode.loaded(store.cache().loaded(at, image, 0), store.sizes(), internalK);
        });
    }

    private GroupNode node(long at, int level) throws IOException {
        GroupNode node = node(at);
        if (node.level() != level) {
            throw new FormatException(
                    GroupBTreeNode.STRUCTURE, at, "expected a node of level " + level + ", found " + node.level());
        }
        return node;
    }

    private SymbolNode symbols(long at) throws IOException {
        return store.live(at, SymbolNode.class, SymbolTableNode.STRUCTURE, () -> {
            byte[] image = store.cache().read(at, symbolsLength(), SymbolTableNode.STRUCTURE);
            return SymbolNode.loaded(store.cache().loaded(at, image, 0), store.sizes(), leafK);
        });
    }

    // ---- walks -----------------------------------------------------------------------------------------------

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

    private void walk(ExtentVisitor blocks, KeyVisitor keys, SymbolVisitor symbols) throws IOException {
        new Walk(blocks, keys, symbols).below(node(rootAddress));
    }

    /** One walk: each node is visited once, and together they do not exceed the file. */
    private final class Walk {
        private final ExtentVisitor blocks;
        private final KeyVisitor keyVisitor;
        private final SymbolVisitor symbolVisitor;
        private final Set<Long> visited = new HashSet<>();
        private final Budget bytes =
                new Budget(GroupBTreeNode.STRUCTURE, rootAddress, store.reader().allocatedBytes());

        Walk(ExtentVisitor blocks, KeyVisitor keyVisitor, SymbolVisitor symbolVisitor) {
            this.blocks = blocks;
            this.keyVisitor = keyVisitor;
            this.symbolVisitor = symbolVisitor;
        }

        void below(GroupNode node) throws IOException {
            block(node.address(), nodeLength(), GroupBTreeNode.STRUCTURE);
            int count = node.count();
            for (int i = 0; i < count; i++) {
                keyVisitor.visit(node.key(i));
                if (node.level() > 0) {
                    below(node(node.child(i), node.level() - 1));
                } else {
                    below(symbols(node.child(i)));
                }
            }
            if (count > 0) {
                keyVisitor.visit(node.key(count));
            }
        }

        private void below(SymbolNode symbols) throws IOException {
            block(symbols.address(), symbolsLength(), SymbolTableNode.STRUCTURE);
            for (int i = 0; i < symbols.count(); i++) {
                symbolVisitor.visit(symbols.entry(i));
            }
        }

        private void block(long at, int length, String structure) {
            if (!visited.add(at)) {
                throw new FormatException(structure, at, "the tree at address " + rootAddress + " contains it twice");
            }
            bytes.take(length);
            store.reader().requireInside(at, length, structure);
            blocks.visit(at, length, structure);
        }
    }
}
