package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Node;
import java.io.IOException;
import java.util.Arrays;

/**
 * Inserts a record into a version 2 B-tree, or removes one.
 *
 * <p>A record is inserted into its leaf. If the leaf is full, its records are shared with adjacent leaves that have room;
 * otherwise it is split, which adds a record to the parent, and so on up to the root. A removed record in an internal node
 * is replaced by its successor, the first one of a leaf. A node that then has fewer records than the merge count is filled
 * from adjacent nodes or, if they cannot spare any, merged with them, which removes a record from the parent, and so on up
 * to the root. A root without records is replaced by its child.
 *
 * <p>libhdf5 instead makes room on its way down, before it is known to be needed. Both preserve the same invariants: no
 * node has more records than the split count or, except for the root, fewer than the merge count. The record counts in
 * the parents determine all nodes that a change affects before any of them is modified.
 */
final class BTreeV2Edit {
    private final LiveNodes nodes;
    private final Path path;
    /** The level of the record, and its position in the node. */
    private final int level;

    private final int position;

    /** @param found the path to a record or to the gap in a leaf; a copy is extended to the leaf that will lose a record */
    BTreeV2Edit(LiveNodes nodes, Path found) throws IOException {
        this.nodes = nodes;
        level = found.lowest;
        position = found.position(level);
        path = level == 0 ? found : found.copy();
        if (level > 0) {
            path.positions[level]++;
            for (int below = level; below > 0; below--) {
                path.enter(nodes.child(path.node(below), path.position(below)), 0);
            }
        }
    }

    /**
     * The path from the root of a tree to a record, or to the leaf that would contain it: a node and a position at each
     * level.
     */
    static final class Path {
        private LiveNode[] nodes;
        private int[] positions;
        private int lowest;
        private boolean found;

        /** @param depth the root's level */
        Path(int depth) {
            nodes = new LiveNode[depth + 1];
            positions = new int[depth + 1];
            lowest = depth + 1;
        }

        private Path copy() {
            Path copy = new Path(nodes.length - 1);
            System.arraycopy(nodes, 0, copy.nodes, 0, nodes.length);
            System.arraycopy(positions, 0, copy.positions, 0, positions.length);
            copy.lowest = lowest;
            copy.found = found;
            return copy;
        }

        /**
         * Descends to a node of the next lower level.
         *
         * @param position in this node: of the record found, of the child to continue in, or of the gap in a leaf
         */
        void enter(LiveNode node, int position) {
            lowest--;
            assert node.level() == lowest : "level " + node.level();
            nodes[lowest] = node;
            positions[lowest] = position;
        }

        void found() {
            found = true;
        }

        /** Whether it ends at a record rather than at a gap in a leaf. */
        boolean isFound() {
            return found;
        }

        LiveNode lowestNode() {
            return nodes[lowest];
        }

        int lowestPosition() {
            return positions[lowest];
        }

        private LiveNode node(int level) {
            return nodes[level];
        }

        private int position(int level) {
            return positions[level];
        }

        private void grow(LiveNode root) {
            nodes = Arrays.copyOf(nodes, nodes.length + 1);
            positions = Arrays.copyOf(positions, nodes.length);
            nodes[nodes.length - 1] = root;
        }
    }

    /** The node on the path at a level below the root's, with its adjacent siblings: two or three, or one without siblings. */
    private final class Siblings {
        private final int level;
        private final LiveNode parent;
        /** The position of the first one in the parent. */
        private final int first;

        private final int number;

        Siblings(int level) {
            this.level = level;
            parent = path.node(level + 1);
            first = Math.max(0, path.position(level + 1) - 1);
            number = Math.min(parent.count(), path.position(level + 1) + 1) - first + 1;
        }

        /** The number of records in all of them, according to the parent, without those between them. */
        int records() {
            int records = 0;
            for (int i = 0; i < number; i++) {
                records += parent.childCount(first + i);
            }
            return records;
        }

        boolean haveRoom() {
            return records() + 1 <= (long) number * nodes.splitCount(level);
        }

        /** Whether each of them would have its minimum after the removal of this number of records. */
        boolean haveEnough(int removed) {
            return records() - removed >= (long) number * nodes.mergeCount(level);
        }

        /**
         * The nodes. The one on the path is not loaded, because it may have changed since the parent was updated.
         *
         * @throws FormatException if a node occurs twice, or does not match the parent
         */
        LiveNode[] load() throws IOException {
            LiveNode[] siblings = new LiveNode[number];
            for (int i = 0; i < number; i++) {
                siblings[i] = first + i == path.position(level + 1) ? path.node(level) : nodes.child(parent, first + i);
                for (int j = 0; j < i; j++) {
                    if (siblings[j] == siblings[i]) {
                        throw new FormatException(
                                BTreeV2Node.structure(level),
                                siblings[i].address(),
                                "children %d and %d of the node at address %d are one node"
                                        .formatted(first + j, first + i, parent.address()));
                    }
                }
            }
            return siblings;
        }

