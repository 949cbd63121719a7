package dev.fallow.internal.data;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import java.nio.ByteBuffer;

/** Elements that have fields as metadata does. */
final class Fields {
    private Fields() {}

    /** A reader of the next {@code size} bytes, which the buffer is moved behind. */
    static FieldReader reader(ByteBuffer in, int size, FieldSizes sizes, String structure) {
        byte[] bytes = new byte[size];
        in.get(bytes);
        return FieldReader.of(bytes, sizes, structure, -1);
    }
}
