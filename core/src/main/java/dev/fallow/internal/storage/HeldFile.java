package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file with another resource that is released on close. */
final class HeldFile implements Storage {
    private final FileChannelStorage file;
    private final Release release;
    private boolean closed;

    /** Replaces closing the file; run once. */
    @FunctionalInterface
    interface Release {
        /** Closes the file and releases the other resource. */
        void close(FileChannelStorage file) throws IOException;
    }

    HeldFile(FileChannelStorage file, Release release) {
        this.file = file;
        this.release = release;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        file.read(position, target);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        file.write(position, source);
    }

    @Override
    public void resize(long size) throws IOException {
        file.resize(size);
    }

    @Override
    public void force() throws IOException {
        file.force();
    }

    @Override
    public boolean observes(Barrier barrier) {
        return file.observes(barrier);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            release.close(file);
        }
    }
}
