package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A file in memory that records all writes, in order. */
public final class RecordedStorage implements Storage {
    /** The size of a sector, which a medium writes completely or not at all. */
    public static final int SECTOR = 512;

    /** A write, or, without bytes, a change of the length. */
    public record Change(long position, byte[] bytes) {
        public void apply(MemoryStorage target, int count) throws IOException {
            if (bytes == null) {
                target.resize(position);
            } else {
                target.write(position, ByteBuffer.wrap(bytes, 0, count));
            }
        }

        /** The number of sectors that it changes, at least in part. */
        public int sectors() {
            return bytes == null ? 0 : (int) ((position + bytes.length - 1) / SECTOR - position / SECTOR) + 1;
        }

        /** Applies only the sectors whose bits are set; the lowest bit is the first sector. */
        public void applySectors(MemoryStorage target, long which) throws IOException {
            for (int i = 0; i < sectors(); i++) {
                long begin = Math.max(position, (position / SECTOR + i) * SECTOR);
                long end = Math.min(position + bytes.length, (position / SECTOR + i + 1) * SECTOR);
                if ((which >>> i & 1) != 0) {
                    target.write(begin, ByteBuffer.wrap(bytes, (int) (begin - position), (int) (end - begin)));
                }
            }
        }

        public void apply(MemoryStorage target) throws IOException {
            apply(target, bytes == null ? 0 : bytes.length);
        }
    }

    private final MemoryStorage memory;
    private final List<Change> changes = new ArrayList<>();
    private int forced;
    private int firstForced = -1;

    public RecordedStorage() {
        this(new byte[0]);
    }

    public RecordedStorage(byte[] content) {
        memory = new MemoryStorage(content);
    }

    public List<Change> changes() {
        return changes;
    }

    /** The number of forced changes. */
    public int forced() {
        return forced;
    }

    /** The number of changes before anything was forced; -1 if nothing was. */
    public int firstForced() {
        return firstForced;
    }

    public byte[] content() {
        return memory.toByteArray();
    }

    @Override
    public long size() {
        return memory.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        memory.read(position, target);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        changes.add(new Change(position, bytes));
        memory.write(position, ByteBuffer.wrap(bytes));
    }

    @Override
    public void resize(long size) throws IOException {
        changes.add(new Change(size, null));
        memory.resize(size);
    }

    @Override
    public void force() {
        forced = changes.size();
        firstForced = firstForced < 0 ? forced : firstForced;
    }

    @Override
    public void close() {
        // the content is kept
    }
}
