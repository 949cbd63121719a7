package dev.fallow.format.btree;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * Record of version 2 B-tree type 5: a link by its name. Ordered by hash, unsigned, then by the bytes of the name.
 *
 * <pre>
 *   bytes  field
 *     4    hash of the name: {@link dev.fallow.format.Checksum} of its bytes without a terminator
 *     7    ID in the fractal heap of the link message
 * </pre>
 *
 * @param hash of the name
 * @param heapId the bytes of the ID as a little-endian number
 */
public record LinkNameRecord(int hash, long heapId) {
    /** The fields. */
    public static final Layout LAYOUT = Layout.of("link record", "", "hash:4 heapId:7");
    /** The length of a record in bytes. */
    public static final int LENGTH = 11;

    /** Reads a record. */
    public static LinkNameRecord decode(FieldReader in) {
        return new LinkNameRecord(in.i32(), in.unsigned(LinkOrderRecord.HEAP_ID_LENGTH));
    }

    /** Writes {@value #LENGTH} bytes. */
    public void encode(FieldWriter out) {
        out.i32(hash).unsigned(heapId, LinkOrderRecord.HEAP_ID_LENGTH);
    }
}
