package dev.fallow.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What this JVM knows of a container that it reads or edits, whatever the names under which it was opened: its readers, whether it is
 * edited here, and the lock that tells other processes that it is read.
 *
 * <p>Readers of all processes share a lock on one byte far behind the end of the file, which is taken before anything is read. An editor
 * takes the same lock alone, from before it changes anything until the file is marked as open, so that either the reader sees the mark or the
 * editor the reader. The kernel drops the lock with the process. A program loses its POSIX locks on a file as soon as it closes any
 * descriptor of it; therefore the descriptors of a file that is read are kept, and used again, until the last reader has closed it. Code
 * outside of Fallow that opens and closes the file in the same JVM can drop the lock nevertheless.
 */
public final class OpenFile {
    /** Locks of a region do not hinder reading and writing elsewhere, even where they are mandatory. */
    static final long LOCKED_BYTE = 1L << 62;

    /** An editor that is opening the file holds the lock for some milliseconds, and is refused if it meets a reader. */
    private static final int ATTEMPTS = 20;

    private static final long PAUSE = 1_000_000;

    private static final KeyLocks LOCKS = new KeyLocks();
    private static final Map<Object, OpenFile> FILES = new ConcurrentHashMap<>();

    private final Object key;
    private final List<WeakReference<Reader>> readers = new CopyOnWriteArrayList<>();
    private final Queue<FileChannel> idleForReading = new ConcurrentLinkedQueue<>();
    private final Queue<FileChannel> idleForWriting = new ConcurrentLinkedQueue<>();
    /** Of the readers; null if they have none. */
    private FileLock shared;
    /** The file with which the lock was taken last. */
    private FileChannelStorage locked;
    /** Null if the file is not edited in this JVM. */
    private Editor editor;

    private OpenFile(Object key) {
        this.key = key;
    }

    /** Someone who reads the file, and goes on reading the same while it is edited in this JVM. */
    public interface Reader {
        /** An editor begins. Nothing has been written yet. */
        void editBegins();

        /** A run of bytes is about to be overwritten, or cut off. Never called by two threads at a time. */
        void keep(Storage current, long from, long to);

        /** The editor has closed the file. */
        void editEnds();
    }

    /** Something that is done while no other thread of this JVM opens or closes the same file. */
    @FunctionalInterface
    private interface Action<T> {
        T run() throws IOException;
    }

    private static <T> T alone(Object key, Action<T> action) throws IOException {
        LOCKS.lock(key);
        try {
            return action.run();
        } finally {
            LOCKS.unlock(key);
        }
    }

    // ---- descriptors -----------------------------------------------------------------------------------------

    private Queue<FileChannel> idle(boolean writable) {
        return writable ? idleForWriting : idleForReading;
    }

    /** A descriptor of a file that is not in use now; null if there is none. Takes no lock, because many threads may begin to read at once. */
    static FileChannel take(Object key, boolean writable) {
        OpenFile file = FILES.get(key);
        FileChannel channel = file == null ? null : file.idle(writable).poll();
        while (channel != null && !channel.isOpen()) {
            channel = file.idle(writable).poll();
        }
        return channel;
    }

    /**
     * Closes a descriptor, or keeps it for others if that would drop the lock.
     *
     * @param key null if the file is not known
     */
    static void giveBack(Object key, FileChannel channel, boolean writable) throws IOException {
        if (key == null) {
            channel.close();
            return;
        }
        OpenFile known = FILES.get(key);
        if (known != null && channel.isOpen()) {
            known.idle(writable).add(channel);
            if (FILES.get(key) != known) { // the last reader has closed the file meanwhile
                known.closeIdle();
            }
            return;
        }
        alone(key, () -> {
            OpenFile file = FILES.get(key);
            if (file == null) {
                channel.close();
            } else if (channel.isOpen()) {
                file.idle(writable).add(channel);
            } else {
                file.lockAgain();
            }
            return null;
        });
    }

    /** An interrupt has closed a descriptor, and so dropped the lock. */
    static void channelWasClosed(FileChannelStorage reopened) throws IOException {
        alone(reopened.key(), () -> {
            OpenFile file = FILES.get(reopened.key());
            if (file != null) {
                file.locked = reopened;
                file.lockAgain();
            }
            return null;
        });
    }

    // ---- readers ---------------------------------------------------------------------------------------------

    /**
     * Enters a reader, before it reads anything.
     *
     * @return what removes it again. If the reader is forgotten, the file is as if it was removed
     * @throws FileLockedException if the file is being opened for editing
     */
    public static Closeable enter(FileChannelStorage file, Reader reader) throws IOException {
        Object key = file.key();
        WeakReference<Reader> entry = new WeakReference<>(reader);
        alone(key, () -> {
            OpenFile known = FILES.computeIfAbsent(key, OpenFile::new);
            boolean entered = false;
            try {
                known.add(file, reader, entry);
                entered = true;
            } finally {
                if (!entered) {
                    known.forgetIfUnused();
                }
            }
            return null;
        });
        return () -> alone(key, () -> {
            OpenFile known = FILES.get(key);
            if (known != null && known.readers.remove(entry)) {
                known.forgetIfUnused();
            }
            return null;
        });
    }

    private void add(FileChannelStorage file, Reader reader, WeakReference<Reader> entry) throws IOException {
        if (editor != null && !editor.marked) {
            throw FileLockedException.here(file.path());
        }
        if (shared == null || !shared.isValid()) {
            locked = file;
            shared = share(file);
        }
        if (editor != null) {
            reader.editBegins();
        }
        readers.add(entry);
    }

