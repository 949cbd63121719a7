package dev.fallow.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The bytes of one file, wherever they are; {@link dev.fallow.ContainerFile#openReadOnly(ByteSource)} reads a container from
 * them. Positions are bytes from the start. The bytes do not change while the source is open.
 *
 * <p>An application reads files from a place of its own by implementing three methods. If reads are slow there, {@link
 * ByteSources#cached} makes few and large ones of them:
 *
 * <pre>{@code
 * record Blob(String name, byte[] content) implements ByteSource {
 *     public long size() {
 *         return content.length;
 *     }
 *
 *     public int read(long position, ByteBuffer target) {
 *         if (position >= content.length) {
 *             return -1;
 *         }
 *         int count = (int) Math.min(target.remaining(), content.length - position);
 *         target.put(content, (int) position, count);
 *         return count;
 *     }
 * }
 *
 * ByteSource blob = ByteSources.cached(new Blob("run.h5", content), CacheOptions.defaults());
 * }</pre>
 *
 * <p><b>Threads.</b> Any number of threads may call any method at the same time. A read has a position of its own, so there
 * is no state that threads share; an implementation that has some must guard it. What a read returns is visible to the
 * thread that called it, and nothing else is promised. {@link #close} may be called during reads, which then fail.
 *
 * <p><b>Trust.</b> What is read is checked as the content of any file is. A source may therefore return wrong bytes, but must
 * not return more bytes than requested. A container checks the counts that it is given.
 *
 * <p><b>Errors.</b> A method throws an {@link IOException} if it fails, and the container an exception that names the source.
 * A source that finds out that the file has changed throws a {@link SourceChangedException}. Retries are the source's own
 * matter: a container never repeats a read.
 */
public interface ByteSource extends Closeable {
    /**
     * A part of the file.
     *
     * @param position its first byte
     * @param length in bytes
     */
    record Range(long position, long length) {
        /** The position behind it. */
        public long end() {
            return position + length;
        }
    }

    /** The name of the file for messages, such as its path or URI without credentials. */
    String name();

    /** The length of the file in bytes. It is read once, when a container is opened. */
    long size() throws IOException;

    /**
     * Reads some bytes into the buffer, from its position on, and moves that. May read fewer than the buffer has room for.
     *
     * @param position of the first byte in the file, at least 0
     * @return the number of bytes, at least 1 if the buffer has room; -1 if the file has no byte at the position
     */
    int read(long position, ByteBuffer target) throws IOException;

    /**
     * A text that is another one after any change of the content, such as a strong ETag, or the time of modification with the
     * length. Two sources of one file with equal validators have equal bytes. Empty if there is none.
     */
    default Optional<String> validator() throws IOException {
        return Optional.empty();
    }

    /**
     * Announces reads that will follow soon, mostly in this order. A source may read ahead, join ranges that are close to
     * each other, and read several at a time. It does not fail: what goes wrong is found again by the read. The default does
     * nothing.
     *
     * @param ranges inside the file
     */
    default void willRead(List<Range> ranges) {
        // nothing to prepare
    }

    /** Releases what the source holds. Closing again has no effect. The default does nothing. */
    @Override
    default void close() throws IOException {
        // nothing to release
    }
}
