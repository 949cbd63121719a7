package dev.fallow.internal.check.dump;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.btree.HugeObjectRecord;
import dev.fallow.format.btree.SharedMessageRecord;
import dev.fallow.internal.check.structure.Context;

/** The records of B-tree nodes. */
final class Records {
    private static final int MOST_DIMENSIONS = 33;

    private Records() {}

    /**
     * The length of a record of a version 2 B-tree.
     *
     * @param end of the records; those of chunks have a length that the header states, and are shown as one
     */
    static int length(int type, FieldSizes sizes, int end) {
        BTreeV2Type[] types = BTreeV2Type.values();
        BTreeV2Type known = type >= 1 && type <= types.length ? types[type - 1] : BTreeV2Type.CHUNK;
        return switch (known) {
            case LINK_NAME -> DenseRecord.length(DenseRecord.LINK_NAME);
            case LINK_ORDER -> DenseRecord.length(DenseRecord.LINK_ORDER);
            case ATTRIBUTE_NAME -> DenseRecord.length(DenseRecord.ATTRIBUTE_NAME);
            case ATTRIBUTE_ORDER -> DenseRecord.length(DenseRecord.ATTRIBUTE_ORDER);
            case SHARED_MESSAGE -> SharedMessageRecord.length(sizes);
            case CHUNK, CHUNK_FILTERED -> Math.max(1, end - 6);
            default -> HugeObjectRecord.length(known, sizes);
        };
    }

    /** Reads the entries of a version 1 B-tree node. */
    static void tree(Fields fields, byte[] image, Context context) {
        long entries = fields.number("entries");
        if (entries <= 0) {
            return;
        }
        if (fields.number("type") == 0) {
            for (long i = 0; i < entries; i++) {
                fields.read(GroupBTreeNode.ENTRY);
            }
            fields.number("key", context.sizes().lengths());
            return;
        }
        int dimensions = dimensions(image, fields.position(), entries, context);
        if (dimensions == 0) {
            return;
        }
        Layout key = ChunkKey.layout(dimensions);
        for (long i = 0; i < entries; i++) {
            fields.read(key);
            fields.number("child", context.sizes().offsets());
        }
        fields.read(key);
    }

    /**
     * The number of offsets in a key, which only the dataset states: the smallest with which all children are inside the file, and
     * the last offset, that in the element, is 0; 0 if there is none.
     */
    private static int dimensions(byte[] image, int from, long entries, Context context) {
        int width = context.sizes().offsets();
        for (int dimensions = 2; dimensions <= MOST_DIMENSIONS; dimensions++) {
            int key = ChunkKey.length(dimensions);
            boolean fits = from + entries * (key + width) + key <= image.length;
            for (long i = 0; fits && i < entries; i++) {
                int at = from + (int) i * (key + width);
                fits = LittleEndian.i64(image, at + key - 8) == 0
                        && context.isInside(LittleEndian.unsigned(image, at + key, width), 1)
                        && LittleEndian.unsigned(image, at + key, width) > 0;
            }
            if (fits) {
                return dimensions;
            }
        }
        return 0;
    }
}
