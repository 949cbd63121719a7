package dev.fallow.format.message;

import dev.fallow.format.FieldReader;

/**
 * Shared message table message: version 0 (1), address of the table (O bytes), number of indexes (1).
 *
 * @param address of the table
 * @param indexCount 0 to 255
 */
public record SharedMessageTable(long address, int indexCount) {
    /** Reads a shared message table message. */
    public static SharedMessageTable decode(FieldReader in) {
        in.version(0);
        return new SharedMessageTable(in.definedOffset(), in.u8());
    }
}
