package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A file that is read through memory mappings and written through its channel. Windows of the file are mapped when they are
 * first read, a limited number at a time. A window never reaches behind the end of the file at the time when it is mapped; a read
 * of bytes that were appended since then maps it again.
 *
 * <p>Why writes do not go through the mapping: when the disk is full, a store into a mapped page ends the JVM, and a
 * write of the channel throws. Both use the page cache of the operating system, so a read sees what was written before
 * it, and forcing the channel forces everything.
 *
 * <p>Reads share a lock, so that no window is unmapped while it is being read. Mapping, unmapping, shortening the file
 * and closing it hold the lock alone.
 */
public final class MappedStorage implements Storage {
    /** A multiple of the granularity of mappings on all systems. */
    static final long WINDOW_BYTES = 64L << 20;

    static final int MOST_WINDOWS = 64;

    private final FileChannelStorage file;
    private final FileChannel channel;
    private final long windowBytes;
    private final int mostWindows;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** By their start; guarded by the lock. */
    private final Map<Long, MappedWindow> windows = new HashMap<>();
    /** The windows in the order in which they are considered for unmapping; guarded by the lock. */
    private final Deque<MappedWindow> queue = new ArrayDeque<>();

    MappedStorage(FileChannelStorage file, long windowBytes, int mostWindows) {
        this.file = file;
        this.windowBytes = windowBytes;
        this.mostWindows = mostWindows;
        channel = file.channel();
    }

    /** Opens an existing file, by the rules of {@link FileChannelStorage#open}. */
    public static MappedStorage open(Path path, boolean writable) throws IOException {
        return new MappedStorage(FileChannelStorage.open(path, writable), WINDOW_BYTES, MOST_WINDOWS);
    }

    /** Creates a file, by the rules of {@link FileChannelStorage#create}. */
    public static MappedStorage create(Path path) throws IOException {
        return new MappedStorage(FileChannelStorage.create(path), WINDOW_BYTES, MOST_WINDOWS);
    }

    /** The file, without the mappings. */
    public FileChannelStorage file() {
        return file;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public boolean isAtItsPath() throws IOException {
        return file.isAtItsPath();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        long at = position;
        while (target.hasRemaining()) {
            int count = readSome(lock.readLock(), at, target, false);
            at += count == 0 ? readSome(lock.writeLock(), at, target, true) : count;
        }
    }

    /**
     * Reads from the window at a position, before another thread can unmap it. Returns the number of bytes; 0 if the window
     * is not mapped.
     *
     * @param mapping whether to map it, which needs the lock alone
     */
    private int readSome(Lock held, long position, ByteBuffer target, boolean mapping) throws IOException {
        held.lock();
        try {
            int count = countAt(position, target);
            MappedWindow window = windows.get(startOf(position));
            if (window == null || window.end() < position + count) {
                if (!mapping) {
                    return 0;
                }
                window = replace(window, startOf(position));
            }
            window.read(position, target, count);
            return count;
        } finally {
            held.unlock();
        }
    }

    private long startOf(long position) {
        return position - position % windowBytes;
    }

    /** The number of bytes to read from the window at a position. Also checks that the file has all that are wanted. */
    private int countAt(long position, ByteBuffer target) throws IOException {
        long size = channel.size(); // each time: a byte behind the end must not be touched
        int wanted = target.remaining();
        if (position < 0 || position > size - wanted) {
            throw new EOFException(wanted + " bytes at " + position + " are wanted, the file ends at " + size);
        }
        return (int) Math.min(wanted, startOf(position) + windowBytes - position);
    }

    private MappedWindow replace(MappedWindow shorter, long start) throws IOException {
        if (shorter != null) {
            unmap(shorter);
        }
        while (windows.size() >= mostWindows) {
            unmap(leastUsed());
        }
        MappedWindow window = MappedWindow.map(channel, start, Math.min(windowBytes, channel.size() - start));
        windows.put(start, window);
        queue.add(window);
        return window;
    }

    /** The first window in the queue that was not read since it got there. The others are put at its end. */
    private MappedWindow leastUsed() {
        while (queue.peek().wasUsed()) {
            queue.add(queue.poll());
        }
        return queue.peek();
    }

    private void unmap(MappedWindow window) throws IOException {
        windows.remove(window.start());
        queue.remove(window);
        window.unmap();
    }

    /** The number of bytes that are mapped now. */
    long mappedBytes() {
        lock.readLock().lock();
        try {
            return queue.stream()
                    .mapToLong(window -> window.end() - window.start())
                    .sum();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Whether the window that starts at a position is mapped now. */
    boolean isMapped(long start) {
        lock.readLock().lock();
        try {
            return windows.containsKey(start);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        file.write(position, source);
    }

    @Override
    public void resize(long size) throws IOException {
        lock.writeLock().lock();
        try {
            unmapBehind(size);
            file.resize(size);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** A mapped page that the file no longer has must not be read, and some systems refuse to cut it off. */
    private void unmapBehind(long size) throws IOException {
        List<MappedWindow> behind =
                queue.stream().filter(window -> window.end() > size).toList();
        for (MappedWindow window : behind) {
            unmap(window);
        }
    }

    @Override
    public void force() throws IOException {
        file.force(); // nothing is written through a mapping, so there is none to force
    }

    @Override
    public void close() throws IOException {
        lock.writeLock().lock();
        try (file) {
            unmapBehind(-1);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
