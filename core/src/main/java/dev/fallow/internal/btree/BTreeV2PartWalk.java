package dev.fallow.internal.btree;

import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import java.io.IOException;

/**
 * One walk over the nodes of a version 2 B-tree that can have records of a part. Together they do not exceed the file.
 * The recursion is limited by the tree's depth, which is less than 64.
 */
final class BTreeV2PartWalk {
    /** The leaves that a walk adds to the cache, in bytes: it must not displace everything else. */
    private static final long MOST_KEPT = 1 << 20;

    private final LiveNodes nodes;
    private final BTreeV2.Part part;
    private final BTreeV2.ImageVisitor visitor;
    private final Budget bytes;
    private long read;

    BTreeV2PartWalk(LiveNodes nodes, StructureReader reader, BTreeV2.Part part, BTreeV2.ImageVisitor visitor) {
        this.nodes = nodes;
        this.part = part;
        this.visitor = visitor;
        bytes = new Budget(BTreeV2Header.STRUCTURE, nodes.tree(), reader.allocatedBytes());
    }

    /**
     * Visits the records of a node and its descendants.
     *
     * @param low the image with the record before all of them; null if there is none
     * @param high the image with the record after all of them; null if there is none
     */
    void below(LiveNode node, byte[] low, int lowAt, byte[] high, int highAt) throws IOException {
        bytes.take(nodes.nodeSize());
        byte[] image = node.image();
        for (int i = 0; i <= node.count(); i++) {
            if (node.level() > 0) {
                byte[] from = i == 0 ? low : image;
                int fromAt = i == 0 ? lowAt : node.recordAt(i - 1);
                byte[] to = i == node.count() ? high : image;
                int toAt = i == node.count() ? highAt : node.recordAt(i);
                if (part.reachesBetween(from, fromAt, to, toAt)) {
                    below(child(node, i), from, fromAt, to, toAt);
                }
            }
            if (i < node.count()) {
                visitor.visit(image, node.recordAt(i));
            }
        }
    }

    private LiveNode child(LiveNode node, int i) throws IOException {
        if (node.level() > 1 || read < MOST_KEPT) {
            read += nodes.nodeSize();
            return nodes.child(node, i);
        }
        return nodes.peek(node, i);
    }
}
