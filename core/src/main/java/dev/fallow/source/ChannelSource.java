package dev.fallow.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/** A channel with one position, for which reads take turns. It may be, or have behind it, one that an interrupt closes. */
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
        return inTurn(channel::size);
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return inTurn(() -> channel.position(position).read(target));
    }

    private <T> T inTurn(UninterruptedReads.Question<T> question) throws IOException {
        turn.lock();
        try {
            return UninterruptedReads.answer(name, question);
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
