package dev.fallow.source;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.Objects;

/** Adapts what the JDK has to {@link ByteSource}. */
public final class ByteSources {
    private ByteSources() {}

    /**
     * A channel, which the source closes. A {@link FileChannel} is read at positions, by any number of threads at once. Any
     * other channel has one position, so its reads take turns.
     *
     * <p>A thread that is interrupted ends its own reading only. Java would close a {@link
     * java.nio.channels.InterruptibleChannel} for all threads; therefore other threads, which are not interrupted, ask the
     * channel. That costs some microseconds for each read; {@link #cached} makes them few, and {@link
     * dev.fallow.ContainerFile#openReadOnly(java.nio.file.Path)} does without.
     *
     * @param name for messages
     */
    public static ByteSource of(SeekableByteChannel channel, String name) {
        Objects.requireNonNull(name, "name");
        return channel instanceof FileChannel file ? new FileSource(file, name) : new ChannelSource(channel, name);
    }

    /**
     * A source whose reads are expensive, read in few and large parts; see {@link CachedSource}.
     *
     * @param source closed with the new one
     */
    public static CachedSource cached(ByteSource source, CacheOptions options) {
        return new CachedSource(Objects.requireNonNull(source, "source"), options);
    }

    /** An array, which is not copied, and must not be changed while it is read. */
    public static ByteSource of(byte[] content, String name) {
        return of(ByteBuffer.wrap(content), name);
    }

    /** The bytes between position and limit of a buffer, which are not copied, and must not be changed while they are read. */
    public static ByteSource of(ByteBuffer content, String name) {
        Objects.requireNonNull(name, "name");
        return new BufferSource(content.slice().asReadOnlyBuffer(), name);
    }
}
