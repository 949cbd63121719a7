package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.LiveBlock;
import java.util.Arrays;

/**
 * A live node of a version 2 B-tree, searched and patched in its image. Records come first, followed directly by child
 * pointers, which therefore move with each inserted or removed record; then the checksum, then zeros.
 */
final class LiveNode extends LiveBlock {
    private final long tree;
    /** The block's image, which a node never replaces. */
    private final byte[] image;

    private final BTreeV2Geometry geometry;
    private final int level;
    private final int recordSize;
    /** The size of a child pointer in bytes; 0 in a leaf. */
    private final int pointerLength;

    private final int addressWidth;
    private int count;
    private long total;

    /**
     * A loaded node, or a new one without records; the caller adds the children of an internal node.
     *
     * @param tree the address of the tree's header
     * @param geometry of a tree that has this level
     */
    LiveNode(long tree, Block block, BTreeV2Geometry geometry, int level, int count, long total) {
        super(block);
        this.tree = tree;
        image = block.image();
        this.geometry = geometry;
        this.level = level;
        this.count = count;
        this.total = total;
        recordSize = geometry.recordSize();
        pointerLength = level == 0 ? 0 : geometry.pointerLength(level);
        addressWidth =
                pointerLength - (level == 0 ? 0 : geometry.childCountWidth() + geometry.childTotalWidth(level - 1));
        block.checksumAt(geometry.checksumOffset(level, count));
    }

    byte[] image() {
        return image;
    }

    int level() {
        return level;
    }

    /** The number of records. */
    int count() {
        return count;
    }

    /** The number of records in this node and its descendants. */
    long total() {
        return total;
    }

    int recordSize() {
        return recordSize;
    }

    int pointerLength() {
        return pointerLength;
    }

    /** The position of record {@code i} in the image. */
    int recordAt(int i) {
        return BTreeV2Geometry.PREFIX_LENGTH + i * recordSize;
    }

    /** The position of child pointer {@code i} in the image. */
    int pointerAt(int i) {
        return recordAt(count) + i * pointerLength;
    }

    long childAddress(int i) {
        return LittleEndian.unsigned(image, pointerAt(i), addressWidth);
    }

    int childCount(int i) {
        return (int) LittleEndian.unsigned(image, pointerAt(i) + addressWidth, geometry.childCountWidth());
    }

    long childTotal(int i) {
        return childTotalAt(image, pointerAt(i));
    }

    private long childTotalAt(byte[] source, int pointer) {
        int countWidth = geometry.childCountWidth();
        int at = pointer + addressWidth;
        return level == 1
                ? LittleEndian.unsigned(source, at, countWidth)
                : LittleEndian.unsigned(source, at + countWidth, geometry.childTotalWidth(level - 1));
    }

    /**
     * Checks the node's identity. A damaged tree may refer to a node in several ways.
     *
     * @throws FormatException if the node differs
     */
    void require(long wantedTree, int wantedLevel, int wantedCount, long wantedTotal) {
        if (tree != wantedTree || level != wantedLevel || count != wantedCount) {
            throw new FormatException(
                    BTreeV2Node.structure(wantedLevel),
                    address(),
                    "expected %d records at level %d of the tree at address %d, found %d at level %d of the one at %d"
                            .formatted(wantedCount, wantedLevel, wantedTree, count, level, tree));
        }
        if (total != wantedTotal) {
            throw new FormatException(
                    BTreeV2Node.structure(wantedLevel),
                    address(),
                    "expected " + wantedTotal + " records, found " + total);
        }
    }

    /** Writes the address and counts of a child to pointer {@code i}. */
    void putPointer(int i, LiveNode child) {
        int at = pointerAt(i);
        putPointer(image, at, child.address(), child.count, child.total);
        block.markDirty(at, at + pointerLength);
    }

