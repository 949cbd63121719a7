package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.LiveBlock;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

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
public final class BTreeV2 extends LiveBlock {
    private static final AllocationType SPACE = AllocationType.B_TREE;
    /** The leaves that a walk over a part adds to the cache, in bytes: it must not displace everything else. */
    private static final long MOST_KEPT = 1 << 20;

    private final StructureStore store;
    private final LiveNodes nodes;
    private long rootAddress;
    private int rootCount;
    private long total;

    /** The key of the last search, and its path; valid while the cache's generation is unchanged. */
    private Order lastOrder;

    private BTreeV2Edit.Path lastPath;
    private long lastGeneration;

    private BTreeV2(StructureStore store, Block block, BTreeV2Header header) {
        super(block);
        this.store = store;
        nodes = new LiveNodes(store, block.address(), header);
        rootAddress = header.rootAddress();
        rootCount = header.rootRecords();
        total = header.totalRecords();
    }

    @FunctionalInterface
    public interface Order {
        /**
         * Compares the record at a position in the image of a node, which must not be modified, with the search key.
         *
         * @return negative if the record is less than the search key, 0 if equal, positive if greater
         */
        int compare(byte[] image, int at) throws IOException;
    }

    @FunctionalInterface
    public interface ImageVisitor {
        /** Receives the record at a position in the image of a node, which must not be modified. */
        void visit(byte[] image, int at) throws IOException;
    }

    /** A part of the tree, for {@link #forEach(Part, ImageVisitor)}. */
    @FunctionalInterface
    public interface Part {
        /**
         * Whether a record between two others can belong to the part. The images must not be modified.
         *
         * @param low null if no record is before
         * @param high null if no record is after
         */
        boolean reachesBetween(byte[] low, int lowAt, byte[] high, int highAt);
    }

    @FunctionalInterface
    public interface RecordVisitor {
        /** Receives one record. */
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
        return open(store, address).require(type, recordSize);
    }

