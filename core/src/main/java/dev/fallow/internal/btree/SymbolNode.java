package dev.fallow.internal.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import java.util.Arrays;

/** A live symbol table node: entries are read and patched in the block's image. See {@link SymbolTableNode}. */
final class SymbolNode extends LiveBlock {
    private static final int COUNT_AT = 6;
    /** The maximum number of symbols, which is stored in two bytes. */
    private static final int MOST_SYMBOLS = 0xFFFF;

    private final FieldSizes sizes;
    private final int capacity;
    private final int entryLength;

    private SymbolNode(Block block, FieldSizes sizes, int leafK) {
        super(block);
        this.sizes = sizes;
        this.capacity = Math.min(SymbolTableNode.capacity(leafK), MOST_SYMBOLS);
        this.entryLength = SymbolTableEntry.length(sizes);
    }

    /** A node read from the file; checked here. */
    static SymbolNode loaded(Block block, FieldSizes sizes, int leafK) {
        SymbolTableNode.decode(FieldReader.of(block.image(), sizes, SymbolTableNode.STRUCTURE, block.address()), leafK);
        return new SymbolNode(block, sizes, leafK);
    }

    /** A node whose image was created here. */
    static SymbolNode created(Block block, FieldSizes sizes, int leafK) {
        return new SymbolNode(block, sizes, leafK);
    }

    int count() {
        return (int) LittleEndian.unsigned(block.image(), COUNT_AT, 2);
    }

    boolean isFull() {
        return count() >= capacity;
    }

    /** The number of entries that stay here when the node is split. */
    int half() {
        return capacity / 2;
    }

    long nameOffset(int i) {
        return LittleEndian.unsigned(block.image(), entryAt(i), sizes.lengths());
    }

    SymbolTableEntry entry(int i) {
        int at = entryAt(i);
        return SymbolTableEntry.decode(FieldReader.of(
                block.image(), at, at + entryLength, sizes, SymbolTableNode.STRUCTURE, block.address() + at));
    }

    /** The position of the first name that is not less than the search key; the count if there is none. */
    int position(GroupBTree.NameOrder order) {
        int low = 0;
        int high = count();
        while (low < high) {
            int middle = low + high >>> 1;
            if (order.compare(nameOffset(middle)) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** @param entry the encoded entry */
    void insert(int i, byte[] entry) {
        byte[] image = block.image();
        int count = count();
        assert count < capacity : "a full node: " + count;
        int at = entryAt(i);
        System.arraycopy(image, at, image, at + entryLength, (count - i) * entryLength);
        System.arraycopy(entry, 0, image, at, entryLength);
        setCount(count + 1);
    }

    void remove(int i) {
        byte[] image = block.image();
        int last = count() - 1;
        int at = entryAt(i);
        System.arraycopy(image, at + entryLength, image, at, (last - i) * entryLength);
        Arrays.fill(image, entryAt(last), entryAt(last) + entryLength, (byte) 0);
        setCount(last);
    }

    /** Moves the entries after the first {@link #half} to an empty node. */
    void divide(SymbolNode target) {
        byte[] image = block.image();
        int moved = count() - half();
        int from = entryAt(half());
        System.arraycopy(image, from, target.block.image(), entryAt(0), moved * entryLength);
        target.setCount(moved);
        Arrays.fill(image, from, from + moved * entryLength, (byte) 0);
        setCount(half());
    }

    private void setCount(int count) {
        LittleEndian.put16(block.image(), COUNT_AT, count);
        block.markDirty();
    }

    private int entryAt(int i) {
        return SymbolTableNode.PREFIX_LENGTH + i * entryLength;
    }
}