    /** Puts the bytes of a pointer to a child into an array. */
    void putPointer(byte[] target, int at, long childAddress, int childCount, long childTotal) {
        int countWidth = geometry.childCountWidth();
        LittleEndian.put(target, at, addressWidth, childAddress);
        LittleEndian.put(target, at + addressWidth, countWidth, childCount);
        if (level > 1) {
            LittleEndian.put(target, at + addressWidth + countWidth, geometry.childTotalWidth(level - 1), childTotal);
        }
    }

    /** The bytes of a pointer to a child. */
    byte[] pointerTo(LiveNode child) {
        byte[] pointer = new byte[pointerLength];
        putPointer(pointer, 0, child.address(), child.count, child.total);
        return pointer;
    }

    /** Adds to the number of records in this node and its descendants. */
    void addToTotal(long difference) {
        total += difference;
    }

    /** Replaces record {@code i}. */
    void putRecord(int i, byte[] source, int from) {
        int at = recordAt(i);
        System.arraycopy(source, from, image, at, recordSize);
        block.markDirty(at, at + recordSize);
    }

    /**
     * Inserts a record before record {@code i}, and in an internal node a pointer to the child after it. There must be
     * room. The caller updates the total.
     */
    void insert(int i, byte[] record, byte[] pointer) {
        assert count < geometry.maxRecords(level) : count + " records";
        int pointers = pointerAt(0);
        if (level > 0) {
            int behind = (i + 1) * pointerLength;
            int end = pointerAt(count + 1);
            System.arraycopy(
                    image,
                    pointers + behind,
                    image,
                    pointers + behind + recordSize + pointerLength,
                    end - pointers - behind);
            System.arraycopy(image, pointers, image, pointers + recordSize, behind);
            System.arraycopy(pointer, 0, image, pointers + recordSize + behind, pointerLength);
        }
        System.arraycopy(image, recordAt(i), image, recordAt(i + 1), (count - i) * recordSize);
        System.arraycopy(record, 0, image, recordAt(i), recordSize);
        counted(count + 1, i);
    }

    /**
     * Removes record {@code i}, and in an internal node the pointer to the child after it. The caller updates the
     * total.
     */
    void remove(int i) {
        int pointers = pointerAt(0);
        int end = pointerAt(count + 1);
        System.arraycopy(image, recordAt(i + 1), image, recordAt(i), (count - i - 1) * recordSize);
        if (level > 0) {
            int before = (i + 1) * pointerLength;
            System.arraycopy(image, pointers, image, pointers - recordSize, before);
            System.arraycopy(
                    image,
                    pointers + before + pointerLength,
                    image,
                    pointers - recordSize + before,
                    end - pointers - before - pointerLength);
        }
        counted(count - 1, i);
    }

    /**
     * Replaces all records and pointers, and counts them.
     *
     * @param first the first of {@code records} to copy; in an internal node also the first pointer
     */
    void fill(byte[] records, byte[] pointers, int first, int number) {
        System.arraycopy(records, first * recordSize, image, recordAt(0), number * recordSize);
        long sum = number;
        if (level > 0) {
            int from = first * pointerLength;
            System.arraycopy(pointers, from, image, recordAt(number), (number + 1) * pointerLength);
            for (int i = 0; i <= number; i++) {
                sum += childTotalAt(pointers, from + i * pointerLength);
            }
        }
        total = sum;
        counted(number, 0);
    }

    /** @param firstChanged the first record that has changed, moved or gone */
    private void counted(int now, int firstChanged) {
        int formerEnd = geometry.checksumOffset(level, count) + Integer.BYTES;
        count = now;
        int at = geometry.checksumOffset(level, now);
        if (at + Integer.BYTES < formerEnd) {
            Arrays.fill(image, at + Integer.BYTES, formerEnd, (byte) 0);
        }
        block.checksumAt(at);
        block.markDirty(recordAt(firstChanged), Math.max(formerEnd, at + Integer.BYTES));
    }
}
