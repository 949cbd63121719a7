package dev.fallow.format.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * Version 1 B-tree node of type 0: the names of an old-style group. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes   field
 *   8+2*O   signature, "TREE"; node type, 0; level; entries used, n; left and right sibling
 *   for each of the n entries:
 *     L       key: offset of a name in the group's local heap
 *     O       child: a symbol table node at level 0, otherwise a node of the next lower level
 *     L     if n is not 0: last key
 *           zeros, up to 2 * K children and 2 * K + 1 keys
 * </pre>
 *
 * K is the group internal node K of the superblock. Names in child i are greater than that of key i and at most that of
 * key i + 1; key 0 of the leftmost node is 0, the offset of the empty name in the local heap. There is no checksum.
 *
 * @param keys one more than children, or none if there are no children; not copied
 * @param children addresses, defined; not copied
 */
public record GroupBTreeNode(int level, long leftSibling, long rightSibling, long[] keys, long[] children) {
    /** Node type. */
    public static final int NODE_TYPE = 0;

    public static final String STRUCTURE = NodePrefixV1.STRUCTURE;
    /** The fields before the entries. */
    public static final Layout LAYOUT = NodePrefixV1.LAYOUT;
    /** The fields of an entry. */
    public static final Layout ENTRY = Layout.of("entry of a " + STRUCTURE, "", "key:L child:O");

    public GroupBTreeNode {
        NodePrefixV1.require(level, keys.length, children.length, leftSibling, rightSibling);
    }

    /** A node without entries: the root of an empty group. */
    public static GroupBTreeNode empty() {
        return new GroupBTreeNode(0, Addresses.UNDEFINED, Addresses.UNDEFINED, new long[0], new long[0]);
    }

    /** The length of a node in bytes: 544 for offsets and lengths of 8 bytes and the default K of 16. */
    public static int length(FieldSizes sizes, int internalK) {
        return Math.toIntExact(NodePrefixV1.nodeLength(sizes, internalK, sizes.lengths()));
    }

    /** The maximum number of children of a node: 2 * K. */
    public static int capacity(int internalK) {
        return 2 * internalK;
    }

    /**
     * Reads a node. Like libhdf5, refuses another node type and more entries than fit. The caller checks, as libhdf5
     * does, that the level is one less than the parent's and that the node is not its own child.
     */
    public static GroupBTreeNode decode(FieldReader in, int internalK) {
        FieldReader node = in.inner(length(in.sizes(), internalK), STRUCTURE);
        NodePrefixV1 prefix = NodePrefixV1.decode(node, NODE_TYPE, internalK);
        int entries = prefix.entries();
        long[] keys = new long[entries == 0 ? 0 : entries + 1];
        long[] children = new long[entries];
        for (int i = 0; i < entries; i++) {
            keys[i] = node.length();
            children[i] = node.definedOffset();
        }
        if (entries > 0) {
            keys[entries] = node.length();
        }
        return new GroupBTreeNode(prefix.level(), prefix.leftSibling(), prefix.rightSibling(), keys, children);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out, int internalK) {
        NodePrefixV1.requireEntries(children.length, internalK);
        int from = out.position();
        new NodePrefixV1(level, children.length, leftSibling, rightSibling).encode(out, NODE_TYPE);
        for (int i = 0; i < children.length; i++) {
            out.length(keys[i]).offset(children[i]);
        }
        if (children.length > 0) {
            out.length(keys[children.length]);
        }
        out.zeros(length(out.sizes(), internalK) - (out.position() - from));
    }
}
