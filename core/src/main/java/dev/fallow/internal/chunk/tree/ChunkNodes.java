package dev.fallow.internal.chunk.tree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.BlockSource;
import dev.fallow.internal.cache.StructureStore;
import java.io.IOException;
import java.util.List;

/** The nodes of one version 1 B-tree of chunks: loads, creates and frees them. */
final class ChunkNodes {
    static final AllocationType SPACE = AllocationType.B_TREE;

    private final BlockSource source;
    private final StructureStore store;
    private final int chunkK;
    private final long[] dimensions;

    /** @param dimensions of a chunk, then the element size */
    ChunkNodes(BlockSource source, int chunkK, long[] dimensions) {
        this.source = source;
        this.chunkK = chunkK;
        this.dimensions = dimensions;
        store = source.store();
    }

    StructureStore store() {
        return store;
    }

    /** The length of a node in bytes. */
    int length() {
        return ChunkBTreeNode.length(store.sizes(), chunkK, dimensions.length);
    }

    /** The number of dimensions of the dataset. */
    int rank() {
        return dimensions.length - 1;
    }

    /** Whether a structure is cached at an address. */
    boolean isHeld(long at) {
        return store.cache().find(at) != null;
    }

    // ---- loading ---------------------------------------------------------------------------------------------

    /** A node of any level. */
    ChunkNode node(long at) throws IOException {
        return node(at, false);
    }

    /** @throws FormatException if the node has another level, or has no children */
    ChunkNode node(long at, int level) throws IOException {
        return checked(node(at), level);
    }

    /** As {@link #node(long, int)}, for a walk: it must not be modified. */
    ChunkNode walked(long at, int level) throws IOException {
        return checked(node(at, true), level);
    }

    private ChunkNode node(long at, boolean walking) throws IOException {
        ChunkNode held = source.held(at, ChunkNode.class, ChunkBTreeNode.STRUCTURE);
        if (held != null) {
            held.require(dimensions, chunkK);
            return held;
        }
        Block block = source.read(at, length(), ChunkBTreeNode.STRUCTURE, 0);
        return source.loaded(ChunkNode.loaded(block, store.sizes(), chunkK, dimensions), walking);
    }

    private static ChunkNode checked(ChunkNode node, int level) {
        if (node.level() != level || node.count() == 0) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    node.address(),
                    "expected a node of level %d with children, found level %d and %d children"
                            .formatted(level, node.level(), node.count()));
        }
        return node;
    }

    /** The left sibling of a node, about to be changed; null if there is none. */
    ChunkNode left(ChunkNode node) throws IOException {
        return node.left() == Addresses.UNDEFINED ? null : sibling(node, node.left(), false);
    }

    /** The right sibling of a node, about to be changed; null if there is none. */
    ChunkNode right(ChunkNode node) throws IOException {
        return node.right() == Addresses.UNDEFINED ? null : sibling(node, node.right(), true);
    }

    /** Checks a sibling about to be changed: it must refer to the node as its own sibling. */
    private ChunkNode sibling(ChunkNode node, long at, boolean right) throws IOException {
        ChunkNode sibling = node(at, node.level());
        long back = right ? sibling.left() : sibling.right();
        if (back != node.address()) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    at,
                    "expected a sibling of the node at address %d, found the sibling %d"
                            .formatted(node.address(), back));
        }
        return sibling;
    }

    // ---- creating and freeing --------------------------------------------------------------------------------

    /** Creates a leaf without children. */
    ChunkNode create() {
        ChunkBTreeNode empty = new ChunkBTreeNode(0, Addresses.UNDEFINED, Addresses.UNDEFINED, List.of(), new long[0]);
        return create(store.encode(out -> empty.encode(out, chunkK, dimensions.length)));
    }

    /** Creates a copy of a node. */
    ChunkNode copy(ChunkNode node) {
        return create(node.block().image().clone());
    }

    private ChunkNode create(byte[] image) {
        ChunkNode node = ChunkNode.created(store.create(SPACE, image, 0), store.sizes(), chunkK, dimensions);
        store.cache().keep(node);
        return node;
    }

    void release(ChunkNode node) {
        store.release(SPACE, node);
    }
}
