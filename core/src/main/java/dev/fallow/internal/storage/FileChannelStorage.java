package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file accessed through {@link FileChannel}. The default; needs no JVM flags. Takes no lock: the editor of a
 * container owns the {@link Sidecar} next to it.
 *
 * <p>Java closes a channel when a thread is interrupted that reads it, and thus for all other threads. A file that is open for reading
 * is then opened again, if it is still the one at its path.
 */
public class FileChannelStorage implements Storage {
    /** The most descriptors for readers of one file. */
    private static final int MOST_READERS = 64;

    private volatile FileChannel channel;
    /** The path without symbolic links; null if it is not known. */
    private final Path path;
    /** What is at the path, while the file is. */
    private final FileFacts facts;

    private final boolean writable;
    /** The number of readers of the file that have a descriptor of their own. */
    private final AtomicInteger readers;

    private final Object reopening = new Object();
    private volatile long knownSize = -1;
    private volatile boolean closed;

    /** An open file whose path is not known. */
    FileChannelStorage(FileChannel channel) {
        this(channel, null, null, true, new AtomicInteger());
    }

    private FileChannelStorage(
            FileChannel channel, Path path, FileFacts facts, boolean writable, AtomicInteger readers) {
        this.channel = channel;
        this.readers = readers;
        this.path = path;
        this.facts = facts;
        this.writable = writable;
    }

    /**
     * Opens an existing regular file, following symbolic links. Other kinds of files are refused, because opening them
     * can block or have side effects.
     *
     * @throws IOException if the path is not a regular file, or is replaced by another file at that moment
     */
    public static FileChannelStorage open(Path path, boolean writable) throws IOException {
        return openResolved(path.toRealPath(), writable);
    }

    /** As {@link #open}, at a path without symbolic links. */
    public static FileChannelStorage openResolved(Path real, boolean writable) throws IOException {
        FileFacts file = FileFacts.identity(real);
        if (file == null) {
            throw new NoSuchFileException(real.toString());
        }
        if (file.kind() != FileFacts.Kind.REGULAR) {
            throw new IOException("it is " + file.kind().words() + ", and not a regular file");
        }
        return new FileChannelStorage(openSame(real, file, writable), real, file, writable, new AtomicInteger());
    }

    /** The open file at a path without symbolic links. Its length may change. */
    static FileChannelStorage of(FileChannel channel, Path real, FileFacts facts) {
        return new FileChannelStorage(channel, real, facts, true, new AtomicInteger());
    }

    /** Opens the file that is known to be at a path. */
    private static FileChannel openSame(Path path, FileFacts file, boolean writable) throws IOException {
        FileChannel idle = OpenFile.take(file.keyAt(path), writable);
        if (idle != null) {
            return idle;
        }
        FileChannel channel = openChecked(path, writable, () -> file.isSame(FileFacts.identity(path)));
        if (channel == null) {
            throw new IOException("another file took its place while it was opened");
        }
        return channel;
    }

    /** Opens the file at a path; null if a check of what is there fails afterwards. */
    static FileChannel openChecked(Path path, boolean writable, Check check) throws IOException {
        FileChannel channel = openUnfollowed(path, writable);
        boolean same = false;
        try {
            same = check.holds();
        } finally {
            if (!same) {
                channel.close();
            }
        }
        return same ? channel : null;
    }

    /** A question to the file system. */
    @FunctionalInterface
    interface Check {
        boolean holds() throws IOException;
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
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        return new FileChannelStorage(channel, path.toAbsolutePath(), FileFacts.of(path), true, new AtomicInteger());
    }

    /** Whether Java has closed the file because a thread that used it was interrupted. */
    public static boolean isInterrupt(IOException e) {
        return e instanceof ClosedByInterruptException;
    }

    @Override
    public boolean isAtItsPath() throws IOException {
        return path == null || facts == null || facts.key() == null || facts.isSame(FileFacts.identity(path));
    }

    /** The path without symbolic links; null if it is not known. */
    public Path path() {
        return path;
    }

    /** The file as it was just before it was opened; null if it is not known. */
    public FileFacts facts() {
        return facts;
    }

    /** What identifies the file within this JVM; null if its path is not known. */
    Object key() {
        return facts == null ? null : facts.keyAt(path);
    }

    /**
     * Tries to lock a byte of the file for this JVM.
     *
     * @param shared whether others may lock it, too
     * @return null if another process has a lock that excludes this one
     */
    FileLock tryLock(long position, boolean shared) throws IOException {
        return channel.tryLock(position, 1, shared);
    }

    /** The file itself, to be mapped. Closing this closes it. */
    FileChannel channel() {
        return channel;
    }

    /** The file opened once more; this if too many have done so, or if it is not known to be at its path any more. */
    @Override
    public Storage forReaders() {
        if (!isReopenable()) {
            return this;
        }
        if (readers.incrementAndGet() <= MOST_READERS) {
            try {
                return new OfReader(openSame(path, facts, false), path, facts, readers);
            } catch (IOException e) {
                // the file was moved or replaced, or there are no more descriptors
            }
        }
        readers.decrementAndGet();
        return this;
    }

    /** The descriptor of one reader. */
    private static final class OfReader extends FileChannelStorage {
        private final AtomicBoolean closed = new AtomicBoolean();

        OfReader(FileChannel channel, Path path, FileFacts facts, AtomicInteger readers) {
            super(channel, path, facts, false, readers);
        }

        @Override
        public void close() throws IOException {
            if (closed.compareAndSet(false, true)) {
                super.readers.decrementAndGet();
            }
            super.close();
        }
    }

    private boolean isReopenable() {
        return path != null && facts != null && facts.key() != null;
    }

    /** Something that is asked of the channel. */
    @FunctionalInterface
    private interface Question<T> {
        T of(FileChannel channel) throws IOException;
    }

    /** Asks the channel, after it was opened again if another thread that was interrupted has closed it. */
    private <T> T ask(Question<T> question) throws IOException {
        if (closed) { // the channel may be open, and used by others
            throw new ClosedChannelException();
        }
        while (!writable && isReopenable()) {
            if (Thread.currentThread().isInterrupted()) { // the channel would be closed
                throw new InterruptedIOException("the thread was interrupted");
            }
            FileChannel now = channel;
            try {
                return question.of(now);
            } catch (ClosedChannelException e) {
                if (closed) {
                    throw e;
                }
                reopen(now);
            }
        }
        return question.of(channel);
    }

    private void reopen(FileChannel before) throws IOException {
        synchronized (reopening) {
            if (channel == before) {
                FileChannel again = openSame(path, facts, false);
                channel = again;
                if (closed) {
                    OpenFile.giveBack(key(), again, writable);
                } else {
                    OpenFile.channelWasClosed(this);
                }
            }
        }
    }

    /** The length now; of a file that is open for reading, when it was first asked for, because a channel takes a lock to tell. */
    @Override
    public long size() throws IOException {
        if (writable) {
            return channel.size();
        }
        long known = knownSize;
        if (known < 0) {
            known = ask(FileChannel::size);
            knownSize = known;
        }
        return known;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            long at = position;
            int count = ask(open -> open.read(target, at));
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

    /** The descriptor stays open while others in this JVM read the file: a program loses its locks on a file with any descriptor. */
    @Override
    public void close() throws IOException {
        FileChannel last;
        synchronized (reopening) {
            if (closed) {
                return;
            }
            closed = true;
            last = channel;
        }
        OpenFile.giveBack(key(), last, writable);
    }
}
