package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * Record of version 2 B-tree type 9: an attribute by its creation order.
 *
 * <pre>
 *   bytes  field
 *     8    ID in the fractal heap of the attribute message, or of a shared message
 *     1    message flags
 *     4    creation order
 * </pre>
 *
 * @param heapId the bytes of the ID as a little-endian number
 * @param messageFlags see {@link dev.fallow.format.objectheader.MessageFlags}
 * @param creationOrder 0 to 2^32-1
 */
public record AttributeOrderRecord(long heapId, int messageFlags, long creationOrder) {
    /** The length of a record in bytes. */
    public static final int LENGTH = 13;

    /** Reads a record. */
    public static AttributeOrderRecord decode(FieldReader in) {
        return new AttributeOrderRecord(in.i64(), in.u8(), in.u32());
    }

    /** Writes {@value #LENGTH} bytes. */
    public void encode(FieldWriter out) {
        out.i64(heapId).u8(messageFlags).u32(creationOrder);
    }
}
