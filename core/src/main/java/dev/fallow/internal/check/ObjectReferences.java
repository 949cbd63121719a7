package dev.fallow.internal.check;

import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.internal.path.PathNode;

/** Receives what an object refers to. */
interface ObjectReferences extends GroupCheck.Links {
    /** The object uses a committed datatype. */
    void datatype(long address, PathNode path);

    @Override
    void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress);
}
