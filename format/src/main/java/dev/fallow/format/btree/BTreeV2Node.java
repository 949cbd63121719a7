package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.Arrays;
import java.util.Objects;

/**
 * Version 2 B-tree node: a leaf (level 0) or an internal node. O: size of offsets; the widths r, w and c follow from
 * the {@link BTreeV2Geometry}.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "BTLF" for a leaf, "BTIN" for an internal node
 *     1    version, 0
 *     1    type, as in the header
 *    n*r   records
 *   in an internal node, n + 1 times:
 *     O      address of the child
 *     w      number of records in the child
 *     c      if the child is not a leaf: number of records in it and all nodes below it
 *     4    checksum
 *          zeros, up to the node size
 * </pre>
 *
 * The number of records n is stored in the header (for the root) or in the parent, not in the node. Records in child i
 * come before record i, those in child i + 1 after it. At level 1, the totals of the children are their numbers of records. The
 * arrays are not copied.
 */
public record BTreeV2Node(
        BTreeV2Type type,
        int level,
        int count,
        byte[] records,
        long[] childAddresses,
        int[] childRecords,
        long[] childTotals) {
    /** The fields of a leaf. */
    public static final Layout LEAF = Layout.sealed(structure(0), "BTLF", "version:1 type:1 [record:V]");
    /** The fields of an internal node. */
    public static final Layout INTERNAL =
            Layout.sealed(structure(1), "BTIN", "version:1 type:1 [recordsAndChildren:16]");

    private static final long[] NO_ADDRESSES = {};
    private static final int[] NO_RECORDS = {};

    public BTreeV2Node {
        Objects.requireNonNull(type);
        int children = level == 0 ? 0 : count + 1;
        if (level < 0
                || count < 0
                || count == 0 && records.length > 0
                || count > 0 && records.length % count != 0
                || childAddresses.length != children
                || childRecords.length != children
                || childTotals.length != children) {
            throw new IllegalArgumentException("B-tree node of level " + level + ", " + count + " records in "
                    + records.length + " bytes, " + childAddresses.length + " children");
        }
    }

    /** A leaf. */
    public static BTreeV2Node leaf(BTreeV2Type type, int count, byte[] records) {
        return new BTreeV2Node(type, 0, count, records, NO_ADDRESSES, NO_RECORDS, NO_ADDRESSES);
    }

    /** The specification's name of a node of this level, for messages. */
    public static String structure(int level) {
        return level == 0 ? "version 2 B-tree leaf node" : "version 2 B-tree internal node";
    }

    /**
     * Reads a node. Refuses a type other than the header's, like libhdf5, and numbers of records that are impossible at
     * the node's level. The bytes after the checksum are ignored.
     *
     * @param level the depth of the tree for the root, otherwise the parent's level less 1
     * @param count the number of records, from the header or the parent
     */
    public static BTreeV2Node decode(FieldReader in, BTreeV2Geometry geometry, BTreeV2Type type, int level, int count) {
        FieldReader node = in.inner(geometry.nodeSize(), structure(level));
        if (count < 0 || count > geometry.maxRecords(level)) {
            throw node.fail("expected at most " + geometry.maxRecords(level) + " records, found " + count);
        }
        int from = node.position();
        node.begin(level == 0 ? LEAF : INTERNAL, 0);
        BTreeV2Type found = BTreeV2Type.decode(node);
        if (found != type) {
            throw node.fail("expected B-tree type " + type.number() + ", found " + found.number(), 1);
        }
        FieldReader used = node.at(0);
        used.skip(geometry.checksumOffset(level, count) - BTreeV2Geometry.PREFIX_LENGTH);
        used.checksumFrom(from);
        byte[] records = node.bytes((long) count * geometry.recordSize());
        if (level == 0) {
            return leaf(type, count, records);
        }
        long[] addresses = new long[count + 1];
        int[] counts = new int[count + 1];
        long[] totals = new long[count + 1];
        for (int i = 0; i <= count; i++) {
            addresses[i] = node.definedOffset();
            long childCount = node.unsigned(geometry.childCountWidth());
            if (childCount > geometry.maxRecords(level - 1)) {
                throw node.fail(
                        "expected a child of at most " + geometry.maxRecords(level - 1) + " records, found "
                                + childCount,
                        geometry.childCountWidth());
            }
            counts[i] = (int) childCount;
            totals[i] = childCount;
            if (level > 1) {
                int width = geometry.childTotalWidth(level - 1);
                totals[i] = node.unsigned(width);
                if (totals[i] < childCount || totals[i] > geometry.maxTotalRecords(level - 1)) {
                    throw node.fail(
                            "expected " + childCount + " to " + geometry.maxTotalRecords(level - 1)
                                    + " records in and below a child, found " + totals[i],
                            width);
                }
            }
        }
        return new BTreeV2Node(type, level, count, records, addresses, counts, totals);
    }

    /** Writes the node, padded to the node size. */
    public void encode(FieldWriter out, BTreeV2Geometry geometry) {
        if (count > geometry.maxRecords(level) || records.length != count * geometry.recordSize()) {
            throw new IllegalArgumentException("expected at most " + geometry.maxRecords(level) + " records of "
                    + geometry.recordSize() + " bytes, found " + count + " in " + records.length);
        }
        int from = out.position();
        out.begin(level == 0 ? LEAF : INTERNAL, 0).u8(type.number()).bytes(records);
        for (int i = 0; i < childAddresses.length; i++) {
            out.offset(childAddresses[i]).unsigned(childRecords[i], geometry.childCountWidth());
            if (level > 1) {
                out.unsigned(childTotals[i], geometry.childTotalWidth(level - 1));
            }
        }
        out.checksumFrom(from).zeros(geometry.nodeSize() - (out.position() - from));
    }

    /**
     * Writes the fields before the records, {@value BTreeV2Geometry#PREFIX_LENGTH} bytes, into the image of a new node.
     */
    public static void putPrefix(byte[] image, BTreeV2Type type, int level) {
        String signature = (level == 0 ? LEAF : INTERNAL).signature();
        for (int i = 0; i < signature.length(); i++) {
            image[i] = (byte) signature.charAt(i);
        }
        image[signature.length()] = 0;
        image[signature.length() + 1] = (byte) type.number();
    }

    /** A reader of record {@code i}. */
    public FieldReader record(int i, FieldSizes sizes) {
        Objects.checkIndex(i, count);
        int size = records.length / count;
        return FieldReader.of(records, i * size, (i + 1) * size, sizes, "version 2 B-tree record", -1);
    }

    /** The number of records in this node and all nodes below it. */
    public long totalRecords() {
        return count + Arrays.stream(childTotals).sum();
    }
}
