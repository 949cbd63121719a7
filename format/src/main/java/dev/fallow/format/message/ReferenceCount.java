package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Object reference count message: version 0 (1), number of hard links to the object (4). Used in version 2 object headers only; if absent, the count
 * is 1.
 */
public record ReferenceCount(long count) implements HeaderMessage {
    public static ReferenceCount decode(FieldReader in) {
        in.version(0);
        return new ReferenceCount(in.u32());
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(0).u32(count);
    }
}
