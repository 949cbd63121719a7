package dev.fallow.format.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * The fields with which version 1 B-tree nodes of both types begin. O: size of offsets.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "TREE"
 *     1    node type: 0 group, 1 chunks
 *     1    node level: 0 for a leaf
 *     2    entries used
 *     O    address of the left sibling, or undefined
 *     O    address of the right sibling, or undefined
 * </pre>
 *
 * Key 0, child 0, key 1, child 1, ... follow, then a last key if there are children, then zeros up to 2 * K children.
 */
record NodePrefixV1(int level, int entries, long leftSibling, long rightSibling) {
    static final String STRUCTURE = "version 1 B-tree node";
    static final Layout LAYOUT = Layout.of(STRUCTURE, "TREE", "type:1 level:1 entries:2 leftSibling:O rightSibling:O");

    static int length(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    static long nodeLength(FieldSizes sizes, int k, int keyLength) {
        return length(sizes) + 2L * k * sizes.offsets() + (2L * k + 1) * keyLength;
    }

    /** Like libhdf5, refuses another node type and more than 2 * K entries. */
    static NodePrefixV1 decode(FieldReader in, int nodeType, int k) {
        in.signature(LAYOUT.signature());
        int type = in.u8();
        if (type != nodeType) {
            throw in.fail("expected node type " + nodeType + ", found " + type, 1);
        }
        int level = in.u8();
        int entries = in.u16();
        if (entries > 2 * k) {
            throw in.fail("expected at most " + 2 * k + " entries, found " + entries, 2);
        }
        return new NodePrefixV1(level, entries, in.offset(), in.offset());
    }

    void encode(FieldWriter out, int nodeType) {
        out.text(LAYOUT.signature())
                .u8(nodeType)
                .u8(level)
                .u16(entries)
                .offset(leftSibling)
                .offset(rightSibling);
    }

    static void requireEntries(int entries, int k) {
        if (entries > 2 * k) {
            throw new IllegalArgumentException("expected at most " + 2 * k + " entries, found " + entries);
        }
    }

    static void require(int level, int keys, int children, long leftSibling, long rightSibling) {
        if (level < 0 || level > 0xFF || children > 0xFFFF || keys != (children == 0 ? 0 : children + 1)) {
            throw new IllegalArgumentException(
                    "B-tree node of level " + level + ", " + keys + " keys, " + children + " children");
        }
        if (leftSibling < Addresses.UNDEFINED || rightSibling < Addresses.UNDEFINED) {
            throw new IllegalArgumentException("B-tree node with siblings " + leftSibling + " and " + rightSibling);
        }
    }
}
