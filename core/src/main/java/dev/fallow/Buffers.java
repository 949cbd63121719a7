package dev.fallow;

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

    static void fill(Dataset dataset, Buffer buffer) {
        if (dataset.dimensions() == null) {
            throw new WrongTypeException(dataset.path() + " has a null dataspace, which has no elements to read");
        }
        if (buffer instanceof ByteBuffer bytes) {
            requireRoom(dataset, buffer, dataset.storageSize());
            bytes.put(dataset.readBytes());
            return;
        }
        requireRoom(dataset, buffer, dataset.storageSize() / dataset.datatype().size());
        if (buffer instanceof DoubleBuffer doubles) {
            doubles.put(dataset.readDoubles());
        } else if (buffer instanceof FloatBuffer floats) {
            floats.put(dataset.readFloats());
        } else if (buffer instanceof LongBuffer longs) {
            longs.put(dataset.readLongs());
        } else if (buffer instanceof IntBuffer ints) {
            ints.put(dataset.readInts());
        } else if (buffer instanceof ShortBuffer shorts) {
            shorts.put(dataset.read(short[].class));
        } else {
            throw new WrongTypeException("%s: expected a buffer of bytes or numbers, found %s"
                    .formatted(dataset.path(), buffer.getClass().getSimpleName()));
        }
    }

    private static void requireRoom(Dataset dataset, Buffer buffer, long needed) {
        if (buffer.remaining() < needed) {
            throw new WrongTypeException("%s: expected a buffer with room for %d, found %d"
                    .formatted(dataset.path(), needed, buffer.remaining()));
        }
    }
}
