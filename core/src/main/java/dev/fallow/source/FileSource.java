package dev.fallow.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A channel of a file, which is read at positions. */
record FileSource(FileChannel channel, String name) implements ByteSource {
    @Override
    public long size() throws IOException {
        return UninterruptedReads.answer(name, channel::size);
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return UninterruptedReads.answer(name, () -> channel.read(target, position));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
