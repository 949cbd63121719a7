package dev.fallow.internal.link;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.dense.StoredNames;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.localheap.LocalHeap;
import dev.fallow.type.CharacterSet;

/** Converts the symbol table entries of a group to links. */
final class SymbolTableEntries {
    private static final int LONGEST_PATH = 0xFFFF;

    private final long treeAddress;

    /** @param treeAddress the address of the group's B-tree, for messages */
    SymbolTableEntries(long treeAddress) {
        this.treeAddress = treeAddress;
    }

    /** Whether a symbol table can store a link. */
    static boolean canStore(LinkMessage link) {
        return CharacterSet.of(link.name()) == CharacterSet.ASCII
                && (link.target() instanceof LinkTarget.Hard || link.target() instanceof LinkTarget.Soft);
    }

    /** The addresses of a group's structures. */
    static SymbolTableMessage table(LiveMessage message, FieldSizes sizes) {
        return SymbolTableMessage.decode(message.body(sizes, MessageType.SYMBOL_TABLE.title()));
    }

    /** The link of this name. */
    LinkMessage link(SymbolTableEntry entry, String name, LocalHeap heap) {
        if (entry.isSoftLink()) {
            String path = heap.text(entry.targetOffset());
            int length = StoredNames.bytes(path).length;
            if (length < 1 || length > LONGEST_PATH) {
                throw damaged(name, "expected a path of 1 to " + LONGEST_PATH + " bytes, found " + length);
            }
            return LinkMessage.soft(name, path);
        }
        if (entry.headerAddress() == Addresses.UNDEFINED) {
            throw damaged(name, "expected an object header address, found the undefined address");
        }
        return LinkMessage.hard(name, entry.headerAddress());
    }

    /** The error for an entry that cannot be used. */
    FormatException damaged(String name, String problem) {
        return new FormatException(
                SymbolTableNode.STRUCTURE,
                -1,
                "link %s of the group with the B-tree at address %d: %s".formatted(name, treeAddress, problem));
    }
}
