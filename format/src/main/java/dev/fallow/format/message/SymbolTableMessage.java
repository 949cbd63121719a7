package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/** Symbol table message: addresses of the root node of the B-tree of names and of the prefix of the local heap of an old-style group (O bytes each). */
public record SymbolTableMessage(long btreeAddress, long heapAddress) implements HeaderMessage {
    public static SymbolTableMessage decode(FieldReader in) {
        return new SymbolTableMessage(in.definedOffset(), in.definedOffset());
    }

    @Override
    public void encode(FieldWriter out) {
        out.offset(btreeAddress).offset(heapAddress);
    }
}
