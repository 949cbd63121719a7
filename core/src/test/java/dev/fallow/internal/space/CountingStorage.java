package dev.fallow.internal.space;

import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A container in memory that counts how often it is read. */
final class CountingStorage implements Storage {
    private final MemoryStorage memory;
    private long reads;

    CountingStorage(byte[] content) {
        memory = new MemoryStorage(content);
    }

    long reads() {
        return reads;
    }

    @Override
    public long size() throws IOException {
        return memory.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        reads++;
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
