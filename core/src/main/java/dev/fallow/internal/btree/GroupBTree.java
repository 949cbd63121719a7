package dev.fallow.internal.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

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

    @FunctionalInterface
    public interface NameOrder {
        /**
         * Compares a name with the search key. Returns a negative number if the name at this offset is less than the search key, 0 if equal, a positive
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
    private Path path(NameOrder order) throws IOException {
        GroupNode node = nodes.node(rootAddress);
        if (node.count() == 0 && node.level() > 0) {
            throw childless(node);
        }
        Path path = new Path(node.level());
        while (true) {
            path.through(node, node.childOf(order));
            int level = node.level();
            if (node.count() == 0) {
                return path;
            }
            long child = node.child(path.child(level));
            if (level == 0) {
                SymbolNode symbols = nodes.symbols(child);
                path.symbols = symbols;
                path.position = symbols.position(order);
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
        new Change(path(order)).prepareInsert();
    }

    /** Adds an entry with an absent name, after {@link #prepareInsert}. */
    public void insert(NameOrder order, SymbolTableEntry entry) throws IOException {
        new Change(path(order)).insert(entry);
    }

    /**
     * Loads and checks the nodes that removing a name changes.
     *
     * @param order the key of an existing name
     * @throws FormatException if the name does not exist, or a node to be freed overlaps free space
     */
    public void prepareRemove(NameOrder order) throws IOException {
        new Change(existing(order)).prepareRemove();
    }

    private Path existing(NameOrder order) throws IOException {
        Path path = path(order);
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
        return new Change(existing(order)).remove();
    }

    @FunctionalInterface
    public interface SymbolVisitor {
        /** Receives one entry. */
        void visit(SymbolTableEntry entry) throws IOException;
    }

    @FunctionalInterface
    public interface KeyVisitor {
        /** Receives the offset of one name; may occur several times. */
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

    // ---- nodes -----------------------------------------------------------------------------------------------

    /**
     * A live node. Its keys are offsets of names; key i + 1 is the last name below child i. See {@link GroupBTreeNode} for
     * the layout.
     */
    private static final class GroupNode extends BTreeV1Node {
        GroupNode(Block block, FieldSizes sizes, int internalK) {
            super(block, sizes, GroupBTreeNode.capacity(internalK), sizes.lengths());
        }

        /** @param i 0 to count */
        long name(int i) {
            return LittleEndian.unsigned(image, keyAt(i), sizes.lengths());
        }

        /** The first child whose last name is not less than the search key; the count if there is none. */
        int childOf(GroupBTree.NameOrder order) {
            return first(order, count(), i -> name(i + 1));
        }

        void setName(int i, long nameOffset) {
            LittleEndian.put(image, keyAt(i), sizes.lengths(), nameOffset);
            block.markDirty();
        }

        /** The key of a name. */
        byte[] keyOf(long nameOffset) {
            byte[] key = new byte[sizes.lengths()];
            LittleEndian.put(key, 0, key.length, nameOffset);
            return key;
        }
    }

    /** A live symbol table node: entries are read and patched in the block's image. See {@link SymbolTableNode}. */
    private static final class SymbolNode extends LiveBlock {
        private static final int COUNT_AT = 6;
        /** The maximum number of symbols, which is stored in two bytes. */
        private static final int MOST_SYMBOLS = 0xFFFF;

        private final FieldSizes sizes;
        private final int capacity;
        private final int entryLength;

        SymbolNode(Block block, FieldSizes sizes, int leafK) {
            super(block);
            this.sizes = sizes;
            capacity = Math.min(SymbolTableNode.capacity(leafK), MOST_SYMBOLS);
            entryLength = SymbolTableEntry.length(sizes);
        }

        int count() {
            return LittleEndian.u16(block.image(), COUNT_AT);
        }

        boolean isFull() {
            return count() >= capacity;
        }

        /** The number of entries that stay here when the node is split. */
        int half() {
            return capacity / 2;
        }

        long nameOffset(int i) {
            return LittleEndian.unsigned(block.image(), entryAt(i), sizes.lengths());
        }

        SymbolTableEntry entry(int i) {
            int at = entryAt(i);
            return SymbolTableEntry.decode(FieldReader.of(
                    block.image(), at, at + entryLength, sizes, SymbolTableNode.STRUCTURE, block.address() + at));
        }

        /** The position of the first name that is not less than the search key; the count if there is none. */
        int position(GroupBTree.NameOrder order) {
            return first(order, count(), this::nameOffset);
        }

        void insert(int i, byte[] entry) {
            byte[] image = block.image();
            int count = count();
            assert count < capacity : "a full node: " + count;
            int at = entryAt(i);
            System.arraycopy(image, at, image, at + entryLength, (count - i) * entryLength);
            System.arraycopy(entry, 0, image, at, entryLength);
            setCount(count + 1);
        }

        void remove(int i) {
            byte[] image = block.image();
            int last = count() - 1;
            int at = entryAt(i);
            System.arraycopy(image, at + entryLength, image, at, (last - i) * entryLength);
            Arrays.fill(image, entryAt(last), entryAt(last) + entryLength, (byte) 0);
            setCount(last);
        }

        /** Moves the entries after the first {@link #half} to an empty node. */
        void divide(SymbolNode target) {
            byte[] image = block.image();
            int moved = count() - half();
            int from = entryAt(half());
            System.arraycopy(image, from, target.block.image(), entryAt(0), moved * entryLength);
            target.setCount(moved);
            Arrays.fill(image, from, from + moved * entryLength, (byte) 0);
            setCount(half());
        }

        private void setCount(int count) {
            LittleEndian.put16(block.image(), COUNT_AT, count);
            block.markDirty();
        }

        private int entryAt(int i) {
            return SymbolTableNode.PREFIX_LENGTH + i * entryLength;
        }
    }

    /** Finds the first of some names in ascending order that is not less than the search key; their number if there is none. */
    private static int first(NameOrder order, int count, IntToLongFunction names) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (order.compare(names.applyAsLong(middle)) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static final class GroupNodes extends BTreeV1Nodes<GroupNode> {
        private final int internalK;
        private final int leafK;

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
            GroupBTreeNode.decode(source.fields(block, STRUCTURE), internalK);
            return created(block);
        }

        @Override
        protected GroupNode created(Block block) {
            return new GroupNode(block, store.sizes(), internalK);
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

        int symbolsLength() {
            return SymbolTableNode.length(store.sizes(), leafK);
        }

        SymbolNode symbols(long at) throws IOException {
            SymbolNode held = source.held(at, SymbolNode.class, SymbolTableNode.STRUCTURE);
            if (held != null) {
                return held;
            }
            Block block = source.read(at, symbolsLength(), SymbolTableNode.STRUCTURE, 0);
            SymbolTableNode.decode(source.fields(block, SymbolTableNode.STRUCTURE), leafK);
            return source.loaded(new SymbolNode(block, store.sizes(), leafK), false);
        }

        /** Creates a symbol table node without entries. */
        SymbolNode createSymbols() {
            byte[] image = store.encode(out -> new SymbolTableNode(List.of()).encode(out, leafK));
            return source.loaded(new SymbolNode(store.create(SPACE, image, 0), store.sizes(), leafK), false);
        }
    }

    // ---- changes ---------------------------------------------------------------------------------------------

    /** The path from the root to the symbol table node that contains a name, or would contain it. */
    static final class Path extends BTreeV1Path<GroupNode> {
        /** Null in an empty tree. */
        private SymbolNode symbols;
        /** The position of the first name in the symbol table node that is not less than the search key. */
        private int position;

        Path(int depth) {
            super(depth);
        }

        /** Whether it ends at the name itself. */
        boolean isFound(GroupBTree.NameOrder order) {
            return symbols != null && position < symbols.count() && order.compare(symbols.nameOffset(position)) == 0;
        }
    }

    /**
     * Inserts a name, or removes it. A full symbol table node is split in halves; one without names is freed.
     */
    private final class Change extends BTreeV1Change<GroupNode, Path> {
        Change(Path path) {
            super(GroupBTree.this.nodes, path);
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
                SymbolNode first = GroupBTree.this.nodes.createSymbols();
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
            SymbolNode right = GroupBTree.this.nodes.createSymbols();
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
         * @throws FormatException if a node to be freed overlaps free space
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
}
