package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Object reference count message: version 0 (1), count (4). Used in version 2 object headers only; if absent, the count
 * is 1.
 *
 * @param count the number of hard links to the object, 0 to 2^32-1
 */
public record ReferenceCount(long count) implements HeaderMessage {
    /** Reads a reference count message. */
    public static ReferenceCount decode(FieldReader in) {
        in.version(0);
        return new ReferenceCount(in.u32());
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(0).u32(count);
    }
}
