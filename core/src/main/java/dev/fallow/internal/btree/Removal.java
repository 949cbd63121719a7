package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Node;
import java.io.IOException;

/**
 * Removes a record. A record in an internal node is replaced by its successor, the first one of a leaf. A node that
 * then has fewer records than the merge count is filled from adjacent nodes or, if they cannot spare any, merged with
 * them, which removes a record from the parent, and so on up to the root. A root without records is replaced by its
 * child.
 *
 * @see Insertion
 */
final class Removal {
    private final LiveNodes nodes;
    private final Path path;
    /** The level of the record, and its position in the node. */
    private final int level;

    private final int position;

    /** @param path the path to a record; it is extended to the leaf that will lose one */
    Removal(LiveNodes nodes, Path path) throws IOException {
        this.nodes = nodes;
        this.path = path;
        level = path.lowest();
        position = path.position(level);
        if (level > 0) {
            path.at(position + 1);
            for (int below = level; below > 0; below--) {
                path.enter(nodes.child(path.node(below), path.position(below)));
                path.at(0);
            }
        }
    }

    /**
     * Loads the nodes that {@link #apply} will change, in addition to those on the path.
     *
     * @throws FormatException if a node to be freed overlaps free space
     */
    void prepare() throws IOException {
        if (path.node(0).count() == 0) {
            throw new FormatException(
                    BTreeV2Node.structure(0), path.node(0).address(), "expected at least one record, found none");
        }
        int at = 0;
        while (at < nodes.depth() && path.node(at).count() - 1 < nodes.mergeCount(at)) {
            Siblings siblings = new Siblings(nodes, path, at);
            if (siblings.number() == 1) {
                throw new FormatException(
                        BTreeV2Node.structure(at + 1),
                        siblings.parent().address(),
                        "expected at least one record, found none");
            }
            LiveNode[] sharing = siblings.nodes();
            if (siblings.records() - 1 >= enough(siblings, at)) {
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

    /** The total number of records that some siblings need, so that each has its minimum. */
    private long enough(Siblings siblings, int at) {
        return (long) siblings.number() * nodes.mergeCount(at);
    }

    /** @return the root, or null if the tree has lost its last record */
    LiveNode apply() throws IOException {
        LiveNode leaf = path.node(0);
        if (level > 0) {
            path.node(level).putRecord(position, leaf.image(), leaf.recordAt(0));
        }
        leaf.remove(path.position(0));
        for (int at = 0; at <= nodes.depth(); at++) {
            path.node(at).addToTotal(-1);
        }
        for (int at = 0; at < nodes.depth(); at++) {
            LiveNode node = path.node(at);
            path.node(at + 1).putPointer(path.position(at + 1), node);
            if (node.count() < nodes.mergeCount(at)) {
                fill(at);
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

    private void fill(int at) throws IOException {
        Siblings siblings = new Siblings(nodes, path, at);
        LiveNode[] sharing = siblings.nodes();
        Row row = siblings.row(sharing);
        if (siblings.records() >= enough(siblings, at)) {
            siblings.spread(row, sharing);
            return;
        }
        LiveNode[] staying = new LiveNode[sharing.length - 1];
        System.arraycopy(sharing, 0, staying, 0, staying.length);
        siblings.spread(row, staying);
        siblings.parent().remove(siblings.first() + staying.length - 1);
        nodes.release(sharing[sharing.length - 1]);
    }
}
