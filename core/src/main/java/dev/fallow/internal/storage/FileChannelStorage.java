package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file through {@link FileChannel}: the default; needs no JVM flag. A writer holds an exclusive
 * lock of the operating system, which keeps other JVMs' writers out. (It does not keep the reference library out, which
 * locks in another way: the superblock's status flags do.)
 */
public final class FileChannelStorage implements Storage {
    private final FileChannel channel;

    private FileChannelStorage(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens an existing file.
     *
     * @throws FileLockedException if somebody else holds the lock
     */
    public static FileChannelStorage open(Path path, boolean writable) throws IOException {
        return open(
                path,
                writable,
                writable ? Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE) : Set.of(StandardOpenOption.READ));
    }

    /**
     * Creates a file that must not exist.
     *
     * @throws java.nio.file.FileAlreadyExistsException if it does
     */
    public static FileChannelStorage create(Path path) throws IOException {
        return open(
                path, true, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    private static FileChannelStorage open(Path path, boolean writable, Set<? extends OpenOption> options)
            throws IOException {
        FileChannel channel = FileChannel.open(path, options);
        try {
            // Readers take no lock: two of them in one JVM would collide, and a writer says in the superblock that it
            // is at work.
            if (writable && channel.tryLock() == null) {
                throw new FileLockedException(path + " is locked by another process");
            }
            return new FileChannelStorage(channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new FileLockedException(path + " is open in this JVM already");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
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
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
