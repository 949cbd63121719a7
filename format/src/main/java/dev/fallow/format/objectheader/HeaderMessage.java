package dev.fallow.format.objectheader;

import dev.fallow.format.FieldWriter;

/** The body of an object header message. */
public interface HeaderMessage {
    /**
     * Writes the body, without its message header.
     *
     * @throws IllegalArgumentException if a number does not fit into its field
     */
    void encode(FieldWriter out);
}
