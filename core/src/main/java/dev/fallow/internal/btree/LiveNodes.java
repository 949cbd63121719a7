package dev.fallow.internal.btree;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;

/**
 * The nodes of one version 2 B-tree: loads, creates and frees them. Their layout depends on the depth of the tree. A
 * node whose number of records differs from that in its parent is refused wherever it is met.
 */
final class LiveNodes {
    private static final AllocationType SPACE = AllocationType.B_TREE;

    private final StructureStore store;
    private final long tree;
    private final BTreeV2Type type;
    private final int splitPercent;
    private final int mergePercent;
    private BTreeV2Geometry geometry;

    /** @param tree the address of the tree's header */
    LiveNodes(StructureStore store, long tree, BTreeV2Header header) {
        this.store = store;
        this.tree = tree;
        type = header.type();
        splitPercent = header.splitPercent();
        mergePercent = header.mergePercent();
        geometry = header.geometry(store.sizes());
    }

    // ---- layout ----------------------------------------------------------------------------------------------

    BTreeV2Type type() {
        return type;
    }

    int recordSize() {
        return geometry.recordSize();
    }

    /** The size of a node in bytes. */
    int nodeSize() {
        return geometry.nodeSize();
    }

    /** The root's level. */
    int depth() {
        return geometry.depth();
    }

    /** Changes the depth of the tree; the layout of the levels that remain stays the same. */
    void setDepth(int depth) {
        geometry = geometryOf(depth);
    }

    private BTreeV2Geometry geometryOf(int depth) {
        return new BTreeV2Geometry(
                store.sizes(), geometry.nodeSize(), geometry.recordSize(), splitPercent, mergePercent, depth);
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
     * Checks that nodes can be split and merged.
     *
     * @throws UnsupportedFeatureException if they are too small, or the percentages too close
     */
    void requireEditable() {
        requireEditable(geometry);
    }

    private void requireEditable(BTreeV2Geometry of) {
        String problem = of.editProblem();
        if (problem != null) {
            throw unsupported(problem);
        }
    }

    private UnsupportedFeatureException unsupported(String problem) {
        return new UnsupportedFeatureException(
                "%s: version 2 B-tree at address %d: %s".formatted(store.cache().fileName(), tree, problem));
    }

    /** The reason why the tree cannot be edited, or null. */
    String editProblem() {
        return geometry.editProblem();
    }

    /** @throws UnsupportedFeatureException if the tree has reached its maximum depth */
    void requireRoomAbove() {
        BTreeV2Geometry deeper;
        try {
            deeper = geometryOf(depth() + 1);
        } catch (IllegalArgumentException e) {
            throw unsupported(e.getMessage());
        }
        requireEditable(deeper);
    }

    // ---- loading ---------------------------------------------------------------------------------------------

    /** Child {@code i} of a node. */
    LiveNode child(LiveNode node, int i) throws IOException {
        return node(node.childAddress(i), node.level() - 1, node.childCount(i), node.childTotal(i), true);
    }

    /**
     * The node at an address.
     *
     * @param count the number of its records, according to its parent
     * @param totalBelow the number of records in it and its descendants, according to its parent
     * @throws dev.fallow.format.FormatException if the node differs
     */
    LiveNode node(long at, int level, int count, long totalBelow) throws IOException {
        return node(at, level, count, totalBelow, true);
    }

    /** As {@link #child}, for a walk: a node that was not cached is not added to the cache, and must not be modified. */
    LiveNode peek(LiveNode node, int i) throws IOException {
        return node(node.childAddress(i), node.level() - 1, node.childCount(i), node.childTotal(i), false);
    }

    private LiveNode node(long at, int level, int count, long totalBelow, boolean keep) throws IOException {
        String structure = BTreeV2Node.structure(level);
        LiveNode held = store.held(at, LiveNode.class, structure);
        if (held != null) {
            held.require(tree, level, count, totalBelow);
            return held;
        }
        byte[] image = store.cache().read(at, geometry.nodeSize(), structure);
        FieldReader in = FieldReader.of(image, store.sizes(), structure, at);
        BTreeV2Node decoded = BTreeV2Node.decode(in, geometry, type, level, count);
        Block block = store.cache().loaded(at, image, Integer.BYTES);
        LiveNode loaded = new LiveNode(tree, block, geometry, level, count, decoded.totalRecords());
        if (keep) {
            store.cache().keep(loaded);
        }
        loaded.require(tree, level, count, totalBelow);
        return loaded;
    }

    /** The record at a position in the image of a node. The reader reads from the image itself. */
    FieldReader record(byte[] image, int at) {
        return FieldReader.of(image, at, at + recordSize(), store.sizes(), "version 2 B-tree record", -1);
    }

    // ---- creating and freeing --------------------------------------------------------------------------------

    /** Makes room in memory: nodes may be evicted. */
    void makeRoom() {
        store.makeRoom();
    }

    /** Creates a node without records. */
    LiveNode create(int level) {
        byte[] image = new byte[geometry.nodeSize()];
        BTreeV2Node.putPrefix(image, type, level);
        LiveNode node = new LiveNode(tree, store.create(SPACE, image, Integer.BYTES), geometry, level, 0, 0);
        store.cache().keep(node);
        return node;
    }

    /** Creates a root above the present one, initially with only a pointer to it. */
    LiveNode createRoot(LiveNode present) {
        setDepth(depth() + 1);
        LiveNode root = create(depth());
        root.putPointer(0, present);
        root.addToTotal(present.total());
        return root;
    }

    /** @throws dev.fallow.format.FormatException if the node overlaps free space, because freeing it would free that space twice */
    void requireInUse(LiveNode node) {
        store.requireInUse(BTreeV2Node.structure(node.level()), node);
    }

    void release(LiveNode node) {
        store.release(SPACE, node);
    }

    /** Frees a node and its descendants. Leaves are not read. */
    void releaseAll(long at, int level, int count, long totalBelow) throws IOException {
        if (level == 0) {
            store.release(SPACE, at, geometry.nodeSize());
            return;
        }
        LiveNode node = node(at, level, count, totalBelow);
        for (int i = 0; i <= node.count(); i++) {
            releaseAll(node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i));
        }
        release(node);
    }
}
