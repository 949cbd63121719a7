package dev.fallow.format.objectheader;

import dev.fallow.format.FieldWriter;

/** The body of an object header message. */
public interface HeaderMessage {
    /** Writes the body, without its message header. */
    void encode(FieldWriter out);
}
