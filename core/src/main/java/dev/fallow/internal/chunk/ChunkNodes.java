package dev.fallow.internal.chunk;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.internal.btree.BTreeV1Nodes;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import java.util.List;

/** The nodes of one version 1 B-tree of chunks. */
final class ChunkNodes extends BTreeV1Nodes<ChunkNode> {
    private final int chunkK;
    private final long[] dimensions;

    /** @param dimensions of a chunk, then the element size */
    ChunkNodes(BlockSource source, int chunkK, long[] dimensions) {
        super(source, ChunkNode.class);
        this.chunkK = chunkK;
        this.dimensions = dimensions;
    }

    @Override
    public int length() {
        return ChunkBTreeNode.length(store.sizes(), chunkK, dimensions.length);
    }

    @Override
    protected ChunkNode loaded(Block block) {
        return ChunkNode.loaded(block, store.sizes(), chunkK, dimensions);
    }

    @Override
    protected ChunkNode created(Block block) {
        return ChunkNode.created(block, store.sizes(), chunkK, dimensions);
    }

    @Override
    protected byte[] empty() {
        ChunkBTreeNode empty = new ChunkBTreeNode(0, Addresses.UNDEFINED, Addresses.UNDEFINED, List.of(), new long[0]);
        return store.encode(out -> empty.encode(out, chunkK, dimensions.length));
    }

    /** {@inheritDoc} It must have children, too. */
    @Override
    public ChunkNode checked(ChunkNode node, int level) {
        if (node.level() != level || node.count() == 0) {
            throw new FormatException(
                    STRUCTURE,
                    node.address(),
                    "expected a node of level %d with children, found level %d and %d children"
                            .formatted(level, node.level(), node.count()));
        }
        return node;
    }

    @Override
    protected void require(ChunkNode node) {
        node.require(dimensions, chunkK);
    }

    @Override
    protected String notASibling(long of, int count, long back) {
        return "expected a sibling of the node at address %d, found the sibling %d".formatted(of, back);
    }
}
