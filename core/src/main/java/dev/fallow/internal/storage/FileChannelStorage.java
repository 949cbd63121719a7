package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file through {@link FileChannel}: the default; needs no JVM flag. It takes no lock: who edits a container owns the
 * {@link Sidecar} beside it.
 */
public final class FileChannelStorage implements Storage {
    private final FileChannel channel;

    FileChannelStorage(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens an existing file. */
    public static FileChannelStorage open(Path path, boolean writable) throws IOException {
        return new FileChannelStorage(
                writable
                        ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
                        : FileChannel.open(path, StandardOpenOption.READ));
    }

    /**
     * Creates a file that must not exist.
     *
     * @throws java.nio.file.FileAlreadyExistsException if it does
     */
    public static FileChannelStorage create(Path path) throws IOException {
        return new FileChannelStorage(FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            int count = channel.read(target, position);
            if (count < 0) {
                throw new EOFException(
                        target.remaining() + " bytes are missing at " + position + ", the file ends at " + size());
            }
            position += count;
        }
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            position += channel.write(source, position);
        }
    }

    @Override
    public void resize(long size) throws IOException {
        long now = channel.size();
        if (size < now) {
            channel.truncate(size);
        } else if (size > now) {
            write(size - 1, ByteBuffer.allocate(1));
        }
    }

    @Override
    public void force() throws IOException {
        channel.force(false); // the length counts as content; times of access and the like do not matter
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
