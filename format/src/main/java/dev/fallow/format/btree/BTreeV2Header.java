package dev.fallow.format.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;

/**
 * Version 2 B-tree header, version 0. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "BTHD"
 *     1    version, 0
 *     1    type: see {@link BTreeV2Type}
 *     4    node size, in bytes
 *     2    record size, in bytes
 *     2    depth: level of the root, 0 if it is a leaf
 *     1    split percent, 1 to 100
 *     1    merge percent, 1 to 100
 *     O    root node address, or undefined if there are no records
 *     2    number of records in the root node
 *     L    number of records in the tree
 *     4    checksum
 * </pre>
 */
public record BTreeV2Header(
        BTreeV2Type type,
        int nodeSize,
        int recordSize,
        int depth,
        int splitPercent,
        int mergePercent,
        long rootAddress,
        int rootRecords,
        long totalRecords) {
    /** Node size of the trees of links, attributes and huge objects, in bytes. */
    public static final int DENSE_NODE_SIZE = 512;
    /** Node size of the trees of chunks, in bytes. */
    public static final int CHUNK_NODE_SIZE = 2048;
    /** Split percent of all of libhdf5's trees. */
    public static final int SPLIT_PERCENT = 100;
    /** Merge percent of all of libhdf5's trees. */
    public static final int MERGE_PERCENT = 40;

    public static final String STRUCTURE = "version 2 B-tree header";
    public static final Layout LAYOUT = Layout.sealed(
            STRUCTURE,
            "BTHD",
            "version:1 type:1 nodeSize:4 recordSize:2 depth:2 splitPercent:1 mergePercent:1 rootNode:O rootRecords:2 totalRecords:L");

    private static final Layout.Field DEPTH = LAYOUT.field("depth");
    private static final Layout.Field ROOT_NODE = LAYOUT.field("rootNode");

    public BTreeV2Header {
        if (recordSize > 0xFFFF || depth < 0 || depth > 0xFFFF || rootRecords < 0 || rootRecords > 0xFFFF) {
            throw new IllegalArgumentException(
                    STRUCTURE + ": record size " + recordSize + ", depth " + depth + ", root records " + rootRecords);
        }
        // geometry() and decode() check the depth, whose limit depends on the width of addresses
        FieldWriter.refuse(
                STRUCTURE + ": ",
                problem(
                        FieldSizes.EIGHT,
                        nodeSize,
                        recordSize,
                        splitPercent,
                        mergePercent,
                        0,
                        rootAddress,
                        rootRecords,
                        totalRecords));
    }

    private static String problem(
            FieldSizes sizes,
            long nodeSize,
            int recordSize,
            int split,
            int merge,
            int depth,
            long root,
            int rootRecords,
            long total) {
        String problem = BTreeV2Geometry.problem(sizes, nodeSize, recordSize, split, merge, depth);
        if (problem != null) {
            return problem;
        }
        if (root < Addresses.UNDEFINED || total < rootRecords) {
            return "expected at least the root's " + rootRecords + " records, found " + total;
        }
        if (root == Addresses.UNDEFINED && total != 0) {
            return "expected a root node for " + total + " records, found none";
        }
        return null;
    }

    /** The header of a tree without records, with libhdf5's percentages. */
    public static BTreeV2Header empty(BTreeV2Type type, int nodeSize, int recordSize) {
        return empty(type, nodeSize, recordSize, SPLIT_PERCENT, MERGE_PERCENT);
    }

    /** The header of a tree without records. */
    public static BTreeV2Header empty(
            BTreeV2Type type, int nodeSize, int recordSize, int splitPercent, int mergePercent) {
        return new BTreeV2Header(type, nodeSize, recordSize, 0, splitPercent, mergePercent, Addresses.UNDEFINED, 0, 0);
    }

    /** Bytes of a header: 38 for 8 and 8. */
    public static int length(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    /** Reads a header. Refuses node sizes and depths that no tree can have. */
    public static BTreeV2Header decode(FieldReader in) {
        int from = in.position();
        in.begin(LAYOUT, 0);
        BTreeV2Type type = BTreeV2Type.decode(in);
        long nodeSize = in.u32();
        int recordSize = in.u16();
        int depth = in.u16();
        int split = in.u8();
        int merge = in.u8();
        long root = in.offset();
        int rootRecords = in.u16();
        long total = in.length();
        in.checksumFrom(from);
        in.refuse(
                problem(in.sizes(), nodeSize, recordSize, split, merge, depth, root, rootRecords, total),
                in.position() - from);
        return new BTreeV2Header(type, (int) nodeSize, recordSize, depth, split, merge, root, rootRecords, total);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.begin(LAYOUT, 0).u8(type.number()).u32(nodeSize).u16(recordSize).u16(depth);
        out.u8(splitPercent)
                .u8(mergePercent)
                .offset(rootAddress)
                .u16(rootRecords)
                .length(totalRecords);
        out.checksumFrom(from);
    }

    /** The layout of records in the nodes of this tree. */
    public BTreeV2Geometry geometry(FieldSizes sizes) {
        return new BTreeV2Geometry(sizes, nodeSize, recordSize, splitPercent, mergePercent, depth);
    }

    /** Returns a copy with another root. */
    public BTreeV2Header withRoot(int newDepth, long newAddress, int newRecords, long newTotal) {
        return new BTreeV2Header(
                type, nodeSize, recordSize, newDepth, splitPercent, mergePercent, newAddress, newRecords, newTotal);
    }

    /**
     * Writes the fields that change with the records into the image of a header. The checksum is not updated.
     *
     * @param image of {@link #length} bytes
     */
    public static void patchRoot(
            byte[] image, FieldSizes sizes, int depth, long rootAddress, int rootRecords, long totalRecords) {
        LittleEndian.put16(image, DEPTH.at(sizes), depth);
        int rootAt = ROOT_NODE.at(sizes);
        LittleEndian.put(image, rootAt, sizes.offsets(), rootAddress);
        LittleEndian.put16(image, rootAt + sizes.offsets(), rootRecords);
        LittleEndian.put(image, rootAt + sizes.offsets() + 2, sizes.lengths(), totalRecords);
    }
}
