package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A storage that is written by one thread while others read it as it was at some moment: before a byte is overwritten,
 * each {@link Version} that is open keeps what was there. Versions are read without any lock.
 */
public final class Versions implements Storage {
    private final Storage current;
    private final List<Version> open = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** @param current what is written; this closes it */
    public Versions(Storage current) {
        this.current = current;
    }

    /** What is written. */
    public Storage current() {
        return current;
    }

    /** What is stored now, to be read until it is closed or this is. Not while something is being written. */
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
        current.force();
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
