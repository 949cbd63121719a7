package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * Record of version 2 B-tree type 6: a link by its creation order.
 *
 * <pre>
 *   bytes  field
 *     8    creation order
 *     7    ID in the fractal heap of the link message
 * </pre>
 *
 * @param creationOrder signed
 * @param heapId the bytes of the ID as a little-endian number
 */
public record LinkOrderRecord(long creationOrder, long heapId) {
    /** The length of a record in bytes. */
    public static final int LENGTH = 15;
    /** The length of an ID in the fractal heap of a group, in bytes. */
    public static final int HEAP_ID_LENGTH = 7;

    /** Reads a record. */
    public static LinkOrderRecord decode(FieldReader in) {
        return new LinkOrderRecord(in.i64(), in.unsigned(HEAP_ID_LENGTH));
    }

    /** Writes {@value #LENGTH} bytes. */
    public void encode(FieldWriter out) {
        out.i64(creationOrder).unsigned(heapId, HEAP_ID_LENGTH);
    }
}
