package dev.fallow.internal.elements;

import dev.fallow.internal.data.element.ElementRows;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Decodes elements into a Java array. */
public record RowTarget(ElementRows rows) implements ElementTarget {
    @Override
    public void put(ByteBuffer in, long index, int count) throws IOException {
        rows.read(in, index, count);
    }

    @Override
    public void repeat(byte[] element, long index, long count) throws IOException {
        rows.repeat(element, index, count);
    }
}
