package dev.fallow.internal.pointer;

import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.heap.LocalHeapPrefix;
import java.io.IOException;

/** The addresses in the B-tree, the symbol table nodes and the local heap of an old-style group. */
final class GroupPointers {
    private final PointerSource source;

    GroupPointers(PointerSource source) {
        this.source = source;
    }

    /** Visits a local heap. */
    void heap(long address) throws IOException {
        Part part = Part.plain(address, LocalHeapPrefix.length(source.sizes()));
        FieldReader in = source.read(part, LocalHeapPrefix.STRUCTURE);
        source.pointer(part, in, LocalHeapPrefix.LAYOUT.field("dataAddress"));
    }

    /** Visits a B-tree, the node at an address and all below it. */
    void tree(long address) throws IOException {
        Part part = Part.plain(
                address,
                GroupBTreeNode.length(source.sizes(), source.store().groupK().groupInternal()));
        FieldReader in = source.read(part, GroupBTreeNode.STRUCTURE);
        in.skip(GroupBTreeNode.LAYOUT.field("level").at(source.sizes()));
        int level = in.u8();
        int count = in.u16();
        source.pointer(part, in);
        source.pointer(part, in);
        for (int i = 0; i < count; i++) {
            in.skip(source.sizes().lengths());
            long child = source.pointer(part, in);
            if (level > 0) {
                tree(child);
            } else {
                symbols(child);
            }
        }
    }

    private void symbols(long address) throws IOException {
        Part part = Part.plain(
                address,
                SymbolTableNode.length(source.sizes(), source.store().groupK().groupLeaf()));
        FieldReader in = source.read(part, SymbolTableNode.STRUCTURE);
        in.skip(SymbolTableNode.LAYOUT.field("symbols").at(source.sizes()));
        int count = in.u16();
        for (int i = 0; i < count; i++) {
            entry(part, in.inner(SymbolTableEntry.length(source.sizes()), SymbolTableNode.STRUCTURE));
        }
    }

    /** The addresses in an entry: of the header, and of the B-tree and the heap if they are cached there. */
    private void entry(Part part, FieldReader in) {
        in.skip(source.width());
        FieldReader header = in.at(0);
        in.skip(source.width());
        long cached = in.u32();
        if (cached != SymbolTableEntry.SOFT_LINK) {
            source.object(part, header);
        }
        if (cached == SymbolTableEntry.GROUP) {
            in.skip(4);
            source.pointer(part, in);
            source.pointer(part, in);
        }
    }
}
