package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads bit fields of one byte as truth values, as PyTables stores them: false is 0.
 *
 * @param numbers the codec of the bits as a number, which is read as {@code short}
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
        short[] bits = new short[Math.min(PrimitiveRows.PIECE, count)];
        for (int done = 0; done < count; done += bits.length) {
            int length = Math.min(bits.length, count - done);
            numbers.read(in, bits, 0, length);
            for (int i = 0; i < length; i++) {
                ((boolean[]) row)[from + done + i] = bits[i] != 0;
            }
        }
    }
}
