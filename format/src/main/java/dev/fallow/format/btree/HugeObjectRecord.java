package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/**
 * Record of version 2 B-tree types 1 to 4: a huge object of a fractal heap. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes   field
 *     O     address of the object
 *     L     length in the file
 *   0 or 4  types 2, 4: filter mask
 *   0 or L  types 2, 4: length without filters
 *   0 or L  types 1, 2: ID, by which they are ordered; types 3 and 4 are ordered by address
 * </pre>
 *
 * What a type does not store is 0; the length without filters is then the length in the file.
 */
public record HugeObjectRecord(long address, long length, int filterMask, long objectSize, long id) {
    /** The length of a record in bytes: 24, 36, 16 and 28 for types 1 to 4 with offsets and lengths of 8 bytes. */
    public static int length(BTreeV2Type type, FieldSizes sizes) {
        return sizes.offsets()
                + sizes.lengths()
                + (filtered(type) ? 4 + sizes.lengths() : 0)
                + (indirect(type) ? sizes.lengths() : 0);
    }

    /** A record of type 1. */
    public static HugeObjectRecord indirect(long address, long length, long id) {
        return new HugeObjectRecord(address, length, 0, length, id);
    }

    private static boolean filtered(BTreeV2Type type) {
        return type == BTreeV2Type.HUGE_INDIRECT_FILTERED || type == BTreeV2Type.HUGE_DIRECT_FILTERED;
    }

    private static boolean indirect(BTreeV2Type type) {
        return type == BTreeV2Type.HUGE_INDIRECT || type == BTreeV2Type.HUGE_INDIRECT_FILTERED;
    }

    public static HugeObjectRecord decode(FieldReader in, BTreeV2Type type) {
        long address = in.definedOffset();
        long length = in.length();
        int mask = filtered(type) ? in.i32() : 0;
        long objectSize = filtered(type) ? in.length() : length;
        return new HugeObjectRecord(address, length, mask, objectSize, indirect(type) ? in.length() : 0);
    }

    /** Writes {@link #length} bytes: the fields that this type stores. */
    public void encode(FieldWriter out, BTreeV2Type type) {
        out.offset(address).length(length);
        if (filtered(type)) {
            out.i32(filterMask).length(objectSize);
        }
        if (indirect(type)) {
            out.length(id);
        }
    }
}
