package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * One walk over the nodes of a version 2 B-tree; together they do not exceed the file. The recursion is limited by the
 * tree's depth, which is less than 64.
 */
final class BTreeV2Walk {
    /** The leaves that a walk over a part adds to the cache, in bytes: it must not displace everything else. */
    private static final long MOST_KEPT = 1 << 20;

    private final LiveNodes nodes;
    /** Null for the whole tree. */
    private final BTreeV2.Part part;
    /** The nodes of a walk over the whole tree; otherwise null. */
    private final VisitedBlocks visited;
    /** The nodes of a walk over a part; otherwise null. */
    private final Budget bytes;

    private long read;

    /**
     * @param part null for the whole tree
     * @param blocks receives the nodes in {@link #blocks}
     */
    BTreeV2Walk(LiveNodes nodes, StructureReader reader, BTreeV2.Part part, ExtentVisitor blocks) {
        this.nodes = nodes;
        this.part = part;
        String structure = BTreeV2Header.STRUCTURE;
        visited = part == null
                ? new VisitedBlocks(reader, structure, nodes.tree(), "the tree at address %d", blocks)
                : null;
        bytes = part == null ? null : new Budget(structure, nodes.tree(), reader.allocatedBytes());
    }

    /**
     * Visits the records of a node and its descendants in order; only subtrees that can have records of the part.
     *
     * @param low the image with the record before all of them; null if there is none
     * @param high the image with the record after all of them; null if there is none
     * @throws FormatException if nodes form a cycle, or a stored number of records is wrong
     */
    void records(LiveNode node, byte[] low, int lowAt, byte[] high, int highAt, BTreeV2.ImageVisitor visitor)
            throws IOException {
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
                    records(child(node, i), from, fromAt, to, toAt, visitor);
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

    /**
     * Visits the blocks of a node and its descendants. Leaves are not read.
     *
     * @throws FormatException if nodes form a cycle, or are not inside the allocated space
     */
    void blocks(long at, int level, int count, long totalBelow) throws IOException {
        visited.visit(at, nodes.nodeSize(), BTreeV2Node.structure(level));
        boolean held = nodes.isHeld(at); // then it must be this node: deletion relies on it
        if (level > 0 || held) {
            LiveNode node = nodes.node(at, level, count, totalBelow);
            for (int i = 0; level > 0 && i <= node.count(); i++) {
                blocks(node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i));
            }
        }
    }
}
