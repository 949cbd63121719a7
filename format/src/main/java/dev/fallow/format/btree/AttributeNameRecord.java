package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * Record of version 2 B-tree type 8: an attribute by its name. Ordered by hash, unsigned, then by the bytes of the
 * name.
 *
 * <pre>
 *   bytes  field
 *     8    ID in the fractal heap of the attribute message, or of a shared message
 *     1    message flags
 *     4    creation order
 *     4    hash of the name: {@link dev.fallow.format.Checksum} of its bytes without a terminator
 * </pre>
 *
 * @param heapId the bytes of the ID as a little-endian number
 * @param messageFlags see {@link dev.fallow.format.objectheader.MessageFlags}
 * @param creationOrder 0 to 2^32-1; 65,535 if it is not tracked
 * @param hash of the name
 */
public record AttributeNameRecord(long heapId, int messageFlags, long creationOrder, int hash) {
    /** The fields. */
    public static final Layout LAYOUT =
            Layout.of("attribute record", "", "heapId:8 messageFlags:1 creationOrder:4 hash:4");
    /** The length of a record in bytes. */
    public static final int LENGTH = 17;

    /** Reads a record. */
    public static AttributeNameRecord decode(FieldReader in) {
        return new AttributeNameRecord(in.i64(), in.u8(), in.u32(), in.i32());
    }

    /** Writes {@value #LENGTH} bytes. */
    public void encode(FieldWriter out) {
        out.i64(heapId).u8(messageFlags).u32(creationOrder).i32(hash);
    }
}
