package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Symbol table message: B-tree address and local heap address of an old-style group (O bytes each).
 *
 * @param btreeAddress root node of the B-tree of names
 * @param heapAddress prefix of the local heap
 */
public record SymbolTableMessage(long btreeAddress, long heapAddress) implements HeaderMessage {
    /** Reads a symbol table message. */
    public static SymbolTableMessage decode(FieldReader in) {
        return new SymbolTableMessage(in.definedOffset(), in.definedOffset());
    }

    @Override
    public void encode(FieldWriter out) {
        out.offset(btreeAddress).offset(heapAddress);
    }
}
