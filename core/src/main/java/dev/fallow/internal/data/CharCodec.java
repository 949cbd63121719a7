package dev.fallow.internal.data;

import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import java.nio.ByteBuffer;

/**
 * Reads unsigned integers of 2 bytes as characters, the unsigned 16-bit numbers of Java.
 *
 * @param numbers the codec of such integers
 */
record CharCodec(IntegerCodec numbers) implements ElementCodec {
    /** Whether a {@code char} has the bits of an element. */
    static boolean isChar(Datatype type) {
        return type instanceof FixedPoint number
                && !number.signed()
                && number.size() == Character.BYTES
                && number.precision() == Character.SIZE;
    }

    @Override
    public Class<?> javaType() {
        return char.class;
    }

    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        numbers.read(in, row, from, count);
    }
}
