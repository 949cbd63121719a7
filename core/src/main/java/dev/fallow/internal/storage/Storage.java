package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of one container. All file access goes through this interface. Positions are bytes from the start of the
 * file. One thread writes; reads may run concurrently.
 */
public interface Storage extends AutoCloseable {
    /** The current length of the file in bytes, as reported by the file system. */
    long size() throws IOException;

    /**
     * Fills the buffer, starting at {@code position}.
     *
     * @throws java.io.EOFException if the file ends before the buffer is full
     */
    void read(long position, ByteBuffer target) throws IOException;

    /**
     * The same bytes for one more reader, so that threads do not wait for each other where Java has a lock for each file. Returns this
     * object, or another one, which is closed on its own.
     */
    default Storage forReaders() {
        return this;
    }

    /** How many bytes are worth announcing before they are read; 0 if announcements have no effect. */
    default long announcedBytes() {
        return 0;
    }

    /**
     * Announces reads that follow soon. Most storages do nothing.
     *
     * @param positions of the first bytes; what is outside of the file is left out
     * @param lengths of as many runs, in bytes
     */
    default void willRead(long[] positions, long[] lengths) {
        // nothing to prepare
    }

    /** Whether the path at which the file was opened still leads to it, as far as the file system tells; true if there is no path. */
    default boolean isAtItsPath() throws IOException {
        return true;
    }

    /** Writes the whole buffer at {@code position}, extending the file if necessary. */
    void write(long position, ByteBuffer source) throws IOException;

    /** Sets the length of the file to {@code size} bytes; added bytes are zero. */
    void resize(long size) throws IOException;

    /** Returns once everything written is on the medium, as far as the operating system guarantees it. */
    void force() throws IOException;

    /** As {@link #force()}, for a commit. */
    default void force(Barrier barrier) throws IOException {
        if (observes(barrier)) {
            force();
        }
    }

    /** Whether a rule of commits is observed. Always true, except on the media of tests that show what is lost without it. */
    default boolean observes(Barrier barrier) {
        return true;
    }

    @Override
    void close() throws IOException;
}
