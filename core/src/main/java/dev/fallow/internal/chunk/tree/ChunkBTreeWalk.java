package dev.fallow.internal.chunk.tree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * One walk over the nodes of a version 1 B-tree of chunks; together they do not exceed the file. The recursion is limited
 * by the tree's depth, because levels decrease from node to node.
 */
final class ChunkBTreeWalk {
    private final ChunkNodes nodes;
    private final StructureReader reader;
    private final Budget bytes;
    private final Set<Long> visited = new HashSet<>();

    ChunkBTreeWalk(ChunkNodes nodes, long rootAddress) {
        this.nodes = nodes;
        reader = nodes.store().reader();
        bytes = new Budget(ChunkBTreeNode.STRUCTURE, rootAddress, reader.allocatedBytes());
    }

    /** Visits the chunks below a node. */
    void chunks(ChunkNode node, ChunkBTree.Part part, ChunkBTree.Visitor visitor) throws IOException {
        add(node.address());
        long[] low = new long[nodes.rank()];
        if (node.level() == 0) {
            for (int i = 0; i < node.count(); i++) {
                node.offsets(i, low);
                visitor.visit(low, node.child(i), node.size(i), node.mask(i));
            }
            return;
        }
        long[] high = new long[nodes.rank()];
        for (int i = 0; i < node.count(); i++) {
            node.offsets(i, low);
            node.offsets(i + 1, high);
            if (part.reachesBetween(low, high)) {
                chunks(nodes.walked(node.child(i), node.level() - 1), part, visitor);
            }
        }
    }

    /** Visits a node and those below. Leaves that are not cached are not read. */
    void blocks(ChunkNode node, ExtentVisitor visitor) throws IOException {
        visit(node.address(), visitor);
        for (int i = 0; node.level() > 0 && i < node.count(); i++) {
            long at = node.child(i);
            if (node.level() > 1 || nodes.isHeld(at)) { // a cached structure must be this node: releasing relies on it
                blocks(nodes.walked(at, node.level() - 1), visitor);
            } else {
                visit(at, visitor);
            }
        }
    }

    private void visit(long at, ExtentVisitor visitor) {
        add(at);
        reader.requireInside(at, nodes.length(), ChunkBTreeNode.STRUCTURE);
        visitor.visit(at, nodes.length(), ChunkBTreeNode.STRUCTURE);
    }

    private void add(long at) {
        if (!visited.add(at)) {
            throw new FormatException(ChunkBTreeNode.STRUCTURE, at, "the tree contains it twice");
        }
        bytes.take(nodes.length());
    }
}
