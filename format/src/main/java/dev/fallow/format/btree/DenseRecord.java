package dev.fallow.format.btree;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;

/**
 * Records of the version 2 B-trees of links and attributes in dense storage.
 *
 * <pre>
 *   type 5: link by name                             type 6: link by creation order
 *   bytes  field                                     bytes  field
 *     4    hash of the name                            8    creation order, signed
 *     7    heap ID of the link message                 7    heap ID of the link message
 *
 *   type 8: attribute by name                        type 9: attribute by creation order
 *     8    heap ID of the attribute message            8    heap ID, as in type 8
 *     1    message flags                               1    message flags
 *     4    creation order                              4    creation order
 *     4    hash of the name
 * </pre>
 *
 * The hash is the {@link dev.fallow.format.Checksum} of the bytes of the name without a terminator. Records by name are ordered by
 * hash, unsigned, then by the bytes of the name. The heap ID of an attribute with the flag for shared messages is that of the shared
 * message. The creation order of an attribute is 0 to 2^32-1; 65,535 if it is not tracked.
 */
public final class DenseRecord {
    /** The fields of type 5. */
    public static final Layout LINK_NAME = Layout.of("record of a link by name", "", "hash:4 heapId:7");
    /** The fields of type 6. */
    public static final Layout LINK_ORDER = Layout.of("record of a link by creation order", "", "order:8 heapId:7");
    /** The fields of type 8. */
    public static final Layout ATTRIBUTE_NAME =
            Layout.of("record of an attribute by name", "", "heapId:8 messageFlags:1 order:4 hash:4");
    /** The fields of type 9. */
    public static final Layout ATTRIBUTE_ORDER =
            Layout.of("record of an attribute by creation order", "", "heapId:8 messageFlags:1 order:4");

    private DenseRecord() {}

    /** The length of a record in bytes. */
    public static int length(Layout layout) {
        return layout.length(FieldSizes.EIGHT); // no field has a width of the file
    }

    /** The position of a field in a record, in bytes. */
    public static int at(Layout layout, String field) {
        return layout.field(field).at(FieldSizes.EIGHT);
    }
}
