package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import java.util.Arrays;

/**
 * A live node of a version 1 B-tree: keys and children are read and patched in the block's image. With n children there
 * are n + 1 keys, one before each child and one behind the last; what a key is depends on the tree.
 */
public abstract class BTreeV1Node extends LiveBlock {
    private static final int LEVEL_AT = 5;
    private static final int COUNT_AT = 6;
    private static final int SIBLINGS_AT = 8;
    /** The maximum number of entries, which is stored in two bytes. */
    private static final int MOST_CHILDREN = 0xFFFF;

    /** The block's image, which a node never replaces. */
    protected final byte[] image;

    protected final FieldSizes sizes;
    private final int capacity;
    private final int keyLength;

    /**
     * @param capacity the maximum number of children that fit
     * @param keyLength in bytes
     */
    protected BTreeV1Node(Block block, FieldSizes sizes, int capacity, int keyLength) {
        super(block);
        image = block.image();
        this.sizes = sizes;
        this.capacity = Math.min(capacity, MOST_CHILDREN);
        this.keyLength = keyLength;
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    /** 0 if the children are not nodes of the tree. */
    public final int level() {
        return image[LEVEL_AT] & 0xFF;
    }

    public final int count() {
        return LittleEndian.u16(image, COUNT_AT);
    }

    public final int capacity() {
        return capacity;
    }

    public final boolean isFull() {
        return count() >= capacity;
    }

    public final long left() {
        return address(SIBLINGS_AT);
    }

    public final long right() {
        return address(SIBLINGS_AT + sizes.offsets());
    }

    private long address(int at) {
        int width = sizes.offsets();
        long stored = LittleEndian.unsigned(image, at, width);
        return width < 8 && stored == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : stored;
    }

    /** @param i 0 to count - 1 */
    public final long child(int i) {
        return LittleEndian.unsigned(image, keyAt(i) + keyLength, sizes.offsets());
    }

    /**
     * The position of a key in the image.
     *
     * @param i 0 to count
     */
    protected final int keyAt(int i) {
        return SIBLINGS_AT + 2 * sizes.offsets() + i * stride();
    }

    /** A copy of a key. */
    public final byte[] key(int i) {
        return Arrays.copyOfRange(image, keyAt(i), keyAt(i) + keyLength);
    }

    private int stride() {
        return keyLength + sizes.offsets();
    }

    private int end() {
        return keyAt(count()) + keyLength;
    }

    // ---- changing --------------------------------------------------------------------------------------------

    public final void setLeft(long sibling) {
        putAddress(SIBLINGS_AT, sibling);
    }

    public final void setRight(long sibling) {
        putAddress(SIBLINGS_AT + sizes.offsets(), sibling);
    }

    public final void setChild(int i, long child) {
        putAddress(keyAt(i) + keyLength, child);
    }

    /** @param key a copy of a key of this or another node of the tree */
    public final void setKey(int i, byte[] key) {
        System.arraycopy(key, 0, image, keyAt(i), keyLength);
        block.markDirty();
    }

    /** Makes a key equal to one of another node of the tree. */
    public final void copyKey(int i, BTreeV1Node other, int j) {
        System.arraycopy(other.image, other.keyAt(j), image, keyAt(i), keyLength);
        block.markDirty();
    }

    /** Inserts a child with the key before it; those from {@code i} on move. There must be room. */
    public final void insert(int i, byte[] key, long child) {
        assert count() < capacity : "a full node: " + count();
        int from = keyAt(i);
        System.arraycopy(image, from, image, from + stride(), end() - from);
        setCount(count() + 1);
        setKey(i, key);
        setChild(i, child);
    }

    /** Removes child {@code i} with the key before it. */
    public final void removeWithKeyBefore(int i) {
        removeFrom(keyAt(i));
    }

    /** Removes child {@code i} with the key behind it. */
    public final void removeWithKeyBehind(int i) {
        removeFrom(keyAt(i) + keyLength);
    }

    /** Removes a child and a key, which are adjacent. */
    private void removeFrom(int from) {
        int end = end();
        System.arraycopy(image, from + stride(), image, from, end - from - stride());
        Arrays.fill(image, end - stride(), end, (byte) 0);
        setCount(count() - 1);
    }

    /** Makes a root without children an empty leaf again. */
    public final void clear() {
        Arrays.fill(image, keyAt(0), image.length, (byte) 0);
        image[LEVEL_AT] = 0;
        setCount(0);
    }

    /** Gives an empty node its first child. */
    public final void setOnly(byte[] before, long child, byte[] behind) {
        setCount(1);
        setKey(0, before);
        setChild(0, child);
        setKey(1, behind);
    }

    /** Moves the children from {@code i} on to an empty node, which becomes the right sibling. */
    public final void divide(int i, BTreeV1Node target) {
        int end = end();
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
    public final void becomeParent(BTreeV1Node lower, BTreeV1Node right) {
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
}
