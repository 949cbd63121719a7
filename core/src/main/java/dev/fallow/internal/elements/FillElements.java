package dev.fallow.internal.elements;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Elements that are not stored: each is the fill value. */
final class FillElements {
    private static final int MOST_BYTES = 1 << 16;

    private final ByteBuffer repeated;
    private final int size;

    /**
     * @param value one element as stored; zeros if it has another length
     * @param size of an element in bytes
     */
    FillElements(byte[] value, int size) {
        this.size = size;
        int count = Math.max(1, MOST_BYTES / size);
        repeated = ByteBuffer.allocate(count * size);
        if (value.length == size) {
            for (int i = 0; i < count; i++) {
                repeated.put(value);
            }
        }
    }

    /** Delivers elements. Several threads may call this at the same time. */
    void put(ElementTarget target, long index, long count) throws IOException {
        int most = repeated.capacity() / size;
        for (long done = 0; done < count; done += most) {
            target.put(repeated.duplicate().clear(), index + done, (int) Math.min(most, count - done));
        }
    }

    /** Fills bytes of whole elements. */
    void fill(byte[] bytes) {
        for (int at = 0; at < bytes.length; at += repeated.capacity()) {
            System.arraycopy(repeated.array(), 0, bytes, at, Math.min(repeated.capacity(), bytes.length - at));
        }
    }
}
