package dev.fallow.format.group;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Symbol table node, version 1: a leaf below a group's version 1 B-tree.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "SNOD"
 *     1    version, 1
 *     1    reserved, 0
 *     2    number of symbols, n
 *     e    n entries ({@link SymbolTableEntry}), ascending by name (by bytes)
 *          zeros, up to 2 * K entries
 * </pre>
 *
 * K is the group leaf node K of the superblock. There is no checksum.
 *
 * @param entries in storage order
 */
public record SymbolTableNode(List<SymbolTableEntry> entries) {
    /** The length of the fields before the entries, in bytes. */
    public static final int PREFIX_LENGTH = 8;

    public static final String STRUCTURE = "symbol table node";
    /** The fields before the entries. */
    public static final Layout LAYOUT = Layout.of(STRUCTURE, "SNOD", "version:1 reserved:1 symbols:2");

    /** Copies the list. */
    public SymbolTableNode {
        entries = List.copyOf(entries);
    }

    /** The length of a node in bytes: 328 for offsets and lengths of 8 bytes and the default K of 4. */
    public static int length(FieldSizes sizes, int leafK) {
        return Math.addExact(PREFIX_LENGTH, Math.multiplyExact(capacity(leafK), SymbolTableEntry.length(sizes)));
    }

    /** The maximum number of entries in a node: 2 * K. */
    public static int capacity(int leafK) {
        return 2 * leafK;
    }

    /** Reads a node. The caller checks the order of the entries, which depends on the names in the local heap. */
    public static SymbolTableNode decode(FieldReader in, int leafK) {
        FieldReader node = in.inner(length(in.sizes(), leafK), STRUCTURE);
        node.begin(LAYOUT, 1);
        node.skip(1);
        int count = node.u16();
        if (count > capacity(leafK)) {
            throw node.fail("expected at most " + capacity(leafK) + " symbols, found " + count, 2);
        }
        List<SymbolTableEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(SymbolTableEntry.decode(node));
        }
        return new SymbolTableNode(entries);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out, int leafK) {
        if (entries.size() > capacity(leafK)) {
            throw new IllegalArgumentException(
                    "expected at most " + capacity(leafK) + " symbols, found " + entries.size());
        }
        int from = out.position();
        out.begin(LAYOUT, 1).u8(0).u16(entries.size());
        for (SymbolTableEntry entry : entries) {
            entry.encode(out);
        }
        out.zeros(length(out.sizes(), leafK) - (out.position() - from));
    }
}
