package dev.fallow.format.btree;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Widths;

/**
 * The capacity of the nodes of a version 2 B-tree, and the widths of the fields of child pointers. Level 0 is a leaf;
 * the root is at the level equal to the header's depth.
 *
 * <p>With s the node size, r the record size, O the size of offsets, and bytes(n) the number of bytes for numbers up to
 * n:
 *
 * <pre>
 *   M(0) = (s - 10) / r                      most records of a leaf
 *   w    = bytes(M(0))                       width of the number of records in a child, on all levels
 *   p(d) = O + w + c(d - 1)                  bytes of a child pointer in a node of level d
 *   M(d) = (s - 10 - p(d)) / (r + p(d))      most records of an internal node
 *   C(0) = M(0); C(d) = (M(d) + 1) * C(d - 1) + M(d)     most records of a node and all below it
 *   c(0) = 0; c(d) = bytes(C(d))             width of the number of records in a child and all below it
 * </pre>
 */
public final class BTreeV2Geometry {
    /** The length of the other fields of a node, in bytes: signature, version, type, checksum. */
    public static final int OVERHEAD = 10;
    /** The most records of a node: their number has 16 bits. */
    private static final int LARGEST_COUNT = 0xFFFF;
    /** The length of the fields before the first record, in bytes. */
    public static final int PREFIX_LENGTH = 6;

    private final int offsets;
    private final int nodeSize;
    private final int recordSize;
    private final int splitPercent;
    private final int mergePercent;
    private final int[] maxRecords;
    private final long[] maxTotals;
    private final int[] childTotalWidths;
    private int childCountWidth;

    /** The geometry of a tree of this depth. */
    public BTreeV2Geometry(
            FieldSizes sizes, int nodeSize, int recordSize, int splitPercent, int mergePercent, int depth) {
        FieldWriter.refuse("", problem(sizes, nodeSize, recordSize, splitPercent, mergePercent, depth));
        offsets = sizes.offsets();
        this.nodeSize = nodeSize;
        this.recordSize = recordSize;
        this.splitPercent = splitPercent;
        this.mergePercent = mergePercent;
        maxRecords = new int[depth + 1];
        maxTotals = new long[depth + 1];
        childTotalWidths = new int[depth + 1];
        for (int level = 0; level <= depth; level++) {
            maxRecords[level] = capacity(nodeSize, recordSize, level == 0 ? 0 : pointerLength(level));
            maxTotals[level] = total(maxRecords[level], level == 0 ? 0 : maxTotals[level - 1]);
            if (level == 0) {
                childCountWidth = Widths.bytesFor(maxRecords[0]);
            } else {
                childTotalWidths[level] = Widths.bytesFor(maxTotals[level]);
            }
        }
    }

    /**
     * The reason why these numbers do not describe a tree, or null. Examines only possible levels, regardless of the
     * stored depth.
     */
    static String problem(
            FieldSizes sizes, long nodeSize, int recordSize, int splitPercent, int mergePercent, int depth) {
        if (recordSize < 1 || nodeSize < OVERHEAD + recordSize || nodeSize > Integer.MAX_VALUE) {
            return "expected a node of " + (OVERHEAD + Math.max(1, recordSize)) + " to " + Integer.MAX_VALUE
                    + " bytes, found " + nodeSize;
        }
        if (splitPercent < 1 || splitPercent > 100 || mergePercent < 1 || mergePercent > 100) {
            return "expected split and merge of 1 to 100 percent, found " + splitPercent + " and " + mergePercent;
        }
        int leaf = capacity((int) nodeSize, recordSize, 0);
        long total = leaf;
        for (int level = 1; level <= depth; level++) {
            int pointer = sizes.offsets() + Widths.bytesFor(leaf) + (level == 1 ? 0 : Widths.bytesFor(total));
            int records = capacity((int) nodeSize, recordSize, pointer);
            if (records < 1) {
                return "expected a node with room for a record at level " + level + ", found " + nodeSize + " bytes";
            }
            if (total > (Long.MAX_VALUE - records) / (records + 1L)) {
                return "expected a depth of less than " + level + ", found " + depth;
            }
            total = total(records, total);
        }
        return null;
    }

    private static int capacity(int nodeSize, int recordSize, int pointerLength) {
        return (int) (((long) nodeSize - OVERHEAD - pointerLength) / (recordSize + pointerLength));
    }

    private static long total(int records, long childTotal) {
        return childTotal == 0 ? records : (records + 1L) * childTotal + records;
    }

    /** The level of the root. */
    public int depth() {
        return maxRecords.length - 1;
    }

    /** Bytes of a node. */
    public int nodeSize() {
        return nodeSize;
    }

    /** Bytes of a record. */
    public int recordSize() {
        return recordSize;
    }

    /** The maximum number of records in a node of this level. */
    public int maxRecords(int level) {
        return maxRecords[level];
    }

    /** The maximum number of records in a node of this level and all nodes below it. */
    public long maxTotalRecords(int level) {
        return maxTotals[level];
    }

    /** The number of records at which libhdf5 splits a node of this level. */
    public int splitCount(int level) {
        return (int) ((long) maxRecords[level] * splitPercent / 100);
    }

    /**
     * The number of records at which libhdf5 merges a node of this level or moves records into it. libhdf5 tests for
     * exactly this number, so only the root may have fewer.
     */
    public int mergeCount(int level) {
        return (int) ((long) maxRecords[level] * mergePercent / 100);
    }

    /**
     * The reason why nodes cannot be split and merged, or null: they are too small, or the percentages are too close. libhdf5 creates no
     * such tree.
     */
    public String editProblem() {
        for (int level = 0; level <= depth(); level++) {
            int split = splitCount(level);
            int merge = Math.max(1, mergeCount(level));
            if (split < 2 * merge || maxRecords[level] > LARGEST_COUNT) {
                return "nodes that are split at %d of %d records and merged at %d cannot be edited"
                        .formatted(split, maxRecords[level], merge);
            }
        }
        return null;
    }

    /** The width of the number of records in a child, in bytes. */
    public int childCountWidth() {
        return childCountWidth;
    }

    /**
     * The width in bytes of the number of records in a child of this level and all nodes below it; 0 for a leaf, for
     * which it is not stored.
     */
    public int childTotalWidth(int childLevel) {
        return childTotalWidths[childLevel];
    }

    /** Bytes of a child pointer in a node of this level, 1 or more. */
    public int pointerLength(int level) {
        return offsets + childCountWidth() + childTotalWidth(level - 1);
    }

    /** The position of record {@code i} in a node. */
    public int recordOffset(int i) {
        return PREFIX_LENGTH + i * recordSize;
    }

    /** The position of child pointer {@code i} in a node of this level, at least 1, with this many records. */
    public int pointerOffset(int level, int records, int i) {
        return recordOffset(records) + i * pointerLength(level);
    }

    /** The position of the checksum in a node of this level with this many records: after the used part. */
    public int checksumOffset(int level, int records) {
        return level == 0 ? recordOffset(records) : pointerOffset(level, records, records + 1);
    }
}
