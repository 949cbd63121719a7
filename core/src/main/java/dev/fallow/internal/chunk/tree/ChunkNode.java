package dev.fallow.internal.chunk.tree;

import dev.fallow.format.Addresses;
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
    /** The maximum number of entries, which is stored in two bytes. */
    private static final int MOST_CHILDREN = 0xFFFF;

    /** The block's image, which a node never replaces. */
    private final byte[] image;

    private final FieldSizes sizes;
    private final int chunkK;
    private final long[] dimensions;
    private final int keyLength;

    private ChunkNode(Block block, FieldSizes sizes, int chunkK, long[] dimensions) {
        super(block);
        image = block.image();
        this.sizes = sizes;
        this.chunkK = chunkK;
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

    /** 0 if the children are chunks. */
    int level() {
        return image[LEVEL_AT] & 0xFF;
    }

    int count() {
        return LittleEndian.u16(image, COUNT_AT);
    }

    int capacity() {
        return Math.min(ChunkBTreeNode.capacity(chunkK), MOST_CHILDREN);
    }

    boolean isFull() {
        return count() >= capacity();
    }

    long left() {
        return address(SIBLINGS_AT);
    }

    long right() {
        return address(SIBLINGS_AT + sizes.offsets());
    }

    private long address(int at) {
        int width = sizes.offsets();
        long stored = LittleEndian.unsigned(image, at, width);
        return width < 8 && stored == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : stored;
    }

    /** @param i 0 to count - 1 */
    long child(int i) {
        return LittleEndian.unsigned(image, childAt(i), sizes.offsets());
    }

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

    /** A copy of a key. */
    byte[] key(int i) {
        return Arrays.copyOfRange(image, keyAt(i), keyAt(i) + keyLength);
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

    // ---- changing --------------------------------------------------------------------------------------------

    void setLeft(long sibling) {
        putAddress(SIBLINGS_AT, sibling);
    }

    void setRight(long sibling) {
        putAddress(SIBLINGS_AT + sizes.offsets(), sibling);
    }

    void setChild(int i, long child) {
        putAddress(childAt(i), child);
    }

    /** @param key a copy of a key of this or another node of the tree */
    void setKey(int i, byte[] key) {
        System.arraycopy(key, 0, image, keyAt(i), keyLength);
        block.markDirty();
    }

    /** The key of a chunk. */
    byte[] keyOf(long size, int mask, long[] offsets) {
        byte[] key = new byte[keyLength];
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
        byte[] key = new byte[keyLength];
        for (int d = 0; d < dimensions.length; d++) {
            long offset = (d < offsets.length ? offsets[d] : 0) + dimensions[d];
            LittleEndian.put(key, OFFSETS_AT + Long.BYTES * d, Long.BYTES, offset);
        }
        return key;
    }

    /** Inserts a child with its first key; those from {@code i} on move. The last key stays. There must be room. */
    void insert(int i, byte[] key, long child) {
        int count = count();
        assert count < capacity() : "a full node: " + count;
        int from = keyAt(i);
        System.arraycopy(image, from, image, from + stride(), keyAt(count) + keyLength - from);
        setCount(count + 1);
        setKey(i, key);
        setChild(i, child);
    }

    /** Removes child {@code i} with its first key. The last key stays. */
    void remove(int i) {
        int count = count();
        int from = keyAt(i);
        int end = keyAt(count) + keyLength;
        System.arraycopy(image, from + stride(), image, from, end - from - stride());
        Arrays.fill(image, end - stride(), end, (byte) 0);
        setCount(count - 1);
    }

    /** Makes a root without children an empty leaf again. */
    void clear() {
        Arrays.fill(image, keyAt(0), image.length, (byte) 0);
        image[LEVEL_AT] = 0;
        setCount(0);
    }

    /** Gives an empty leaf its first chunk. */
    void setOnly(byte[] key, long child, byte[] last) {
        setCount(1);
        setKey(0, key);
        setChild(0, child);
        setKey(1, last);
    }

    /** Moves the children from {@code i} on to an empty node, which becomes the right sibling. */
    void divide(int i, ChunkNode target) {
        int end = keyAt(count()) + keyLength;
        int from = keyAt(i);
        System.arraycopy(image, from, target.image, keyAt(0), end - from);
        target.image[LEVEL_AT] = image[LEVEL_AT];
        target.setCount(count() - i);
        target.setLeft(address());
        target.setRight(right());
        setRight(target.address());
        Arrays.fill(image, from + keyLength, end, (byte) 0);
        setCount(i);
    }

    /** Makes this the parent of {@code lower}, to which its children have moved, and of {@code right}. */
    void becomeParent(ChunkNode lower, ChunkNode right) {
        int level = lower.level() + 1;
        clear();
        image[LEVEL_AT] = (byte) level;
        setLeft(Addresses.UNDEFINED);
        setRight(Addresses.UNDEFINED);
        setOnly(lower.key(0), lower.address(), right.key(right.count()));
        insert(1, right.key(0), right.address());
    }

    private void setCount(int count) {
        LittleEndian.put16(image, COUNT_AT, count);
        block.markDirty();
    }

    private void putAddress(int at, long address) {
        LittleEndian.put(image, at, sizes.offsets(), address);
        block.markDirty();
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