    private BTreeV2 require(BTreeV2Type type, int recordSize) {
        if (nodes.type() != type || nodes.recordSize() != recordSize) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE,
                    address(),
                    "expected type %d with records of %d bytes, found type %d with records of %d"
                            .formatted(type.number(), recordSize, nodes.type().number(), nodes.recordSize()));
        }
        return this;
    }

    /**
     * The tree with its header at an address.
     *
     * @param type the expected record type, whose records may have any size
     * @throws FormatException if there is no tree, or it has other records
     */
    public static BTreeV2 open(StructureStore store, long address, BTreeV2Type type) throws IOException {
        BTreeV2 tree = open(store, address);
        return tree.require(type, tree.recordSize());
    }

    private static BTreeV2 open(StructureStore store, long address) throws IOException {
        BTreeV2 held = store.held(address, BTreeV2.class, BTreeV2Header.STRUCTURE);
        if (held != null) {
            return held;
        }
        MetadataCache cache = store.cache();
        byte[] image = cache.read(address, BTreeV2Header.length(store.sizes()), BTreeV2Header.STRUCTURE);
        BTreeV2Header header =
                BTreeV2Header.decode(FieldReader.of(image, store.sizes(), BTreeV2Header.STRUCTURE, address));
        BTreeV2 loaded = new BTreeV2(store, cache.loaded(address, image, Integer.BYTES), header);
        cache.keep(loaded);
        return loaded;
    }

    /** Creates a tree without records, with nodes of {@value BTreeV2Header#DENSE_NODE_SIZE} bytes. */
    public static BTreeV2 create(StructureStore store, BTreeV2Type type, int recordSize) {
        return create(store, BTreeV2Header.empty(type, BTreeV2Header.DENSE_NODE_SIZE, recordSize));
    }

    /** Creates a tree with the node size and percentages of a header that has no records. */
    public static BTreeV2 create(StructureStore store, BTreeV2Header header) {
        FieldWriter image = new FieldWriter(store.sizes());
        header.encode(image);
        BTreeV2 tree = new BTreeV2(store, store.create(SPACE, image.toByteArray(), Integer.BYTES), header);
        store.cache().keep(tree);
        return tree;
    }

    /** The size of a record in bytes. */
    public int recordSize() {
        return nodes.recordSize();
    }

    /** The number of records. */
    public long size() {
        return total;
    }

    /**
     * The record with the search key, or null. The records must be in ascending order; otherwise it may not be found.
     * The reader reads from the tree itself and must not be used after a change.
     */
    public FieldReader find(Order order) throws IOException {
        if (!contains(order)) {
            return null;
        }
        BTreeV2Edit.Path path = search(order);
        LiveNode node = path.lowestNode();
        return nodes.record(node.image(), node.recordAt(path.lowestPosition()));
    }

    /**
     * Visits the record with the search key, if there is one; see {@link #find(Order)}. Faster, because it leaves no
     * trace of the search.
     */
    public void find(Order order, ImageVisitor visitor) throws IOException {
        if (rootAddress == Addresses.UNDEFINED) {
            return;
        }
        LiveNode node = root();
        int found = locate(node, order);
        while (found < 0 && node.level() > 0) {
            node = nodes.child(node, -found - 1);
            found = locate(node, order);
        }
        if (found >= 0) {
            visitor.visit(node.image(), node.recordAt(found));
        }
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
        return nodes.node(rootAddress, nodes.depth(), rootCount, total);
    }

    /**
     * The path to the search key; the tree must have a root. A caller that modifies it must copy it, or {@linkplain
     * #forgetSearch discard the cached search}.
     */
    private BTreeV2Edit.Path search(Order order) throws IOException {
        if (order == lookedFor()) {
            return lastPath;
        }
        BTreeV2Edit.Path path = searchNodes(order);
        lastOrder = order;
        lastPath = path;
        lastGeneration = store.cache().generation();
        return path;
    }

    private BTreeV2Edit.Path searchNodes(Order order) throws IOException {
        BTreeV2Edit.Path path = new BTreeV2Edit.Path(nodes.depth());
        LiveNode node = root();
        while (true) {
            int found = locate(node, order);
            path.enter(node, found >= 0 ? found : -found - 1);
            if (found >= 0) {
                path.found();
                return path;
            }
            if (node.level() == 0) {
                return path;
            }
            node = nodes.child(node, -found - 1);
        }
    }

    /** The reason why no record can be inserted or removed, or null. */
    public String editProblem() {
        return nodes.editProblem();
    }

    /**
     * Checks that a record of this key can be inserted, and loads the nodes that this changes.
     *
     * @throws FormatException if the record exists already, or a node is damaged
     * @throws dev.fallow.UnsupportedFeatureException if the nodes are too small, or the percentages too close, for balancing;
     *     libhdf5 creates no such tree
     */
    public void prepareInsert(Order order) throws IOException {
        nodes.requireEditable();
        if (rootAddress != Addresses.UNDEFINED) {
            new BTreeV2Edit(nodes, gap(order)).prepareInsert();
        }
    }

    /**
     * Inserts a record at its position. O(log n) nodes.
     *
     * @throws FormatException if the record exists already
     */
    public void insert(Order order, byte[] record) throws IOException {
        requireRecord(record);
        if (rootAddress == Addresses.UNDEFINED) {
            forgetSearch();
            nodes.setDepth(0);
            LiveNode leaf = nodes.create(0);
            leaf.insert(0, record, null);
            leaf.addToTotal(1);
            setRoot(leaf);
        } else {
            BTreeV2Edit insertion = new BTreeV2Edit(nodes, gap(order));
            forgetSearch();
            setRoot(insertion.insert(record));
        }
    }

    /** Gives records in ascending order. */
    @FunctionalInterface
    public interface Records {
        /** Writes the next record to a position of an array. */
        void next(byte[] target, int at);
    }

    /**
     * Fills an empty tree with records. O(n); its nodes are as full as they can be. Nodes may be evicted meanwhile, and other
     * structures, too.
     */
    public void fill(int count, Records records) {
        if (rootAddress != Addresses.UNDEFINED) {
            throw new IllegalArgumentException("expected an empty tree, found " + total + " records");
        }
        forgetSearch();
        if (count > 0) {
            block.markBehind();
            setRoot(BTreeV2Edit.fill(nodes, count, records));
        }
    }

    private void requireRecord(byte[] record) {
        if (record.length != nodes.recordSize()) {
            throw new IllegalArgumentException(
                    "expected a record of " + nodes.recordSize() + " bytes, found " + record.length);
        }
    }

    private BTreeV2Edit.Path gap(Order order) throws IOException {
        BTreeV2Edit.Path path = search(order);
        if (path.isFound()) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE,
                    address(),
                    "expected no record of this key, found one of type " + nodes.type());
        }
        return path;
    }

    /**
     * Checks that a record can be removed, and loads the nodes that this changes.
     *
     * @throws FormatException if there is no such record, or a node is damaged
     * @throws dev.fallow.UnsupportedFeatureException as for {@link #prepareInsert}
     */
    public void prepareRemove(Order order) throws IOException {
        nodes.requireEditable();
        new BTreeV2Edit(nodes, existing(order)).prepareRemove();
    }

    /**
     * Removes a record. O(log n) nodes. A tree that loses its last record keeps only its header.
     *
     * @throws FormatException if there is no such record
     */
    public void remove(Order order) throws IOException {
        BTreeV2Edit.Path path = existing(order);
        forgetSearch();
        LiveNode root = new BTreeV2Edit(nodes, path).remove();
        if (root == null) {
            setRoot(Addresses.UNDEFINED, 0, 0);
        } else {
            setRoot(root);
        }
    }

    /**
     * Loads the nodes that a change of this key will modify if other changes come before it, in most cases: a change may
     * still read a node. To be called in addition to {@link #prepareInsert} or {@link #prepareRemove}.
     *
     * @param changes the number of changes, this one included
     * @throws FormatException if a node is damaged
     */
    public void prepareAmong(Order order, int changes) throws IOException {
        if (rootAddress != Addresses.UNDEFINED) {
            new BTreeV2Edit(nodes, search(order)).prepareAmong(changes);
        }
    }

    /**
     * Replaces a record by one with the same key; {@linkplain #find finding it} loads all nodes that this changes.
     *
     * @throws FormatException if there is no such record
     */
    public void replace(Order order, byte[] record) throws IOException {
        requireRecord(record);
        BTreeV2Edit.Path path = existing(order);
        forgetSearch();
        path.lowestNode().putRecord(path.lowestPosition(), record, 0);
    }

    private BTreeV2Edit.Path existing(Order order) throws IOException {
        if (!contains(order)) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE,
                    address(),
                    "expected a record with this key, found none; record type " + nodes.type());
        }
        return search(order);
    }

    /** Stores the root in the header. */
    private void setRoot(LiveNode root) {
        setRoot(root.address(), root.count(), root.total());
    }

    private void setRoot(long at, int count, long records) {
        rootAddress = at;
        rootCount = count;
        total = records;
        BTreeV2Header.patchRoot(block.image(), store.sizes(), nodes.depth(), at, count, records);
        block.markDirty();
    }

    /**
     * Loads the nodes that deleting the tree changes; leaves are not read.
     *
     * @throws FormatException if nodes form a cycle, or overlap free space
     */
    public void prepareDelete() throws IOException {
        forEachBlock((at, size, structure) -> store.requireInUse(structure, at, size));
    }

    /** Frees all space of the tree, including its records. */
    public void delete() throws IOException {
        forgetSearch();
        if (rootAddress != Addresses.UNDEFINED) {
            nodes.releaseAll(rootAddress, nodes.depth(), rootCount, total);
        }
        store.release(SPACE, this);
    }

    /**
     * Visits all records in order.
     *
     * @throws FormatException if nodes form a cycle, or a stored number of records is wrong
     */
    public void forEach(RecordVisitor visitor) throws IOException {
        forEach((image, at) -> visitor.visit(nodes.record(image, at)));
    }

    /** As {@link #forEach(RecordVisitor)}. */
    public void forEach(ImageVisitor visitor) throws IOException {
        forEach(null, visitor);
    }

    /**
     * Visits the records in a part of the tree, in order; perhaps also others. Skips subtrees outside the part. Most
     * leaves are not added to the cache.
     *
     * @param part null for the whole tree
     * @throws FormatException if nodes form a cycle, or a stored number of records is wrong
     */
    public void forEach(Part part, ImageVisitor visitor) throws IOException {
        if (rootAddress != Addresses.UNDEFINED) {
            new RecordWalk(part, visitor).below(root(), null, 0, null, 0);
        }
    }

    private VisitedBlocks visited(ExtentVisitor visitor) {
        return new VisitedBlocks(store.reader(), BTreeV2Header.STRUCTURE, address(), "the tree at address %d", visitor);
    }

    /**
     * A visit of records; the nodes together do not exceed the file. The recursion is limited by the tree's depth, which is
     * less than 64.
     */
    private final class RecordWalk {
        private final Part part;
        private final ImageVisitor visitor;
        /** The nodes of a walk over the whole tree; otherwise null. */
        private final VisitedBlocks visited;
        /** The nodes of a walk over a part; otherwise null. */
        private final Budget bytes;

        private long read;

        RecordWalk(Part part, ImageVisitor visitor) {
            this.part = part;
            this.visitor = visitor;
            visited = part == null ? visited((at, size, structure) -> {}) : null;
            bytes = part == null
                    ? null
                    : new Budget(
                            BTreeV2Header.STRUCTURE, address(), store.reader().allocatedBytes());
        }

        /**
         * Visits the records of a node and its descendants in order; only subtrees that can have records of the part.
         *
         * @param low the image with the record before all of them; null if there is none
         * @param high the image with the record after all of them; null if there is none
         */
        void below(LiveNode node, byte[] low, int lowAt, byte[] high, int highAt) throws IOException {
            if (part == null) {
                visited.add(node.address(), nodes.nodeSize(), BTreeV2Node.structure(node.level()));
            } else {
                bytes.take(nodes.nodeSize());
            }
            byte[] image = node.image();
            for (int i = 0; i <= node.count(); i++) {
                if (node.level() > 0) {
                    byte[] from = i == 0 ? low : image;
                    int fromAt = i == 0 ? lowAt : node.recordAt(i - 1);
                    byte[] to = i == node.count() ? high : image;
                    int toAt = i == node.count() ? highAt : node.recordAt(i);
                    if (part == null || part.reachesBetween(from, fromAt, to, toAt)) {
                        below(child(node, i), from, fromAt, to, toAt);
                    }
                }
                if (i < node.count()) {
                    visitor.visit(image, node.recordAt(i));
                }
            }
        }

        private LiveNode child(LiveNode node, int i) throws IOException {
            if (part == null || node.level() > 1 || read < MOST_KEPT) {
                read += nodes.nodeSize();
                return nodes.child(node, i);
            }
            return nodes.peek(node, i);
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
            visitBlocks(visited(visitor), rootAddress, nodes.depth(), rootCount, total);
        }
    }

    private void visitBlocks(VisitedBlocks visited, long at, int level, int count, long totalBelow) throws IOException {
        visited.visit(at, nodes.nodeSize(), BTreeV2Node.structure(level));
        boolean held = store.cache().find(at) != null; // then it must be this node: deletion relies on it
        if (level > 0 || held) {
            LiveNode node = nodes.node(at, level, count, totalBelow);
            for (int i = 0; level > 0 && i <= node.count(); i++) {
                visitBlocks(visited, node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i));
            }
        }
    }
}
