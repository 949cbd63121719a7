package dev.fallow.internal.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.internal.cache.Block;

/**
 * A live node of a group's version 1 B-tree. Its keys are offsets of names; key i + 1 is the last name below child i. See
 * {@link GroupBTreeNode} for the layout.
 */
final class GroupNode extends BTreeV1Node {
    private GroupNode(Block block, FieldSizes sizes, int internalK) {
        super(block, sizes, GroupBTreeNode.capacity(internalK), sizes.lengths());
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

    /** @param i 0 to count */
    long name(int i) {
        return LittleEndian.unsigned(image, keyAt(i), sizes.lengths());
    }

    /** The first child whose last name is not less than the search key; the count if there is none. */
    int childOf(GroupBTree.NameOrder order) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = low + high >>> 1;
            if (order.compare(name(middle + 1)) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void setName(int i, long nameOffset) {
        LittleEndian.put(image, keyAt(i), sizes.lengths(), nameOffset);
        block.markDirty();
    }

    /** The key of a name. */
    byte[] keyOf(long nameOffset) {
        byte[] key = new byte[sizes.lengths()];
        LittleEndian.put(key, 0, key.length, nameOffset);
        return key;
    }
}
