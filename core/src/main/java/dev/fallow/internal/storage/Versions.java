package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A storage that one thread writes while others read it as of an earlier moment: before a byte is overwritten, each
 * open {@link Version} keeps the old one. Versions are read without locks.
 */
public final class Versions implements Storage {
    private final Storage current;
    private final List<Version> open = new CopyOnWriteArrayList<>();
    private final Counter counter = new Counter();
    private volatile boolean closed;

    /** @param current the storage to write; closed by this object */
    public Versions(Storage current) {
        this.current = current;
    }

    /** The storage being written. */
    public Storage current() {
        return current;
    }

    /** Counts of the writes so far. */
    public Counter counter() {
        return counter;
    }

    /** The current content, readable until it or this storage is closed. Must not be called during a write. */
    public Version now() throws IOException {
        Version version = new Version(this, current.size());
        open.add(version);
        return version;
    }

    void forget(Version version) {
        open.remove(version);
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public long size() throws IOException {
        return current.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        current.read(position, target);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        for (Version version : open) {
            version.keep(position, position + source.remaining());
        }
        counter.wrote(source.remaining());
        current.write(position, source);
    }

    @Override
    public void resize(long size) throws IOException {
        for (Version version : open) {
            version.keep(size, Long.MAX_VALUE);
        }
        current.resize(size);
    }

    @Override
    public void force() throws IOException {
        counter.forced();
        current.force();
    }

    @Override
    public boolean observes(Barrier barrier) {
        return current.observes(barrier);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            for (Version version : open) {
                version.close();
            }
        } finally {
            current.close();
        }
    }
}
