package dev.fallow.internal.chunk;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import java.util.Arrays;

/**
 * A live node of a version 1 B-tree of chunks: keys and children are read and patched in the block's image. With n
 * children there are n + 1 keys; child i has the chunks from key i to before key i + 1. See {@link ChunkBTreeNode} for
 * the layout.
 */
final class ChunkNode extends LiveBlock {
    private static final int LEVEL_AT = 5;
    private static final int COUNT_AT = 6;
    private static final int SIBLINGS_AT = 8;
    private static final int MASK_AT = 4;
    private static final int OFFSETS_AT = 8;

    private final FieldSizes sizes;
    private final long[] dimensions;
    private final int keyLength;

    private ChunkNode(Block block, FieldSizes sizes, long[] dimensions) {
        super(block);
        this.sizes = sizes;
        this.dimensions = dimensions;
        keyLength = OFFSETS_AT + Long.BYTES * dimensions.length;
    }

    /**
     * A node read from the file; checked here.
     *
     * @param dimensions of a chunk, then the element size
     */
    static ChunkNode loaded(Block block, FieldSizes sizes, int chunkK, long[] dimensions) {
        ChunkBTreeNode.decode(
                FieldReader.of(block.image(), sizes, ChunkBTreeNode.STRUCTURE, block.address()), chunkK, dimensions);
        ChunkNode node = new ChunkNode(block, sizes, dimensions);
        node.requireOrder();
        return node;
    }

    private void requireOrder() {
        for (int i = 0; i < count(); i++) {
            if (Arrays.compare(offsets(i), offsets(i + 1)) >= 0) {
                throw new FormatException(
                        ChunkBTreeNode.STRUCTURE,
                        address() + keyAt(i + 1),
                        "expected a key greater than %s, found %s"
                                .formatted(Arrays.toString(offsets(i)), Arrays.toString(offsets(i + 1))));
            }
        }
    }

    /** @throws FormatException if it is not a node of this level, or of chunks of other dimensions */
    void require(int level, long[] wanted) {
        if (level() != level) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE, address(), "expected a node of level " + level + ", found " + level());
        }
        require(wanted);
    }

    /** @throws FormatException if it is a node for chunks of other dimensions */
    void require(long[] wanted) {
        if (!Arrays.equals(dimensions, wanted)) {
            throw new FormatException(
                    ChunkBTreeNode.STRUCTURE,
                    address(),
                    "expected keys of chunks of %s, found %s"
                            .formatted(Arrays.toString(wanted), Arrays.toString(dimensions)));
        }
    }

    /** 0 if the children are chunks. */
    int level() {
        return block.image()[LEVEL_AT] & 0xFF;
    }

    int count() {
        return LittleEndian.u16(block.image(), COUNT_AT);
    }

    /** @param i 0 to count - 1 */
    long child(int i) {
        return LittleEndian.unsigned(block.image(), childAt(i), sizes.offsets());
    }

    /** The size of the chunk of a key in bytes. */
    long size(int i) {
        return LittleEndian.unsigned(block.image(), keyAt(i), Integer.BYTES);
    }

    /** The filter mask of the chunk of a key. */
    int mask(int i) {
        return LittleEndian.i32(block.image(), keyAt(i) + MASK_AT);
    }

    /** The offset of a key in a dimension, in elements. */
    long offset(int i, int dimension) {
        return LittleEndian.i64(block.image(), keyAt(i) + OFFSETS_AT + Long.BYTES * dimension);
    }

    private long[] offsets(int i) {
        long[] offsets = new long[dimensions.length];
        for (int d = 0; d < offsets.length; d++) {
            offsets[d] = offset(i, d);
        }
        return offsets;
    }

    /** Copies the offsets of a key without the one of the element. */
    void offsets(int i, long[] into) {
        for (int d = 0; d < into.length; d++) {
            into[d] = offset(i, d);
        }
    }

    /** Whether a key has these offsets, and 0 for the element. */
    boolean is(int i, long[] offsets) {
        return compare(i, offsets) == 0;
    }

    /** Compares a key with offsets, followed by 0 for the element. */
    int compare(int i, long[] offsets) {
        byte[] image = block.image();
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

    /** The child whose keys surround these offsets; -1 if they are less than all keys, the count if not less than the last. */
    int childOf(long[] offsets) {
        int low = 0;
        int high = count() + (count() == 0 ? 0 : 1);
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

    private int stride() {
        return keyLength + sizes.offsets();
    }

    private int keyAt(int i) {
        return SIBLINGS_AT + 2 * sizes.offsets() + i * stride();
    }

    private int childAt(int i) {
        return keyAt(i) + keyLength;
    }
}
