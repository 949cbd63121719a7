package dev.fallow.internal.elements;

import dev.fallow.internal.data.ElementTarget;
import java.nio.ByteBuffer;

/** Collects elements as they are stored. */
public record ByteTarget(byte[] bytes, int elementSize) implements ElementTarget {
    @Override
    public void put(ByteBuffer in, long index, int count) {
        in.get(bytes, (int) index * elementSize, count * elementSize);
    }

    @Override
    public void repeat(byte[] element, long index, long count) {
        fill(bytes, (int) index * elementSize, (int) count * elementSize, element);
    }

    /** Fills a range with copies of one element. */
    static void fill(byte[] bytes, int from, int length, byte[] element) {
        if (length == 0) {
            return;
        }
        System.arraycopy(element, 0, bytes, from, element.length);
        for (int done = element.length; done < length; done += Math.min(done, length - done)) {
            System.arraycopy(bytes, from, bytes, from + done, Math.min(done, length - done));
        }
    }
}
