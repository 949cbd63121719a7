package dev.fallow.internal.space;

import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A container in memory that counts how often and how much it is read. */
public final class CountingStorage implements Storage {
    private final MemoryStorage memory;
    private long reads;
    private long bytesRead;

    /** A container with this content. */
    public CountingStorage(byte[] content) {
        memory = new MemoryStorage(content);
    }

    /** How often it was read. */
    public long reads() {
        return reads;
    }

    /** The bytes that were read. */
    public long bytesRead() {
        return bytesRead;
    }

    @Override
    public long size() throws IOException {
        return memory.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        reads++;
        bytesRead += target.remaining();
        memory.read(position, target);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        memory.write(position, source);
    }

    @Override
    public void resize(long size) throws IOException {
        memory.resize(size);
    }

    @Override
    public void force() throws IOException {
        memory.force();
    }

    @Override
    public void close() throws IOException {
        memory.close();
    }
}
