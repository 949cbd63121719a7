package dev.fallow.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Where the bytes of one container lie. Nothing else touches a file. Positions are bytes from the start of the file.
 * One writer; reads may run beside each other.
 */
public interface Storage extends AutoCloseable {
    /** Bytes in the file now, as the file system says. */
    long size() throws IOException;

    /**
     * Fills the buffer from {@code position} on.
     *
     * @throws java.io.EOFException if the file ends before the buffer is full
     */
    void read(long position, ByteBuffer target) throws IOException;

    /** Writes all of the buffer at {@code position}; the file grows if it must. */
    void write(long position, ByteBuffer source) throws IOException;

    /** Makes the file exactly {@code size} bytes long; new bytes are zero. */
    void resize(long size) throws IOException;

    /** Returns when everything written is on the medium, or as sure to get there as the operating system promises. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
}
