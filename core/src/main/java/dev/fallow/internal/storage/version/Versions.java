package dev.fallow.internal.storage.version;

import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileFacts;
import dev.fallow.internal.storage.MappedStorage;
import dev.fallow.internal.storage.OpenFile;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A storage that one thread writes while others read it as of an earlier moment: before a byte is overwritten, each
 * open {@link Version} keeps the old one. Versions are read without locks.
 */
public final class Versions implements Storage {
    private final Storage current;
    /** What other threads than the writer's read, so that interrupting one of them does not close the writer's file. */
    private volatile Storage forReaders;

    private final List<Version> open = new CopyOnWriteArrayList<>();
    private final Counter counter = new Counter();
    /**
     * The length of the storage, or less if it is being extended; -1 if it is not known. Only the writer sets it. The storage itself
     * may take a lock to tell.
     */
    private volatile long length = -1;

    /** What other containers of this JVM know of the file; null if it is not one, or not owned yet. */
    private OpenFile.Editor editor;
    /** Where the file is; null if it is not one, or not owned yet. */
    private Path path;
    /** What the file is like until this object writes it; null from then on, and if other programs may write it. */
    private volatile FileFacts untouched;

    /** How another program has changed the file; null if it has not. */
    private volatile String change;

    private volatile long lastLook;

    /** What is read: the storage, or a view of it. */
    private Storage shown;

    private volatile boolean closed;

    /** @param current the storage to write; closed by this object */
    public Versions(Storage current) {
        this.current = current;
        shown = current;
    }

    /** Reads from a view of the storage from now on. Closing this closes the storage only. */
    public void readFrom(Storage view) {
        shown = view;
    }

    /**
     * Announces that the storage will be written. Read-only containers of this JVM that show the same file keep what is overwritten;
     * other programs must not have it open. Has no effect if it is not a file.
     *
     * @param ignoreLocks whether other programs may have the file open
     * @throws dev.fallow.internal.storage.FileLockedException if another program has it open
     */
    public void own(boolean ignoreLocks) throws IOException {
        FileChannelStorage file = current instanceof MappedStorage mapped
                ? mapped.file()
                : current instanceof FileChannelStorage plain ? plain : null;
        if (file != null && file.path() != null) {
            editor = OpenFile.edit(file, ignoreLocks);
            path = ignoreLocks ? null : file.path();
        }
    }

    /**
     * From now on, until this object writes, the file has to stay as it is. It is not marked yet, and libhdf5 knows of no other lock; so
     * its length and its time of change are compared when bytes were read, not more than once in {@value ReadFile#PAUSE_NANOS} ns, and
     * before it is marked. {@link ReadFile} says which changes are not seen.
     */
    public void expectUntouched() throws IOException {
        untouched = path == null ? null : FileFacts.identity(path);
        lastLook = System.nanoTime();
    }

    /** Looks whether another program has changed the file, unless that was done just before. */
    void look() throws IOException {
        if (untouched != null) {
            long now = System.nanoTime();
            if (change != null || now - lastLook >= ReadFile.PAUSE_NANOS) {
                lastLook = now;
                requireUntouched();
            }
        }
    }

    private void requireUntouched() throws IOException {
        FileFacts before = untouched;
        FileFacts now = before == null || change != null ? null : FileFacts.identity(path);
        if (now != null && untouched == before) {
            change = now.changeSince(before, "opened");
        }
        if (change != null) {
            throw new IOException(change);
        }
    }

    /**
     * Looks once more, before the file is marked, whether another program has it open, or has changed it.
     *
     * @throws dev.fallow.internal.storage.FileLockedException if one has it open
     */
    public void requireAlone() throws IOException {
        if (editor != null) {
            editor.requireAlone();
            requireUntouched();
        }
    }

    /** From now on, programs that open the file see that it is marked. */
    public void marked() throws IOException {
        if (editor != null) {
            editor.marked();
        }
    }

    private void keep(long from, long to) throws IOException {
        for (Version version : open) {
            version.keep(from, to);
        }
        if (editor != null) {
            editor.keep(current, from, to);
        }
    }

    public Storage current() {
        return current;
    }

    /** What is read now: the storage, or a view of it. */
    public Storage shown() {
        return shown;
    }

    /** What versions are read from, unless they have more readers. */
    Storage source() {
        return forReaders;
    }

    /** The length of the storage; what is behind it was never written, or cut off and kept. */
    long length() throws IOException {
        long known = length;
        return known >= 0 ? known : current.size();
    }

    public Counter counter() {
        return counter;
    }

    /** The current content, readable until it or this storage is closed. Must not be called during a write. */
    public Version now() throws IOException {
        if (forReaders == null) {
            forReaders = shown.forReaders();
        }
        Version version = new Version(this, current.size());
        open.add(version);
        return version;
    }

    void forget(Version version) {
        open.remove(version);
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public long size() throws IOException {
        return current.size();
    }

    @Override
    public boolean isAtItsPath() throws IOException {
        return current.isAtItsPath();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        shown.read(position, target);
        look();
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        keep(position, position + source.remaining());
        long end = position + source.remaining();
        long before = length();
        if (end >= before) {
            checkNotCut(before); // otherwise the file would be as long as before, and the cut would not be noticed
        }
        counter.wrote(source.remaining());
        untouched = null;
        try {
            current.write(position, source);
            length = Math.max(before, end);
        } catch (IOException | RuntimeException | Error e) {
            length = -1;
            throw e;
        }
    }

    private void checkNotCut(long expected) throws IOException {
        long found = current.size();
        if (found < expected) {
            throw new IOException("another program has cut the file from %d to %d bytes".formatted(expected, found));
        }
    }

    @Override
    public void resize(long size) throws IOException {
        keep(size, Long.MAX_VALUE);
        length = Math.min(length(), size);
        untouched = null;
        try {
            current.resize(size);
            length = size;
        } catch (IOException | RuntimeException | Error e) {
            length = -1;
            throw e;
        }
    }

    @Override
    public void force() throws IOException {
        counter.forced();
        current.force();
    }

    @Override
    public boolean observes(Barrier barrier) {
        return current.observes(barrier);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        Storage other = forReaders == current || forReaders == shown ? null : forReaders;
        OpenFile.Editor known = editor;
        try (known;
                current;
                other) {
            for (Version version : open) {
                version.close();
            }
        }
    }
}