        /** All records of these nodes, including those between them. */
        Row row(LiveNode[] siblings) {
            Row row = new Row(siblings[0], records() + number);
            for (int i = 0; i < number; i++) {
                row.add(siblings[i]);
                if (i < number - 1) {
                    row.addRecord(parent, first + i);
                }
            }
            return row;
        }

        /** Spreads a row over some of these nodes, and updates the parent; its pointers to the other nodes are unchanged. */
        void spread(Row row, LiveNode[] over) {
            row.spread(over);
            for (int i = 0; i < over.length; i++) {
                parent.putPointer(first + i, over[i]);
                if (i < over.length - 1) {
                    row.putSeparator(i, parent, first + i);
                }
            }
        }
    }

    // ---- inserting -------------------------------------------------------------------------------------------

    /** Loads the nodes that {@link #insert} will change, in addition to those on the path. */
    void prepareInsert() throws IOException {
        for (int at = 0; path.node(at).count() >= nodes.splitCount(at); at++) {
            if (at == nodes.depth()) {
                nodes.requireRoomAbove();
                return;
            }
            Siblings siblings = new Siblings(at);
            if (siblings.haveRoom()) {
                siblings.load();
                return;
            }
        }
    }

    /** @return the root, which may be a new one */
    LiveNode insert(byte[] record) throws IOException {
        addToTotals(1);
        Entry entering = new Entry(record, null);
        for (int at = 0; at <= nodes.depth(); at++) {
            LiveNode node = path.node(at);
            if (entering != null) {
                entering = enter(node, at, entering);
            }
            if (at < nodes.depth()) {
                path.node(at + 1).putPointer(path.position(at + 1), node);
            }
        }
        return path.node(nodes.depth());
    }

    private void addToTotals(long difference) {
        for (int at = 0; at <= nodes.depth(); at++) {
            path.node(at).addToTotal(difference);
        }
    }

    /**
     * An entry to be inserted into a node.
     *
     * @param pointer to the child after the record; null for a leaf
     */
    private record Entry(byte[] record, byte[] pointer) {}

    /** @return the entry to be inserted into the parent, or null */
    private Entry enter(LiveNode node, int at, Entry entry) throws IOException {
        int place = path.position(at);
        if (node.count() < nodes.splitCount(at)) {
            node.insert(place, entry.record, entry.pointer);
            return null;
        }
        if (at == nodes.depth()) {
            path.grow(nodes.createRoot(node));
        }
        Siblings siblings = new Siblings(at);
        if (siblings.haveRoom()) {
            LiveNode[] sharing = siblings.load();
            Row row = siblings.row(sharing);
            for (int i = 0; sharing[i] != node; i++) {
                place += sharing[i].count() + 1;
            }
            row.insert(place, entry.record, entry.pointer);
            siblings.spread(row, sharing);
            return null;
        }
        LiveNode right = nodes.create(at);
        Row row = new Row(node, node.count() + 1);
        row.add(node);
        row.insert(place, entry.record, entry.pointer);
        row.spread(node, right);
        return new Entry(row.separators(), siblings.parent.pointerTo(right));
    }

    /**
     * Builds a tree from sorted records, level by level from the leaves: the fewest nodes that hold the records, all with
     * the same number of them or one more; one record between every two nodes goes to the level above.
     *
     * @param count the number of records, at least 1
     * @return the root
     */
    static LiveNode fill(LiveNodes nodes, int count, BTreeV2.Records records) {
        nodes.setDepth(0);
        Level below = Level.ofLeaves(nodes, count, records);
        while (below.addresses.length > 1) {
            nodes.setDepth(nodes.depth() + 1);
            below = Level.above(nodes, below);
        }
        return below.last;
    }

    /** The nodes of a level of a tree that is being built. They may be evicted. */
    private static final class Level {
        /** Room is made after this number of leaves. */
        private static final int LEAVES = 1_024;

        private static final byte[] NO_POINTERS = {};

        private final long[] addresses;
        private final int[] counts;
        private final long[] totals;
        /** The records between the nodes. */
        private byte[] separators;
        /** The last node, which has not been evicted. */
        private LiveNode last;

        private Level(int size) {
            addresses = new long[size];
            counts = new int[size];
            totals = new long[size];
        }

        /** The fewest nodes of a level for this number of records. */
        private static Level of(LiveNodes nodes, int records) {
            int most = nodes.splitCount(nodes.depth());
            return new Level((records + 1 + most) / (most + 1));
        }

        private void set(int i, LiveNode node) {
            addresses[i] = node.address();
            counts[i] = node.count();
            totals[i] = node.total();
            last = node;
        }

