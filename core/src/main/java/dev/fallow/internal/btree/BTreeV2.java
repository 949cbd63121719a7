package dev.fallow.internal.btree;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * A version 2 B-tree, live: read and edited on the images of its header and nodes. Looking a record up, inserting and
 * removing one take O(log n) nodes; each step goes one level down from the depth that the header says. Going over all
 * records visits each node once, and fails where a damaged tree comes back to one. A node whose numbers of records are not
 * what its parent says is refused wherever it is met.
 *
 * <p>A change is prepared first, which reads and checks all that it will touch. Records are compared in the images. The way
 * to what was looked for last is remembered until the tree changes or the operation ends: to look something up, to prepare
 * its change and to make that take one search.
 */
public final class BTreeV2 implements CachedObject {
    private static final AllocationType SPACE = AllocationType.B_TREE;
    private static final int LARGEST_COUNT = 0xFFFF;

    private final StructureStore store;
    private final Block block;
    private final BTreeV2Type type;
    private final int splitPercent;
    private final int mergePercent;
    private BTreeV2Geometry geometry;
    private long rootAddress;
    private int rootCount;
    private long total;

    /** What was looked for last, and the way there; good while the cache is of the same generation. */
    private Order lastOrder;

    private Path lastPath;
    private long lastGeneration;

    private BTreeV2(StructureStore store, Block block, BTreeV2Header header) {
        this.store = store;
        this.block = block;
        type = header.type();
        splitPercent = header.splitPercent();
        mergePercent = header.mergePercent();
        geometry = header.geometry(store.sizes());
        rootAddress = header.rootAddress();
        rootCount = header.rootRecords();
        total = header.totalRecords();
    }

    /** Where a record stands to the one that is looked for. */
    @FunctionalInterface
    public interface Order {
        /**
         * Compares a record in the image of a node, which must not be changed.
         *
         * @param at where the record starts
         * @return negative if it comes before what is looked for, 0 if it is that, positive if it comes after
         */
        int compare(byte[] image, int at) throws IOException;
    }

    /** Is told records. */
    @FunctionalInterface
    public interface RecordVisitor {
        /** One record. */
        void visit(FieldReader record) throws IOException;
    }

