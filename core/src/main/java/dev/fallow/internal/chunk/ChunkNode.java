package dev.fallow.internal.chunk;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.internal.btree.BTreeV1Node;
import dev.fallow.internal.cache.Block;
import java.util.Arrays;

/**
 * A live node of a version 1 B-tree of chunks. Child i has the chunks from key i to before key i + 1. See {@link
 * ChunkBTreeNode} for the layout.
 */
final class ChunkNode extends BTreeV1Node {
    private static final int MASK_AT = 4;
    private static final int OFFSETS_AT = 8;

    private final int chunkK;
    private final long[] dimensions;

    private ChunkNode(Block block, FieldSizes sizes, int chunkK, long[] dimensions) {
        super(block, sizes, ChunkBTreeNode.capacity(chunkK), keyLength(dimensions));
        this.chunkK = chunkK;
        this.dimensions = dimensions;
    }

    private static int keyLength(long[] dimensions) {
        return OFFSETS_AT + Long.BYTES * dimensions.length;
    }

    /**
     * A node read from the file; checked here.
     *
     * @param dimensions of a chunk, then the element size
     */
    static ChunkNode loaded(Block block, FieldSizes sizes, int chunkK, long[] dimensions) {
        ChunkBTreeNode.decode(
                FieldReader.of(block.image(), sizes, ChunkBTreeNode.STRUCTURE, block.address()), chunkK, dimensions);
        ChunkNode node = new ChunkNode(block, sizes, chunkK, dimensions);
        node.requireOrder();
        return node;
    }

    /** A node whose image was created here. */
    static ChunkNode created(Block block, FieldSizes sizes, int chunkK, long[] dimensions) {
        return new ChunkNode(block, sizes, chunkK, dimensions);
    }

    private void requireOrder() {
        for (int i = 0; i < count(); i++) {
            if (!isAscending(i)) {
                throw new FormatException(
                        ChunkBTreeNode.STRUCTURE,
                        address() + keyAt(i + 1),
                        "expected a key greater than %s, found %s"
                                .formatted(Arrays.toString(offsets(i)), Arrays.toString(offsets(i + 1))));
            }
            if (level() == 0 && offset(i, dimensions.length - 1) != 0) { // a search would not find the chunk
                throw new FormatException(
                        ChunkBTreeNode.STRUCTURE,
                        address() + keyAt(i),
                        "expected the key of a chunk to end with 0, found " + Arrays.toString(offsets(i)));
            }
        }
    }

    private boolean isAscending(int i) {
        for (int d = 0; d < dimensions.length; d++) {
            int compared = Long.compare(offset(i, d), offset(i + 1, d));
            if (compared != 0) {
                return compared < 0;
            }
        }
        return false;
    }

    /** @throws FormatException if it is a node for chunks of other dimensions, or of another capacity */
    void require(long[] wanted, int wantedK) {
        if (chunkK != wantedK || !Arrays.equals(dimensions, wanted)) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    address(),
                    "expected keys of chunks of %s, found %s"
                            .formatted(Arrays.toString(wanted), Arrays.toString(dimensions)));
        }
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    /** The size of the chunk of a key in bytes. */
    long size(int i) {
        return LittleEndian.unsigned(image, keyAt(i), Integer.BYTES);
    }

    /** The filter mask of the chunk of a key. */
    int mask(int i) {
        return LittleEndian.i32(image, keyAt(i) + MASK_AT);
    }

    private long offset(int i, int dimension) {
        return LittleEndian.i64(image, keyAt(i) + OFFSETS_AT + Long.BYTES * dimension);
    }

    private long[] offsets(int i) {
        long[] offsets = new long[dimensions.length];
        Arrays.setAll(offsets, d -> offset(i, d));
        return offsets;
    }

    /** Copies the offsets of a key without the one of the element. */
    void offsets(int i, long[] into) {
        for (int d = 0; d < into.length; d++) {
            into[d] = offset(i, d);
        }
    }

    /** Compares a key with the offsets of a chunk, which have 0 for the element. */
    int compare(int i, long[] offsets) {
        int at = keyAt(i) + OFFSETS_AT;
        for (long offset : offsets) {
            int compared = Long.compare(LittleEndian.i64(image, at), offset);
            if (compared != 0) {
                return compared;
            }
            at += Long.BYTES;
        }
        return LittleEndian.i64(image, at) == 0 ? 0 : 1;
    }

    /**
     * The child that has the chunk with these offsets, if it exists; -1 if it is less than all keys, the count if it is
     * not less than the last one. The node must have children.
     */
    int childOf(long[] offsets) {
        int low = 0;
        int high = count() + 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(middle, offsets) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    byte[] keyOf(long size, int mask, long[] offsets) {
        byte[] key = new byte[keyLength(dimensions)];
        LittleEndian.put(key, 0, Integer.BYTES, size);
        LittleEndian.put(key, MASK_AT, Integer.BYTES, mask & 0xFFFF_FFFFL);
        for (int d = 0; d < offsets.length; d++) {
            LittleEndian.put(key, OFFSETS_AT + Long.BYTES * d, Long.BYTES, offsets[d]);
        }
        return key;
    }

    /**
     * The last key of a tree whose last chunk has these offsets: one chunk more in each dimension, and one element more
     * in the last one.
     */
    byte[] keyAfter(long[] offsets) {
        byte[] key = new byte[keyLength(dimensions)];
        for (int d = 0; d < dimensions.length; d++) {
            long offset = (d < offsets.length ? offsets[d] : 0) + dimensions[d];
            LittleEndian.put(key, OFFSETS_AT + Long.BYTES * d, Long.BYTES, offset);
        }
        return key;
    }
}
