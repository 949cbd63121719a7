package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Version 1 B-tree node of type 1: the chunks of a dataset. O: size of offsets; k: bytes of a {@link ChunkKey}.
 *
 * <pre>
 *   bytes   field
 *   8+2*O   signature, "TREE"; node type, 1; level; entries used, n; left and right sibling
 *   for each of the n entries:
 *     k       key: offset and size of the first chunk in the child
 *     O       child: a chunk at level 0, otherwise a node of the next lower level
 *     k     if n is not 0: last key
 *           zeros, up to 2 * K children and 2 * K + 1 keys
 * </pre>
 *
 * K is the indexed storage internal node K of the superblock. There is no checksum.
 *
 * @param keys one more than children, or none if there are no children
 * @param children addresses, defined; not copied
 */
public record ChunkBTreeNode(int level, long leftSibling, long rightSibling, List<ChunkKey> keys, long[] children) {
    /** Node type. */
    public static final int NODE_TYPE = 1;

    public static final String STRUCTURE = NodePrefixV1.STRUCTURE;
    /** The fields before the entries. */
    public static final Layout LAYOUT = NodePrefixV1.LAYOUT;

    public ChunkBTreeNode {
        keys = List.copyOf(keys);
        NodePrefixV1.require(level, keys.size(), children.length, leftSibling, rightSibling);
    }

    /**
     * The length of a node in bytes.
     *
     * @param dimensions the number of dimensions of a chunk, plus one for the element size
     */
    public static int length(FieldSizes sizes, int chunkK, int dimensions) {
        return Math.toIntExact(NodePrefixV1.nodeLength(sizes, chunkK, ChunkKey.length(dimensions)));
    }

    /** The maximum number of children of a node: 2 * K. */
    public static int capacity(int chunkK) {
        return 2 * chunkK;
    }

    /**
     * Reads a node. Like libhdf5, refuses another node type, more entries than fit, and offsets that are not multiples
     * of the chunk's dimensions. The caller checks that the level is one less than the parent's.
     *
     * @param chunkDimensions the dimensions of a chunk in elements, each more than 0, then the element size in bytes
     */
    public static ChunkBTreeNode decode(FieldReader in, int chunkK, long... chunkDimensions) {
        FieldReader node = in.inner(length(in.sizes(), chunkK, chunkDimensions.length), STRUCTURE);
        NodePrefixV1 prefix = NodePrefixV1.decode(node, NODE_TYPE, chunkK);
        List<ChunkKey> keys = new ArrayList<>(prefix.entries() + 1);
        long[] children = new long[prefix.entries()];
        for (int i = 0; i < children.length; i++) {
            keys.add(ChunkKey.decode(node, chunkDimensions));
            children[i] = node.definedOffset();
        }
        if (children.length > 0) {
            keys.add(ChunkKey.decode(node, chunkDimensions));
        }
        return new ChunkBTreeNode(prefix.level(), prefix.leftSibling(), prefix.rightSibling(), keys, children);
    }

    /**
     * Writes {@link #length} bytes.
     *
     * @param dimensions the number of dimensions of a chunk, plus one for the element size
     */
    public void encode(FieldWriter out, int chunkK, int dimensions) {
        NodePrefixV1.requireEntries(children.length, chunkK);
        int from = out.position();
        new NodePrefixV1(level, children.length, leftSibling, rightSibling).encode(out, NODE_TYPE);
        for (int i = 0; i < keys.size(); i++) {
            ChunkKey key = keys.get(i);
            if (key.offsets().length != dimensions) {
                throw new IllegalArgumentException(
                        "expected keys of " + dimensions + " offsets, found " + key.offsets().length);
            }
            key.encode(out);
            if (i < children.length) {
                out.offset(children[i]);
            }
        }
        out.zeros(length(out.sizes(), chunkK, dimensions) - (out.position() - from));
    }
}
