package dev.fallow.internal.btree;

import java.io.IOException;

/**
 * Inserts a record into its leaf. If the leaf is full, its records are shared with adjacent leaves that have room;
 * otherwise it is split, which adds a record to the parent, and so on up to the root.
 *
 * <p>libhdf5 instead makes room on its way down, before it is known to be needed. Both preserve the same invariants: no
 * node has more records than the split count or, except for the root, fewer than the merge count. The record counts in
 * the parents determine all nodes that a change affects before any of them is modified.
 */
final class Insertion {
    private final LiveNodes nodes;
    private final Path path;

    /** @param path the path to the gap in a leaf */
    Insertion(LiveNodes nodes, Path path) {
        this.nodes = nodes;
        this.path = path;
    }

    /** Loads the nodes that {@link #apply} will change, in addition to those on the path. */
    void prepare() throws IOException {
        int level = 0;
        while (path.node(level).count() >= nodes.splitCount(level)) {
            if (level == nodes.depth()) {
                nodes.requireRoomAbove();
                return;
            }
            Siblings siblings = new Siblings(nodes, path, level);
            if (haveRoom(siblings, level)) {
                siblings.nodes();
                return;
            }
            level++;
        }
    }

    private boolean haveRoom(Siblings siblings, int level) {
        return siblings.records() + 1 <= (long) siblings.number() * nodes.splitCount(level);
    }

    /** @return the root, which may be a new one */
    LiveNode apply(byte[] record) throws IOException {
        for (int level = 0; level <= nodes.depth(); level++) {
            path.node(level).addToTotal(1);
        }
        Entry entering = new Entry(record, null);
        for (int level = 0; level <= nodes.depth(); level++) {
            LiveNode node = path.node(level);
            if (entering != null) {
                entering = enter(node, level, entering);
            }
            if (level < nodes.depth()) {
                path.node(level + 1).putPointer(path.position(level + 1), node);
            }
        }
        return path.node(nodes.depth());
    }

    /**
     * An entry to be inserted into a node.
     *
     * @param pointer to the child after the record; null for a leaf
     */
    private record Entry(byte[] record, byte[] pointer) {}

    /** @return the entry to be inserted into the parent, or null */
    private Entry enter(LiveNode node, int level, Entry entry) throws IOException {
        int position = path.position(level);
        if (node.count() < nodes.splitCount(level)) {
            node.insert(position, entry.record, entry.pointer);
            return null;
        }
        if (level == nodes.depth()) {
            path.grow(nodes.createRoot(node));
        }
        Siblings siblings = new Siblings(nodes, path, level);
        if (haveRoom(siblings, level)) {
            LiveNode[] sharing = siblings.nodes();
            Row row = siblings.row(sharing);
            for (int i = 0; sharing[i] != node; i++) {
                position += sharing[i].count() + 1;
            }
            row.insert(position, entry.record, entry.pointer);
            siblings.spread(row, sharing);
            return null;
        }
        LiveNode right = nodes.create(level);
        Row row = new Row(node, node.count() + 1);
        row.add(node);
        row.insert(position, entry.record, entry.pointer);
        byte[] between = row.spread(node, right).copy(0);
        return new Entry(between, siblings.parent().pointerTo(right));
    }
}
