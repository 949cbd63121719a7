package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import java.util.Arrays;

/**
 * A live node of a group's version 1 B-tree: keys and children are read and patched in the block's image. With n
 * children there are n + 1 keys; key i + 1 is the last name below child i. See {@link GroupBTreeNode} for the layout.
 */
final class GroupNode extends LiveBlock {
    private static final int LEVEL_AT = 5;
    private static final int COUNT_AT = 6;
    private static final int SIBLINGS_AT = 8;
    /** The maximum number of entries, which is stored in two bytes. */
    private static final int MOST_CHILDREN = 0xFFFF;

    private final FieldSizes sizes;
    private final int capacity;

    private GroupNode(Block block, FieldSizes sizes, int internalK) {
        super(block);
        this.sizes = sizes;
        this.capacity = Math.min(GroupBTreeNode.capacity(internalK), MOST_CHILDREN);
    }

    /** A node read from the file; checked here. */
    static GroupNode loaded(Block block, FieldSizes sizes, int internalK) {
        GroupBTreeNode.decode(
                FieldReader.of(block.image(), sizes, GroupBTreeNode.STRUCTURE, block.address()), internalK);
        return new GroupNode(block, sizes, internalK);
    }

    /** A node whose image was created here. */
    static GroupNode created(Block block, FieldSizes sizes, int internalK) {
        return new GroupNode(block, sizes, internalK);
    }

    /** 0 if the children are symbol table nodes. */
    int level() {
        return block.image()[LEVEL_AT] & 0xFF;
    }

    int count() {
        return (int) LittleEndian.unsigned(block.image(), COUNT_AT, 2);
    }

    boolean isFull() {
        return count() >= capacity;
    }

    long left() {
        return address(SIBLINGS_AT);
    }

    long right() {
        return address(SIBLINGS_AT + sizes.offsets());
    }

    /** @param i 0 to count */
    long key(int i) {
        return LittleEndian.unsigned(block.image(), keyAt(i), sizes.lengths());
    }

    /** @param i 0 to count - 1 */
    long child(int i) {
        return LittleEndian.unsigned(block.image(), childAt(i), sizes.offsets());
    }

    /** The first child whose last name is not less than the search key; the count if there is none. */
    int childOf(GroupBTree.NameOrder order) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = low + high >>> 1;
            if (order.compare(key(middle + 1)) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void setLeft(long sibling) {
        putAddress(SIBLINGS_AT, sibling);
    }

    void setRight(long sibling) {
        putAddress(SIBLINGS_AT + sizes.offsets(), sibling);
    }

    void setKey(int i, long nameOffset) {
        LittleEndian.put(block.image(), keyAt(i), sizes.lengths(), nameOffset);
        block.markDirty();
    }

    /** Gives an empty root a single child: a symbol table node with one name. */
    void setOnly(long child, long nameOffset) {
        setCount(1);
        setKey(0, 0); // the empty name
        putAddress(childAt(0), child);
        setKey(1, nameOffset);
    }

    /** Inserts a child after child {@code i}, which was split: {@code middle} is now its last name. */
    void insertBehind(int i, long middle, long child) {
        byte[] image = block.image();
        int count = count();
        assert count < capacity : "a full node: " + count;
        int from = keyAt(i + 1);
        int stride = stride();
        System.arraycopy(image, from, image, from + stride, keyAt(count) + sizes.lengths() - from);
        setCount(count + 1);
        setKey(i + 1, middle);
        putAddress(childAt(i + 1), child);
    }

    /** Removes child {@code i} and its last name. */
    void remove(int i) {
        byte[] image = block.image();
        int count = count();
        int from = childAt(i);
        int end = keyAt(count) + sizes.lengths();
        // child i and key i + 1 are adjacent
        System.arraycopy(image, from + stride(), image, from, end - from - stride());
        Arrays.fill(image, end - stride(), end, (byte) 0);
        setCount(count - 1);
        block.markDirty();
    }

    /** Makes a root without children an empty leaf again. */
    void clear() {
        byte[] image = block.image();
        Arrays.fill(image, keyAt(0), image.length, (byte) 0);
        image[LEVEL_AT] = 0;
        setCount(0);
    }

    /** Moves the children from {@code i} on to an empty node, which becomes the right sibling. */
    void divide(int i, GroupNode target) {
        byte[] image = block.image();
        int end = keyAt(count()) + sizes.lengths();
        int from = keyAt(i);
        System.arraycopy(image, from, target.block.image(), keyAt(0), end - from);
        target.block.image()[LEVEL_AT] = image[LEVEL_AT];
        target.setCount(count() - i);
        target.setLeft(address());
        target.setRight(right());
        setRight(target.address());
        Arrays.fill(image, from + sizes.lengths(), end, (byte) 0);
        setCount(i);
    }

    /** Makes this the parent of {@code lower}, to which its children have moved, and of {@code right}. */
    void becomeParent(GroupNode lower, GroupNode right) {
        int level = lower.level() + 1;
        clear();
        block.image()[LEVEL_AT] = (byte) level;
        setLeft(Addresses.UNDEFINED);
        setRight(Addresses.UNDEFINED);
        setCount(2);
        setKey(0, lower.key(0));
        putAddress(childAt(0), lower.address());
        setKey(1, right.key(0));
        putAddress(childAt(1), right.address());
        setKey(2, right.key(right.count()));
    }

    private void setCount(int count) {
        LittleEndian.put16(block.image(), COUNT_AT, count);
        block.markDirty();
    }

    private long address(int at) {
        long stored = LittleEndian.unsigned(block.image(), at, sizes.offsets());
        int width = sizes.offsets();
        return width < 8 && stored == (1L << 8 * width) - 1 ? Addresses.UNDEFINED : stored;
    }

    private void putAddress(int at, long address) {
        LittleEndian.put(block.image(), at, sizes.offsets(), address);
        block.markDirty();
    }

    private int stride() {
        return sizes.lengths() + sizes.offsets();
    }

    private int keyAt(int i) {
        return SIBLINGS_AT + 2 * sizes.offsets() + i * stride();
    }

    private int childAt(int i) {
        return keyAt(i) + sizes.lengths();
    }
}
