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
 * A live version 2 B-tree, read and edited in the images of its header and nodes. Lookup, insertion and removal take
 * O(log n) nodes; the depth in the header bounds each descent. Iteration visits each node once, and fails if a damaged
 * tree contains a node twice. A node whose number of records differs from that in its parent is refused wherever it is
 * met.
 *
 * <p>A change is prepared first, which reads and checks all nodes that it will modify. Records are compared in the
 * images. The path of the last search is cached until the tree changes or the operation ends, so that a lookup, the
 * preparation of its change, and the change itself take one search.
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

    /** The key of the last search, and its path; valid while the cache's generation is unchanged. */
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

    /** Compares a record with the search key. */
    @FunctionalInterface
    public interface Order {
        /**
         * Compares a record in the image of a node, which must not be modified.
         *
         * @param at the record's position
         * @return negative if the record is less than the search key, 0 if equal, positive if greater
         */
        int compare(byte[] image, int at) throws IOException;
    }

    /** Receives each record. */
    @FunctionalInterface
    public interface RecordVisitor {
        /** One record. */
        void visit(FieldReader record) throws IOException;
    }

    /**
     * The tree with its header at an address.
     *
     * @param type the expected record type
     * @param recordSize the expected record size in bytes
     * @throws FormatException if there is no tree, or it has other records
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

    /** Creates a tree without records, with nodes of {@value BTreeV2Header#DENSE_NODE_SIZE} bytes. */
    public static BTreeV2 create(StructureStore store, BTreeV2Type type, int recordSize) {
        return create(store, BTreeV2Header.empty(type, BTreeV2Header.DENSE_NODE_SIZE, recordSize));
    }

    /** Creates a tree with the node size and percentages of a header that has no records. */
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

    /** The number of records at which a node is split, which is its maximum. */
    int splitCount(int level) {
        return geometry.splitCount(level);
    }

    /** The minimum number of records of every node except the root. */
    int mergeCount(int level) {
        return Math.max(1, geometry.mergeCount(level));
    }

    /**
     * The record with the search key, or null. The records must be in ascending order; otherwise it may not be found.
     * The reader reads from the tree itself and must not be used after a change.
     */
    public FieldReader find(Order order) throws IOException {
        if (!contains(order)) {
            return null;
        }
        Path path = search(order);
        LiveNode node = path.node(path.lowest());
        return record(node, node.recordAt(path.position(path.lowest())));
    }

    /** Whether a record has the search key; see {@link #find}. */
    public boolean contains(Order order) throws IOException {
        return rootAddress != Addresses.UNDEFINED && search(order).isFound();
    }

    /** The key of the last search in this operation, if the tree is unchanged since; otherwise null. */
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

    /** The position of a record; {@code -position - 1} if it would be inserted there. */
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
     * The path to the search key; the tree must have a root. A caller that modifies it must copy it, or {@linkplain
     * #forgetSearch discard the cached search}.
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
     * Checks that a record can be inserted, and loads the nodes that this changes.
     *
     * @param order the record's key
     * @throws FormatException if the record exists already, or a node is damaged
     * @throws UnsupportedFeatureException if the nodes are too small, or the percentages too close, for balancing;
     *     libhdf5 creates no such tree
     */
    public void prepareInsert(Order order) throws IOException {
        requireEditable();
        if (rootAddress != Addresses.UNDEFINED) {
            new Insertion(this, gap(order)).prepare();
        }
    }

    /**
     * Inserts a record at its position. O(log n) nodes.
     *
     * @throws FormatException if the record exists already
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
     * Checks that a record can be removed, and loads the nodes that this changes.
     *
     * @throws FormatException if there is no such record, or a node is damaged
     * @throws UnsupportedFeatureException as for {@link #prepareInsert}
     */
    public void prepareRemove(Order order) throws IOException {
        requireEditable();
        Path path = existing(order);
        new Removal(this, path.lowest() == 0 ? path : path.copy()).prepare(); // which continues to the leaf
    }

    /**
     * Removes a record. O(log n) nodes. A tree that loses its last record keeps only its header.
     *
     * @throws FormatException if there is no such record
     */
    public void remove(Order order) throws IOException {
        Path path = existing(order);
        forgetSearch();
        new Removal(this, path).apply();
    }

    /**
     * Replaces a record by one with the same key; {@linkplain #find finding it} loads all nodes that this changes.
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
                    BTreeV2Header.STRUCTURE,
                    address(),
                    "expected a record with this key, found none; record type " + type);
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

    /** @throws UnsupportedFeatureException if the tree has reached its maximum depth */
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

    /** @throws FormatException if the node overlaps free space, because freeing it would free that space twice */
    void requireInUse(LiveNode node) {
        store.requireInUse(
                BTreeV2Node.structure(node.level()),
                node.address(),
                node.block().length());
    }

    LiveNode newNode(int level) {
        byte[] image = new byte[geometry.nodeSize()];
        BTreeV2Node.putPrefix(image, type, level);
        Block made = store.create(SPACE, image, Integer.BYTES);
        LiveNode node = LiveNode.empty(address(), made, geometry, level);
        store.cache().keep(node);
        return node;
    }

    /** Creates a root above the present one, initially with only a pointer to it. */
    LiveNode newRoot(LiveNode present) {
        geometry = geometryOf(depth() + 1);
        LiveNode root = newNode(depth());
        root.putPointer(0, present);
        root.addToTotal(present.total());
        return root;
    }

    /** Stores the root in the header. */
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

    /** Frees a root without records, and replaces it by its only child, if there is one. */
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
     * Loads the nodes that deleting the tree changes; leaves are not read.
     *
     * @throws FormatException if nodes form a cycle, or overlap free space
     */
    public void prepareDelete() throws IOException {
        forEachBlock((at, size, structure) -> {
            if (!store.space().inUse(at, size)) {
                throw new FormatException(structure, at, "it is in free space, or past the end of allocation");
            }
        });
    }

    /** Frees all space of the tree, including its records. */
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
     * Visits all records in order.
     *
     * @throws FormatException if nodes form a cycle, or a stored number of records is wrong
     */
    public void forEach(RecordVisitor visitor) throws IOException {
        if (rootAddress != Addresses.UNDEFINED) {
            new Walk(visitor).below(root());
        }
    }

    /** The recursion is limited by the tree's depth, which is less than 64. */
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

    /** The nodes of one walk: each is visited once, and together they do not exceed the file. */
    private final class Visited {
        private final Set<Long> addresses = new HashSet<>();
        private final Budget bytes =
                new Budget(BTreeV2Header.STRUCTURE, address(), store.reader().allocatedBytes());

        void add(long at, int level) {
            if (!addresses.add(at)) {
                throw new FormatException(
                        BTreeV2Node.structure(level), at, "the tree at address " + address() + " contains it twice");
            }
            bytes.take(geometry.nodeSize());
        }
    }

    /**
     * Visits the blocks of the tree: header and nodes. Leaves are not read.
     *
     * @throws FormatException if nodes form a cycle, or are not inside the allocated space
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
        boolean held = store.cache().find(at) != null; // then it must be this node: deletion relies on it
        if (level > 0 || held) {
            LiveNode node = node(at, level, count, totalBelow);
            for (int i = 0; level > 0 && i <= node.count(); i++) {
                blocksBelow(node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i), visited, visitor);
            }
        }
    }
}