    /** Whether a file is open for editing in this JVM. */
    public static boolean isEdited(FileChannelStorage file) throws IOException {
        Object key = file.key();
        return alone(key, () -> {
            OpenFile known = FILES.get(key);
            return known != null && known.editor != null;
        });
    }

    private void forEachReader(Consumer<Reader> visitor) {
        for (WeakReference<Reader> each : readers) {
            Reader reader = each.get();
            if (reader != null) {
                visitor.accept(reader);
            }
        }
    }

    /** Null if there are no locks here. */
    private static FileLock share(FileChannelStorage file) throws IOException {
        boolean interrupted = Thread.interrupted(); // it would close the descriptor
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                FileLock lock = file.tryLock(LOCKED_BYTE, true);
                if (lock != null) {
                    return lock;
                }
                LockSupport.parkNanos(PAUSE);
            }
        } catch (OverlappingFileLockException | UnsupportedOperationException | IOException e) {
            return null; // the application has locked the file itself, or the file system has no locks
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        throw new FileLockedException(file.path() + " is being opened for editing by another process");
    }

    /** Takes the lock again after a descriptor was closed. */
    private void lockAgain() throws IOException {
        if (readers.isEmpty() || editor != null && !editor.marked) {
            return;
        }
        release(shared);
        shared = null;
        try {
            shared = share(locked);
        } catch (FileLockedException e) {
            // an editor was faster: the readers will find that the file changes
        }
    }

    private static void release(FileLock lock) {
        try {
            if (lock != null && lock.isValid()) {
                lock.release();
            }
        } catch (IOException e) {
            // its descriptor was closed, which has released it
        }
    }

    private void forgetIfUnused() throws IOException {
        if (!readers.isEmpty() || editor != null) {
            return;
        }
        FILES.remove(key);
        release(shared);
        closeIdle();
    }

    private void closeIdle() throws IOException {
        for (Queue<FileChannel> idle : List.of(idleForReading, idleForWriting)) {
            for (FileChannel channel = idle.poll(); channel != null; channel = idle.poll()) {
                channel.close();
            }
        }
    }

    // ---- editors ---------------------------------------------------------------------------------------------

    /** The editor of a file in this JVM. */
    public static final class Editor implements Closeable {
        private final OpenFile file;
        /** Null if other programs may have the file open. */
        private final Path expectedAlone;
        /** Held until the file is marked; null if there are no locks here. */
        private FileLock alone;

        private boolean marked;

        private Editor(OpenFile file, Path expectedAlone, FileLock alone) {
            this.file = file;
            this.expectedAlone = expectedAlone;
            this.alone = alone;
        }

        /**
         * Looks again for other programs, before the first change: a program that does not know of the lock may have opened the file
         * since.
         *
         * @throws FileLockedException if another program has the file open
         */
        public void requireAlone() throws IOException {
            if (expectedAlone != null) {
                refuse(expectedAlone, OtherLocks.holders(expectedAlone));
            }
        }

        /** The file is marked as open: others that open it see that. */
        public void marked() throws IOException {
            OpenFile.alone(file.key, () -> {
                if (!marked) {
                    marked = true;
                    release(alone);
                    alone = null;
                    file.lockAgain();
                }
                return null;
            });
        }

        /** Lets all readers keep a run of bytes that is about to be overwritten, or cut off. */
        public void keep(Storage current, long from, long to) {
            file.forEachReader(reader -> reader.keep(current, from, to));
        }

        /** The editor has written the last byte. */
        @Override
        public void close() throws IOException {
            marked();
            OpenFile.alone(file.key, () -> {
                if (file.editor != this) {
                    return null;
                }
                file.editor = null;
                file.forEachReader(Reader::editEnds);
                file.forgetIfUnused();
                return null;
            });
        }
    }

    /**
     * Enters the editor of a file, before it writes anything. There is no other one: it has the journal.
     *
     * @param ignoreLocks whether other programs may have the file open
     * @throws FileLockedException if another program has it open
     */
    public static Editor edit(FileChannelStorage storage, boolean ignoreLocks) throws IOException {
        Object key = storage.key();
        return alone(key, () -> {
            OpenFile file = FILES.computeIfAbsent(key, OpenFile::new);
            boolean entered = false;
            try {
                Editor editor = file.enterEditor(storage, ignoreLocks);
                entered = true;
                return editor;
            } finally {
                if (!entered) {
                    file.lockAgain();
                    file.forgetIfUnused();
                }
            }
        });
    }

    private static void refuse(Path path, String holders) throws FileLockedException {
        if (holders != null) {
            throw new FileLockedException(
                    "%s is open in another program, which does not expect that it changes: %s. Close it there, or use the option ignoreLocks (of the command: --force)"
                            .formatted(path, holders));
        }
    }

    private Editor enterEditor(FileChannelStorage storage, boolean ignoreLocks) throws IOException {
        release(shared); // within a process a lock replaces another one
        shared = null;
        FileLock alone = null;
        boolean refused = false;
        try {
            alone = storage.tryLock(LOCKED_BYTE, false);
            refused = alone == null;
        } catch (OverlappingFileLockException | UnsupportedOperationException | IOException e) {
            refused = false; // the application has locked the file itself, or the file system has no locks
        }
        if (!ignoreLocks) {
            String holders = OtherLocks.holders(storage.path());
            if (refused || holders != null) {
                release(alone);
                refuse(storage.path(), holders == null ? "a process that reads it" : holders);
            }
        }
        editor = new Editor(this, ignoreLocks ? null : storage.path(), alone);
        forEachReader(Reader::editBegins);
        return editor;
    }
}