    /**
     * The tree with its header at an address.
     *
     * @param type what its records must be
     * @param recordSize bytes that they must have
     * @throws FormatException if there is no tree, or one of something else
     */
    public static BTreeV2 open(StructureStore store, long address, BTreeV2Type type, int recordSize)
            throws IOException {
        BTreeV2 tree = store.live(address, BTreeV2.class, BTreeV2Header.STRUCTURE, () -> load(store, address));
        if (tree.type != type || tree.recordSize() != recordSize) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE,
                    address,
                    "expected type %d with records of %d bytes, found type %d with records of %d"
                            .formatted(type.number(), recordSize, tree.type.number(), tree.recordSize()));
        }
        return tree;
    }

    private static BTreeV2 load(StructureStore store, long address) throws IOException {
        MetadataCache cache = store.cache();
        byte[] image = cache.read(address, BTreeV2Header.length(store.sizes()), BTreeV2Header.STRUCTURE);
        BTreeV2Header header =
                BTreeV2Header.decode(FieldReader.of(image, store.sizes(), BTreeV2Header.STRUCTURE, address));
        return new BTreeV2(store, cache.loaded(address, image, Integer.BYTES), header);
    }

    /** Makes a tree without records, with nodes of {@value BTreeV2Header#DENSE_NODE_SIZE} bytes. */
    public static BTreeV2 create(StructureStore store, BTreeV2Type type, int recordSize) {
        return create(store, BTreeV2Header.empty(type, BTreeV2Header.DENSE_NODE_SIZE, recordSize));
    }

    /** Makes a tree with the node size and percentages of a header that has no records. */
    static BTreeV2 create(StructureStore store, BTreeV2Header header) {
        FieldWriter image = new FieldWriter(store.sizes());
        header.encode(image);
        BTreeV2 tree = new BTreeV2(store, store.create(SPACE, image.toByteArray(), Integer.BYTES), header);
        store.cache().keep(tree);
        return tree;
    }

    @Override
    public long address() {
        return block.address();
    }

    @Override
    public boolean isDirty() {
        return block.isDirty();
    }

    @Override
    public long bytesHeld() {
        return block.length();
    }

    /** The number of records. */
    public long size() {
        return total;
    }

    private int recordSize() {
        return geometry.recordSize();
    }

    int depth() {
        return geometry.depth();
    }

    /** Records at which a node is split: it never has more. */
    int splitCount(int level) {
        return geometry.splitCount(level);
    }

    /** Records that every node but the root has at least. */
    int mergeCount(int level) {
        return Math.max(1, geometry.mergeCount(level));
    }

    /**
     * The record that is looked for, or null. The records must ascend in this order; if they do not, it may not be found.
     * The reader reads what is in the tree now: it is of no use after a change.
     */
    public FieldReader find(Order order) throws IOException {
        if (!contains(order)) {
            return null;
        }
        Path path = search(order);
        LiveNode node = path.node(path.lowest());
        return record(node, node.recordAt(path.position(path.lowest())));
    }

    /** Whether there is such a record, as {@link #find} does. */
    public boolean contains(Order order) throws IOException {
        return rootAddress != Addresses.UNDEFINED && search(order).isFound();
    }

    /** What was looked for last in this operation, if the tree is still as it was; else null. */
    public Order lookedFor() {
        return lastGeneration == store.cache().generation() ? lastOrder : null;
    }

    private void forgetSearch() {
        lastOrder = null;
        lastPath = null;
    }

    private FieldReader record(LiveNode node, int at) {
        return FieldReader.of(node.image(), at, at + recordSize(), store.sizes(), "version 2 B-tree record", -1);
    }

    /** The position of a record, or that where it would be, as {@code -position - 1}. */
    private static int locate(LiveNode node, Order order) throws IOException {
        byte[] image = node.image();
        int low = 0;
        int high = node.count();
        while (low < high) {
            int middle = low + high >>> 1;
            int compared = order.compare(image, node.recordAt(middle));
            if (compared == 0) {
                return middle;
            } else if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return -low - 1;
    }

    private LiveNode root() throws IOException {
        return node(rootAddress, depth(), rootCount, total);
    }

    /** Child {@code i} of a node. */
    LiveNode child(LiveNode node, int i) throws IOException {
        return node(node.childAddress(i), node.level() - 1, node.childCount(i), node.childTotal(i));
    }

    private LiveNode node(long at, int level, int count, long totalBelow) throws IOException {
        LiveNode node = store.live(at, LiveNode.class, BTreeV2Node.structure(level), () -> loadNode(at, level, count));
        node.require(address(), level, count, totalBelow);
        return node;
    }

    private LiveNode loadNode(long at, int level, int count) throws IOException {
        String structure = BTreeV2Node.structure(level);
        byte[] image = store.cache().read(at, geometry.nodeSize(), structure);
        FieldReader in = FieldReader.of(image, store.sizes(), structure, at);
        BTreeV2Node decoded = BTreeV2Node.decode(in, geometry, type, level, count);
        return LiveNode.of(address(), store.cache().loaded(at, image, Integer.BYTES), geometry, decoded);
    }

    /**
     * The way to what is looked for; the tree must have a root. Who changes it takes a copy, or has the search {@linkplain
     * #forgetSearch forgotten}.
     */
    private Path search(Order order) throws IOException {
        if (order == lookedFor()) {
            return lastPath;
        }
        Path path = searchNodes(order);
        lastOrder = order;
        lastPath = path;
        lastGeneration = store.cache().generation();
        return path;
    }

    private Path searchNodes(Order order) throws IOException {
        Path path = new Path(depth());
        LiveNode node = root();
        while (true) {
            path.enter(node);
            int found = locate(node, order);
            path.at(found >= 0 ? found : -found - 1);
            if (found >= 0) {
                path.found();
                return path;
            }
            if (node.level() == 0) {
                return path;
            }
            node = child(node, -found - 1);
        }
    }

    /**
     * Checks that a record can be inserted, and loads what that will touch.
     *
     * @param order where it belongs
     * @throws FormatException if there is such a record already, or a node is damaged
     * @throws UnsupportedFeatureException if the nodes of the tree are too small, or its percentages too close, to be kept
     *     in balance: libhdf5 makes no such tree
     */
    public void prepareInsert(Order order) throws IOException {
        requireEditable();
        if (rootAddress != Addresses.UNDEFINED) {
            new Insertion(this, gap(order)).prepare();
        }
    }

    /**
     * Inserts a record where it belongs. O(log n) nodes.
     *
     * @throws FormatException if there is such a record already
     */
    public void insert(Order order, byte[] record) throws IOException {
        if (record.length != recordSize()) {
            throw new IllegalArgumentException(
                    "expected a record of " + recordSize() + " bytes, found " + record.length);
        }
        if (rootAddress == Addresses.UNDEFINED) {
            forgetSearch();
            geometry = geometryOf(0);
            LiveNode leaf = newNode(0);
            leaf.insert(0, record, null);
            leaf.addToTotal(1);
            rootIs(leaf);
        } else {
            Insertion insertion = new Insertion(this, gap(order));
            forgetSearch();
            insertion.apply(record);
        }
    }

    private Path gap(Order order) throws IOException {
        Path path = search(order);
        if (path.isFound()) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE, address(), "expected no record of this key, found one of type " + type);
        }
        return path;
    }

    /**
     * Checks that a record can be removed, and loads what that will touch.
     *
     * @throws FormatException if there is no such record, or a node is damaged
     * @throws UnsupportedFeatureException as {@link #prepareInsert}
     */
    public void prepareRemove(Order order) throws IOException {
        requireEditable();
        Path path = existing(order);
        new Removal(this, path.lowest() == 0 ? path : path.copy()).prepare(); // which goes on to the leaf
    }

    /**
     * Removes a record. O(log n) nodes. A tree that loses its last record keeps nothing but its header.
     *
     * @throws FormatException if there is no such record
     */
    public void remove(Order order) throws IOException {
        Path path = existing(order);
        forgetSearch();
        new Removal(this, path).apply();
    }

    /**
     * Puts a record in the place of one of the same key; {@linkplain #find looking it up} loads all that this touches.
     *
     * @throws FormatException if there is no such record
     */
    public void replace(Order order, byte[] record) throws IOException {
        if (record.length != recordSize()) {
            throw new IllegalArgumentException(
                    "expected a record of " + recordSize() + " bytes, found " + record.length);
        }
        Path path = existing(order);
        forgetSearch();
        path.node(path.lowest()).putRecord(path.position(path.lowest()), record, 0);
    }

    private Path existing(Order order) throws IOException {
        if (!contains(order)) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE, address(), "expected a record that is not there, of type " + type);
        }
        return search(order);
    }

    private void requireEditable() {
        for (int level = 0; level <= depth(); level++) {
            requireEditable(geometry, level);
        }
    }

    private void requireEditable(BTreeV2Geometry of, int level) {
        int split = of.splitCount(level);
        int merge = Math.max(1, of.mergeCount(level));
        if (split < 2 * merge || of.maxRecords(level) > LARGEST_COUNT) {
            throw new UnsupportedFeatureException(
                    ("%s: version 2 B-tree at address %d: nodes that are split at %d of %d records and merged at %d"
                                    + " cannot be edited")
                            .formatted(store.cache().fileName(), address(), split, of.maxRecords(level), merge));
        }
    }

    /** @throws UnsupportedFeatureException if the tree cannot become deeper */
    void requireRoomAbove() {
        BTreeV2Geometry deeper;
        try {
            deeper = geometryOf(depth() + 1);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFeatureException("%s: version 2 B-tree at address %d: %s"
                    .formatted(store.cache().fileName(), address(), e.getMessage()));
        }
        requireEditable(deeper, depth() + 1);
    }

    private BTreeV2Geometry geometryOf(int depth) {
        return new BTreeV2Geometry(
                store.sizes(), geometry.nodeSize(), geometry.recordSize(), splitPercent, mergePercent, depth);
    }

    /** @throws FormatException if the node lies in free space: releasing it would make that free twice */
    void requireInUse(LiveNode node) {
        if (!store.space().inUse(node.address(), node.block().length())) {
            throw new FormatException(
                    BTreeV2Node.structure(node.level()),
                    node.address(),
                    "it lies in free space, or past the end of it");
        }
    }

    LiveNode newNode(int level) {
        byte[] image = new byte[geometry.nodeSize()];
        BTreeV2Node.putPrefix(image, type, level);
        Block made = store.create(SPACE, image, Integer.BYTES);
        LiveNode node = LiveNode.empty(address(), made, geometry, level);
        store.cache().keep(node);
        return node;
    }

    /** Makes a root above the present one, with nothing in it yet but the way there. */
    LiveNode newRoot(LiveNode present) {
        geometry = geometryOf(depth() + 1);
        LiveNode root = newNode(depth());
        root.putPointer(0, present);
        root.addToTotal(present.total());
        return root;
    }

    /** Says in the header what the root is now. */
    void rootIs(LiveNode root) {
        rootIs(root.address(), root.count(), root.total());
    }

    private void rootIs(long at, int count, long records) {
        rootAddress = at;
        rootCount = count;
        total = records;
        BTreeV2Header.patchRoot(block.image(), store.sizes(), depth(), at, count, records);
        block.markDirty();
    }

    /** Gives back a root that has no records any more: its only child takes its place, if there is one. */
    void lowerRoot(LiveNode present) throws IOException {
        LiveNode root = present;
        while (root.count() == 0 && root.level() > 0) {
            LiveNode child = child(root, 0);
            release(root);
            geometry = geometryOf(child.level());
            root = child;
        }
        if (root.count() == 0) {
            release(root);
            rootIs(Addresses.UNDEFINED, 0, 0);
        } else {
            rootIs(root);
        }
    }

    void release(LiveNode node) {
        store.cache().forget(node);
        store.release(SPACE, node.block());
    }

    /**
     * Loads what deleting the tree will touch; leaves are not read.
     *
     * @throws FormatException if nodes form a loop, or lie in free space
     */
    public void prepareDelete() throws IOException {
        forEachBlock((at, size, structure) -> {
            if (!store.space().inUse(at, size)) {
                throw new FormatException(structure, at, "it lies in free space, or past the end of it");
            }
        });
    }

    /** Gives all space of the tree back; its records are gone. */
    public void delete() throws IOException {
        forgetSearch();
        if (rootAddress != Addresses.UNDEFINED) {
            deleteBelow(rootAddress, depth(), rootCount, total);
        }
        store.cache().forget(this);
        store.release(SPACE, block);
    }

    private void deleteBelow(long at, int level, int count, long totalBelow) throws IOException {
        if (level == 0 && !(store.cache().find(at) instanceof LiveNode)) {
            store.space().release(SPACE, at, geometry.nodeSize());
            return;
        }
        LiveNode node = node(at, level, count, totalBelow);
        if (level > 0) {
            for (int i = 0; i <= node.count(); i++) {
                deleteBelow(node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i));
            }
        }
        release(node);
    }

    /**
     * Goes over all records in their order.
     *
     * @throws FormatException if nodes form a loop, or a number of records is not what it is said to be
     */
    public void forEach(RecordVisitor visitor) throws IOException {
        if (rootAddress != Addresses.UNDEFINED) {
            new Walk(visitor).below(root());
        }
    }

    /** The recursion is as deep as the tree, which is less than 64 levels: it could not hold so many records. */
    private final class Walk {
        private final RecordVisitor visitor;
        private final Visited visited = new Visited();

        Walk(RecordVisitor visitor) {
            this.visitor = visitor;
        }

        void below(LiveNode node) throws IOException {
            visited.add(node.address(), node.level());
            for (int i = 0; i <= node.count(); i++) {
                if (node.level() > 0) {
                    below(child(node, i));
                }
                if (i < node.count()) {
                    visitor.visit(record(node, node.recordAt(i)));
                }
            }
        }
    }

    /** The nodes of one walk: each is met once, and they do not take more bytes than there are. */
    private final class Visited {
        private final Set<Long> addresses = new HashSet<>();
        private final Budget bytes =
                new Budget(BTreeV2Header.STRUCTURE, address(), store.reader().allocatedBytes());

        void add(long at, int level) {
            if (!addresses.add(at)) {
                throw new FormatException(
                        BTreeV2Node.structure(level), at, "the tree at address " + address() + " comes back to it");
            }
            bytes.take(geometry.nodeSize());
        }
    }

    /**
     * Tells the blocks that the tree lies in: header and nodes. Leaves are not read.
     *
     * @throws FormatException if nodes form a loop, or do not lie inside the allocated space
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        visitor.visit(address(), block.length(), BTreeV2Header.STRUCTURE);
        if (rootAddress != Addresses.UNDEFINED) {
            blocksBelow(rootAddress, depth(), rootCount, total, new Visited(), visitor);
        }
    }

    private void blocksBelow(long at, int level, int count, long totalBelow, Visited visited, ExtentVisitor visitor)
            throws IOException {
        visited.add(at, level);
        store.reader().requireInside(at, geometry.nodeSize(), BTreeV2Node.structure(level));
        visitor.visit(at, geometry.nodeSize(), BTreeV2Node.structure(level));
        boolean held = store.cache().find(at) != null; // then it must be this node: deleting relies on it
        if (level > 0 || held) {
            LiveNode node = node(at, level, count, totalBelow);
            for (int i = 0; level > 0 && i <= node.count(); i++) {
                blocksBelow(node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i), visited, visitor);
            }
        }
    }
}
