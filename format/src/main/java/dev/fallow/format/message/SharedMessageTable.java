package dev.fallow.format.message;

import dev.fallow.format.FieldReader;

/** Shared message table message: version 0 (1), address of the table (O bytes), number of indexes (1). */
public record SharedMessageTable(long address, int indexCount) {
    public static SharedMessageTable decode(FieldReader in) {
        in.version(0);
        return new SharedMessageTable(in.definedOffset(), in.u8());
    }
}
