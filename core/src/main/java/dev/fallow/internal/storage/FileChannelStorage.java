package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file accessed through {@link FileChannel}. The default; needs no JVM flags. Takes no lock: the editor of a
 * container owns the {@link Sidecar} next to it.
 */
public final class FileChannelStorage implements Storage {
    private final FileChannel channel;

    FileChannelStorage(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens an existing regular file, following symbolic links. Other kinds of files are refused, because opening them
     * can block or have side effects.
     *
     * @throws IOException if the path is not a regular file, or is replaced by another file at that moment
     */
    public static FileChannelStorage open(Path path, boolean writable) throws IOException {
        Path real = path.toRealPath();
        FileFacts file = FileFacts.of(real);
        if (file == null) {
            throw new NoSuchFileException(path.toString());
        }
        if (file.kind() != FileFacts.Kind.REGULAR) {
            throw new IOException("it is " + file.kind().words() + ", and not a regular file");
        }
        FileChannel channel = openUnfollowed(real, writable);
        boolean same = false;
        try {
            same = file.isSame(FileFacts.of(real));
        } finally {
            if (!same) {
                channel.close();
            }
        }
        if (!same) {
            throw new IOException("another file took its place while it was opened");
        }
        return new FileChannelStorage(channel);
    }

    /** Opens the file at a path. Fails if the path has become a symbolic link. */
    static FileChannel openUnfollowed(Path path, boolean writable) throws IOException {
        return writable
                ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
                : FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Creates a file. Nothing may exist at the path, not even a dangling symbolic link.
     *
     * @throws java.nio.file.FileAlreadyExistsException if something exists at the path
     */
    public static FileChannelStorage create(Path path) throws IOException {
        return new FileChannelStorage(FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    /** The file itself, to be mapped. Closing this closes it. */
    FileChannel channel() {
        return channel;
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
                        target.remaining() + " bytes missing at " + position + ", the file ends at " + size());
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
        channel.force(false); // the length counts as content; access times and other attributes do not matter
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
