package dev.fallow.internal.data;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/**
 * Reads bit fields of one byte as truth values, as PyTables stores them: false is 0.
 *
 * @param numbers the codec of the bits as a number
 */
record TruthCodec(ElementCodec numbers) implements ElementCodec {
    @Override
    public Class<?> javaType() {
        return boolean.class;
    }

    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        Object bits = Array.newInstance(numbers.javaType(), count);
        numbers.read(in, bits, 0, count);
        for (int i = 0; i < count; i++) {
            ((boolean[]) row)[from + i] = Array.getInt(bits, i) != 0;
        }
    }
}
