package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * One walk over the nodes of a version 2 B-tree: each is visited once, and together they do not exceed the file. The
 * recursion is limited by the tree's depth, which is less than 64.
 */
final class BTreeV2Walk {
    private final LiveNodes nodes;
    private final StructureReader reader;
    private final Set<Long> visited = new HashSet<>();
    private final Budget bytes;

    BTreeV2Walk(LiveNodes nodes, StructureReader reader) {
        this.nodes = nodes;
        this.reader = reader;
        bytes = new Budget(BTreeV2Header.STRUCTURE, nodes.tree(), reader.allocatedBytes());
    }

    /**
     * Visits the records of a node and its descendants in order.
     *
     * @throws FormatException if nodes form a cycle, or a stored number of records is wrong
     */
    void records(LiveNode node, BTreeV2.ImageVisitor visitor) throws IOException {
        add(node.address(), node.level());
        for (int i = 0; i <= node.count(); i++) {
            if (node.level() > 0) {
                records(nodes.child(node, i), visitor);
            }
            if (i < node.count()) {
                visitor.visit(node.image(), node.recordAt(i));
            }
        }
    }

    /**
     * Visits the blocks of a node and its descendants. Leaves are not read.
     *
     * @throws FormatException if nodes form a cycle, or are not inside the allocated space
     */
    void blocks(long at, int level, int count, long totalBelow, ExtentVisitor visitor) throws IOException {
        add(at, level);
        reader.requireInside(at, nodes.nodeSize(), BTreeV2Node.structure(level));
        visitor.visit(at, nodes.nodeSize(), BTreeV2Node.structure(level));
        boolean held = nodes.isHeld(at); // then it must be this node: deletion relies on it
        if (level > 0 || held) {
            LiveNode node = nodes.node(at, level, count, totalBelow);
            for (int i = 0; level > 0 && i <= node.count(); i++) {
                blocks(node.childAddress(i), level - 1, node.childCount(i), node.childTotal(i), visitor);
            }
        }
    }

    private void add(long at, int level) {
        if (!visited.add(at)) {
            throw new FormatException(
                    BTreeV2Node.structure(level), at, "the tree at address " + nodes.tree() + " contains it twice");
        }
        bytes.take(nodes.nodeSize());
    }
}
