package dev.fallow.internal.chunk;

import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.internal.cache.Block;
import java.io.IOException;

/** The nodes of one version 1 B-tree of chunks: loads, creates and frees them. */
final class ChunkNodes {
    private final BlockSource source;
    private final int chunkK;
    private final long[] dimensions;

    /** @param dimensions of a chunk, then the element size */
    ChunkNodes(BlockSource source, int chunkK, long[] dimensions) {
        this.source = source;
        this.chunkK = chunkK;
        this.dimensions = dimensions;
    }

    BlockSource source() {
        return source;
    }

    /** The length of a node in bytes. */
    int length() {
        return ChunkBTreeNode.length(source.store().sizes(), chunkK, dimensions.length);
    }

    /** The root. */
    ChunkNode root(long at) throws IOException {
        ChunkNode root = source.live(at, ChunkNode.class, ChunkBTreeNode.STRUCTURE, () -> load(at));
        root.require(dimensions);
        return root;
    }

    /** @throws dev.fallow.format.FormatException if the node has another level */
    ChunkNode node(long at, int level) throws IOException {
        ChunkNode node = source.live(at, ChunkNode.class, ChunkBTreeNode.STRUCTURE, () -> load(at));
        node.require(level, dimensions);
        return node;
    }

    /** As {@link #node}, for a walk: it must not be modified. */
    ChunkNode walked(long at, int level) throws IOException {
        ChunkNode node = source.walked(at, ChunkNode.class, ChunkBTreeNode.STRUCTURE, () -> load(at));
        node.require(level, dimensions);
        return node;
    }

    private ChunkNode load(long at) throws IOException {
        Block block = source.read(at, length(), ChunkBTreeNode.STRUCTURE, 0);
        return ChunkNode.loaded(block, source.store().sizes(), chunkK, dimensions);
    }
}
