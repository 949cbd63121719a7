package dev.fallow.internal.data.mapping;

import dev.fallow.WrongTypeException;
import dev.fallow.value.RawElements;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** The remaining contents of buffers as arrays; bytes are elements as stored. The buffers' positions do not change. */
final class BufferValues {
    private BufferValues() {}

    static Object of(Buffer buffer) {
        int count = buffer.remaining();
        if (buffer instanceof ByteBuffer bytes) {
            byte[] array = new byte[count];
            bytes.get(bytes.position(), array);
            return new RawElements(array);
        } else if (buffer instanceof DoubleBuffer doubles) {
            double[] array = new double[count];
            doubles.get(doubles.position(), array);
            return array;
        } else if (buffer instanceof FloatBuffer floats) {
            float[] array = new float[count];
            floats.get(floats.position(), array);
            return array;
        } else if (buffer instanceof LongBuffer longs) {
            long[] array = new long[count];
            longs.get(longs.position(), array);
            return array;
        } else if (buffer instanceof IntBuffer ints) {
            int[] array = new int[count];
            ints.get(ints.position(), array);
            return array;
        } else if (buffer instanceof ShortBuffer shorts) {
            short[] array = new short[count];
            shorts.get(shorts.position(), array);
            return array;
        }
        throw new WrongTypeException("expected a buffer of bytes or numbers, found "
                + buffer.getClass().getSimpleName());
    }
}
