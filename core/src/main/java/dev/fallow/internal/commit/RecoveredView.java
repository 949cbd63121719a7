package dev.fallow.internal.commit;

import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** A container as its journal says, in front of the file, which is not written. */
final class RecoveredView implements Storage {
    private final Storage container;
    private final long size;
    /** By position; no two overlap, because no two blocks of a commit do. */
    private final TreeMap<Long, byte[]> pieces = new TreeMap<>();

    RecoveredView(Storage container, long size) {
        this.container = container;
        this.size = size;
    }

    void put(long position, ByteBuffer bytes) {
        byte[] piece = new byte[bytes.remaining()];
        bytes.get(piece);
        pieces.put(position, piece);
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        int count = target.remaining();
        if (position < 0 || position > size - count) {
            throw new EOFException("read of " + count + " bytes at " + position + ", the file ends at " + size);
        }
        int from = target.position();
        int present = (int) Math.max(0, Math.min(count, container.size() - position));
        if (present > 0) {
            container.read(position, target.slice(from, present));
        }
        for (int at = present; at < count; at++) {
            target.put(from + at, (byte) 0); // the commit makes the file longer
        }
        long end = position + count;
        Long first = pieces.floorKey(position);
        for (Map.Entry<Long, byte[]> piece : pieces.subMap(first == null ? position : first, true, end, false)
                .entrySet()) {
            long start = Math.max(position, piece.getKey());
            long stop = Math.min(end, piece.getKey() + piece.getValue().length);
            if (start < stop) {
                target.put(from + (int) (start - position), piece.getValue(), (int) (start - piece.getKey()), (int)
                        (stop - start));
            }
        }
        target.position(from + count);
    }

    @Override
    public void write(long position, ByteBuffer source) {
        throw new UnsupportedOperationException("a view is only read");
    }

    @Override
    public void resize(long newSize) {
        throw new UnsupportedOperationException("a view is only read");
    }

    @Override
    public void force() {
        throw new UnsupportedOperationException("a view is only read");
    }

    @Override
    public void close() throws IOException {
        container.close();
    }
}