        static Level ofLeaves(LiveNodes nodes, int count, BTreeV2.Records records) {
            Level level = of(nodes, count);
            int size = level.addresses.length;
            int recordSize = nodes.recordSize();
            int inLeaves = count - (size - 1);
            level.separators = new byte[(size - 1) * recordSize];
            byte[] ofLeaf = new byte[(inLeaves / size + 1) * recordSize];
            for (int i = 0; i < size; i++) {
                if ((i + 1) % LEAVES == 0) {
                    nodes.makeRoom();
                }
                int number = inLeaves / size + (i < inLeaves % size ? 1 : 0);
                for (int record = 0; record < number; record++) {
                    records.next(ofLeaf, record * recordSize);
                }
                LiveNode leaf = nodes.create(0);
                leaf.fill(ofLeaf, NO_POINTERS, 0, number);
                level.set(i, leaf);
                if (i < size - 1) {
                    records.next(level.separators, i * recordSize);
                }
            }
            return level;
        }

        static Level above(LiveNodes nodes, Level below) {
            Level level = of(nodes, below.addresses.length - 1);
            LiveNode[] made = new LiveNode[level.addresses.length];
            for (int i = 0; i < made.length; i++) {
                made[i] = nodes.create(nodes.depth());
            }
            Row row = new Row(made[0], below.separators, below.pointers(made[0]));
            row.spread(made);
            level.separators = row.separators();
            for (int i = 0; i < made.length; i++) {
                level.set(i, made[i]);
            }
            return level;
        }

        /** The pointers to the nodes, as a node above has them. */
        private byte[] pointers(LiveNode above) {
            byte[] pointers = new byte[addresses.length * above.pointerLength()];
            for (int i = 0; i < addresses.length; i++) {
                above.putPointer(pointers, i * above.pointerLength(), addresses[i], counts[i], totals[i]);
            }
            return pointers;
        }
    }

    // ---- removing --------------------------------------------------------------------------------------------

    /**
     * Loads the nodes that {@link #remove} will change, in addition to those on the path.
     *
     * @throws FormatException if a node to be freed overlaps free space
     */
    void prepareRemove() throws IOException {
        if (path.node(0).count() == 0) {
            throw empty(path.node(0));
        }
        int at = 0;
        while (at < nodes.depth() && path.node(at).count() - 1 < nodes.mergeCount(at)) {
            Siblings siblings = new Siblings(at);
            if (siblings.number == 1) {
                throw empty(siblings.parent);
            }
            LiveNode[] sharing = siblings.load();
            if (siblings.haveEnough(1)) {
                return;
            }
            for (LiveNode node : sharing) {
                nodes.requireInUse(node);
            }
            at++;
        }
        if (path.node(at).count() == 1) {
            nodes.requireInUse(path.node(at)); // the root may be freed
        }
    }

    private static FormatException empty(LiveNode node) {
        return new FormatException(
                BTreeV2Node.structure(node.level()), node.address(), "expected at least one record, found none");
    }

    /** @return the root, or null if the tree has lost its last record */
    LiveNode remove() throws IOException {
        LiveNode leaf = path.node(0);
        if (level > 0) {
            path.node(level).putRecord(position, leaf.image(), leaf.recordAt(0));
        }
        leaf.remove(path.position(0));
        addToTotals(-1);
        for (int at = 0; at < nodes.depth(); at++) {
            LiveNode node = path.node(at);
            path.node(at + 1).putPointer(path.position(at + 1), node);
            if (node.count() < nodes.mergeCount(at)) {
                refill(new Siblings(at));
            }
        }
        return lowestRoot(path.node(nodes.depth()));
    }

    /** Frees a root without records, and returns its only child in its place; null if there is none. */
    private LiveNode lowestRoot(LiveNode present) throws IOException {
        LiveNode root = present;
        while (root.count() == 0 && root.level() > 0) {
            LiveNode child = nodes.child(root, 0);
            nodes.release(root);
            nodes.setDepth(child.level());
            root = child;
        }
        if (root.count() == 0) {
            nodes.release(root);
            return null;
        }
        return root;
    }

    private void refill(Siblings siblings) throws IOException {
        LiveNode[] sharing = siblings.load();
        Row row = siblings.row(sharing);
        if (siblings.haveEnough(0)) {
            siblings.spread(row, sharing);
            return;
        }
        LiveNode[] staying = Arrays.copyOf(sharing, sharing.length - 1);
        siblings.spread(row, staying);
        siblings.parent.remove(siblings.first + staying.length - 1);
        nodes.release(sharing[staying.length]);
    }

    // ---- many changes ----------------------------------------------------------------------------------------

    /**
     * Loads and checks the nodes around the path that one of this number of changes may modify: those that share records
     * with the nodes on the path, as far up as nodes may become too full or too empty.
     */
    void prepareAmong(int changes) throws IOException {
        for (int at = 0; at < nodes.depth(); at++) {
            int count = path.node(at).count();
            boolean mayBeFreed = count - changes < nodes.mergeCount(at);
            if (count + changes <= nodes.splitCount(at) && !mayBeFreed) {
                return;
            }
            for (LiveNode node : new Siblings(at).load()) {
                if (mayBeFreed) {
                    nodes.requireInUse(node);
                }
            }
        }
    }
}
