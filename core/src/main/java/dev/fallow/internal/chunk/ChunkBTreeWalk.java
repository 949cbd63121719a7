package dev.fallow.internal.chunk;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.chunk.ChunkBlocks.ChunkVisitor;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Walks a version 1 B-tree of chunks. The recursion is limited by the tree's depth, because levels decrease from node
 * to node.
 */
final class ChunkBTreeWalk {
    private static final int ANY_LEVEL = -1;

    private final StructureReader in;
    private final ChunkedLayout layout;
    private final int chunkK;
    private final ExtentVisitor blocks;
    private final ChunkVisitor chunks;
    private final Set<Long> visited = new HashSet<>();

    ChunkBTreeWalk(StructureReader in, ChunkedLayout layout, int chunkK, ExtentVisitor blocks, ChunkVisitor chunks) {
        this.in = in;
        this.layout = layout;
        this.chunkK = chunkK;
        this.blocks = blocks;
        this.chunks = chunks;
    }

    void walk() throws IOException {
        below(layout.address(), ANY_LEVEL);
    }

    private void below(long address, int level) throws IOException {
        if (!visited.add(address)) {
            throw new FormatException(ChunkBTreeNode.STRUCTURE, address, "the tree contains it twice");
        }
        long length = ChunkBTreeNode.length(in.sizes(), chunkK, layout.dimensions().length);
        ChunkBTreeNode node =
                ChunkBTreeNode.decode(in.read(address, length, ChunkBTreeNode.STRUCTURE), chunkK, layout.dimensions());
        if (level != ANY_LEVEL && node.level() != level) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE, address, "expected level " + level + ", found " + node.level());
        }
        blocks.visit(address, length, ChunkBTreeNode.STRUCTURE);
        for (int i = 0; i < node.children().length; i++) {
            if (node.level() > 0) {
                below(node.children()[i], node.level() - 1);
            } else {
                chunks.visit(node.children()[i], node.keys().get(i).chunkSize());
            }
        }
    }
}
