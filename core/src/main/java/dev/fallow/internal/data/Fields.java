package dev.fallow.internal.data;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import java.nio.ByteBuffer;

/** Reads elements that are encoded like metadata fields. */
final class Fields {
    private Fields() {}

    /** Returns a reader of the next {@code size} bytes, and advances the buffer past them. */
    static FieldReader reader(ByteBuffer in, int size, FieldSizes sizes, String structure) {
        byte[] bytes = new byte[size];
        in.get(bytes);
        return FieldReader.of(bytes, sizes, structure, -1);
    }
}
