package dev.fallow.internal.handle;

import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.WrongTypeException;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** Reads datasets into buffers. The elements are read first, so that a failure leaves the buffer unchanged. */
final class Buffers {
    private Buffers() {}

    /** Reads selected elements into a buffer: as stored into one of bytes, converted into others. */
    static void fill(Dataset dataset, Selection selection, Buffer buffer, Conversion conversion) {
        if (dataset.isNull()) {
            throw new WrongTypeException(dataset.path() + " has a null dataspace, which has no elements to read");
        }
        if (selection instanceof Selection.All) { // before elements are read for nothing
            long size = dataset.logicalSize();
            requireRoom(
                    dataset,
                    buffer,
                    buffer instanceof ByteBuffer
                            ? size
                            : size / dataset.datatype().size());
        }
        if (buffer instanceof ByteBuffer bytes) {
            byte[] read = dataset.read(selection, RawElements.class).bytes();
            requireRoom(dataset, buffer, read.length);
            bytes.put(read);
            return;
        }
        Object read = dataset.read(selection, arrayClass(dataset, buffer), conversion);
        requireRoom(dataset, buffer, Array.getLength(read));
        if (buffer instanceof DoubleBuffer doubles) {
            doubles.put((double[]) read);
        } else if (buffer instanceof FloatBuffer floats) {
            floats.put((float[]) read);
        } else if (buffer instanceof LongBuffer longs) {
            longs.put((long[]) read);
        } else if (buffer instanceof IntBuffer ints) {
            ints.put((int[]) read);
        } else {
            ((ShortBuffer) buffer).put((short[]) read);
        }
    }

    private static Class<?> arrayClass(Dataset dataset, Buffer buffer) {
        if (buffer instanceof DoubleBuffer) {
            return double[].class;
        } else if (buffer instanceof FloatBuffer) {
            return float[].class;
        } else if (buffer instanceof LongBuffer) {
            return long[].class;
        } else if (buffer instanceof IntBuffer) {
            return int[].class;
        } else if (buffer instanceof ShortBuffer) {
            return short[].class;
        }
        throw new WrongTypeException("%s: expected a buffer of bytes or numbers, found %s"
                .formatted(dataset.path(), buffer.getClass().getSimpleName()));
    }

    private static void requireRoom(Dataset dataset, Buffer buffer, long needed) {
        if (buffer.remaining() < needed) {
            throw new WrongTypeException("%s: expected a buffer with room for %d, found %d"
                    .formatted(dataset.path(), needed, buffer.remaining()));
        }
    }
}
