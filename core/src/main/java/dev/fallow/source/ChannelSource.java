package dev.fallow.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/** A channel with one position, for which reads take turns. */
final class ChannelSource implements ByteSource {
    private final SeekableByteChannel channel;
    private final String name;
    private final ReentrantLock turn = new ReentrantLock();

    ChannelSource(SeekableByteChannel channel, String name) {
        this.channel = channel;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() throws IOException {
        turn.lock();
        try {
            return channel.size();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        turn.lock();
        try {
            return channel.position(position).read(target);
        } finally {
            turn.unlock();
        }
    }

    /** Does not wait for a read. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
