package dev.fallow.internal.storage.version;

import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileFacts;
import dev.fallow.internal.storage.MappedStorage;
import dev.fallow.internal.storage.OpenFile;
import dev.fallow.internal.storage.Storage;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * A file that a container shows read-only, as it was when it was opened. While the file is edited in this JVM, the editor keeps what it
 * overwrites, as for a snapshot; but what was kept stays when the editor has closed the file.
 *
 * <p>Editors in other processes are kept out by a lock ({@link OpenFile}), where there are locks, and if they know of it, which libhdf5 does not.
 * So after bytes were read, the length of the file and its time of change are compared with those before, but not more than once in {@value
 * #PAUSE_NANOS} ns. If they differ, this read fails, and so do all later ones. Not seen are changes that leave both as they were: within the
 * resolution of the file system's clock after the file was opened, or by a program that sets the time of change itself; and changes within the
 * pause after the last look, until the next one.
 */
public final class ReadFile implements FormerBytes {
    static final long PAUSE_NANOS = 1_000_000;

    private static final Cleaner CLEANER = Cleaner.create();

    private final Storage file;
    private final Path path;
    private final long size;
    private final KeptBytes kept;
    private final Watch watch;
    private final LongSupplier clock;
    private final Release release;
    /** Why nothing can be read any more; null while it can. */
    private volatile String failure;

    private volatile long lastLook;

    /** Tells what a file is like. */
    @FunctionalInterface
    interface Look {
        /** Null if there is none at its path. */
        FileFacts now() throws IOException;
    }

    /** What this JVM's editor of the file tells. It does not know the reader strongly, so that one that is forgotten is closed. */
    private static final class Watch implements OpenFile.Reader {
        private final Look look;
        private final KeptBytes kept;
        /** What the file is to be like; null while it is edited in this JVM, or if it cannot be known. */
        private volatile FileFacts expected;

        private volatile boolean off;
        private volatile boolean edited;
        /** Why bytes could not be kept; null if all were. */
        private volatile IOException notKept;

        Watch(Look look, KeptBytes kept, FileFacts expected) {
            this.look = look;
            this.kept = kept;
            this.expected = expected;
        }

        /** Null if the file is as it was, or nothing is known of it. */
        String change() {
            FileFacts before = expected;
            FileFacts now;
            try {
                now = before == null || off ? null : look.now();
            } catch (IOException e) {
                return null; // it cannot be asked for now
            }
            // another file may have taken its place: what is read is the old one
            return now == null || expected != before ? null : now.changeSince(before, "opened read-only");
        }

        @Override
        public void editBegins() {
            edited = true;
            if (change() == null) {
                expected = null;
            }
        }

        @Override
        public void keep(Storage current, long from, long to) {
            try {
                kept.keep(current, from, to);
            } catch (IOException e) {
                notKept = e; // the editor goes on
            }
        }

        @Override
        public void editEnds() {
            try {
                if (expected == null) {
                    expected = look.now();
                }
            } catch (IOException e) {
                expected = null;
            }
        }
    }

    /** What closing does, also if the application has forgotten the container. It must not know the reader. */
    private record Release(AtomicBoolean done, Closeable entry, KeptBytes kept, Storage file) implements Runnable {
        void close() throws IOException {
            if (done.compareAndSet(false, true)) {
                try (file) {
                    kept.close();
                    entry.close(); // before the file is closed, which must not drop the lock of other readers
                }
            }
        }

        @Override
        public void run() {
            try {
                close();
            } catch (IOException e) {
                return; // it is not in use any more
            }
        }
    }

    private ReadFile(Storage file, FileChannelStorage plain, LongSupplier clock, Look look) throws IOException {
        this.file = file;
        this.clock = clock;
        path = plain.path();
        size = file.size();
        kept = new KeptBytes(size);
        watch = new Watch(look, kept, plain.facts());
        lastLook = clock.getAsLong();
        release = new Release(new AtomicBoolean(), OpenFile.enter(plain, watch), kept, file);
        CLEANER.register(this, release);
    }

    /**
     * Starts to show a file.
     *
     * @param file opened for reading, at a known path; closed with this object, or if this fails
     * @throws dev.fallow.internal.storage.FileLockedException if the file is being opened for editing
     */
    public static ReadFile of(Storage file) throws IOException {
        return of(file, System::nanoTime, null);
    }

    /**
     * As {@link #of(Storage)}.
     *
     * @param look null for one at the file's path
     */
    static ReadFile of(Storage file, LongSupplier clock, Look look) throws IOException {
        FileChannelStorage plain = file instanceof MappedStorage mapped ? mapped.file() : (FileChannelStorage) file;
        boolean entered = false;
        try {
            ReadFile reader =
                    new ReadFile(file, plain, clock, look == null ? () -> FileFacts.identity(plain.path()) : look);
            entered = true;
            return reader;
        } finally {
            if (!entered) {
                file.close();
            }
        }
    }

    public Path path() {
        return path;
    }

    /** Whether the file is open for editing in this JVM. */
    public boolean isEditedHere() throws IOException {
        return OpenFile.isEdited(file instanceof MappedStorage mapped ? mapped.file() : (FileChannelStorage) file);
    }

    /** Whether the file has been opened for editing in this JVM since, so that another reader may see something newer. */
    public boolean isOutdated() {
        return watch.edited;
    }

    /** Whether each read is a system call, so that few and larger ones are better. */
    public boolean isReadByCalls() {
        return file instanceof FileChannelStorage;
    }

    /** From now on, changes by other programs are accepted: what is read may then be of no state that the file ever had. */
    public void acceptChanges() {
        watch.off = true;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        read(position, target, file);
    }

    @Override
    public void read(long position, ByteBuffer target, Storage source) throws IOException {
        if (failure != null) {
            throw new IOException(failure);
        }
        int count = target.remaining();
        if (position < 0 || position > size - count) {
            throw new EOFException(count + " bytes are wanted at " + position + ", the file ends at " + size);
        }
        int from = target.position();
        try {
            source.read(position, target);
        } catch (EOFException e) {
            readRest(position, target.position(from).slice(from, count), source, e);
        }
        kept.putInto(position, from, count, target);
        target.position(from + count);
        if (watch.notKept != null || kept.isLost()) {
            throw new IOException("what another part of this program has overwritten could not be kept", watch.notKept);
        }
        look();
    }

    /** The file was cut: by an editor of this JVM, which has kept what is missing, or by another program. */
    private void readRest(long position, ByteBuffer target, Storage source, EOFException cut) throws IOException {
        for (long[] gap : kept.gaps(position, position + target.remaining())) {
            try {
                source.read(gap[0], target.slice((int) (gap[0] - position), (int) (gap[1] - gap[0])));
            } catch (EOFException e) {
                refuse(watch.change());
                throw cut;
            }
        }
    }

    /** Looks whether the file has changed, unless that was done just before. */
    private void look() throws IOException {
        if (watch.expected == null) {
            return;
        }
        long now = clock.getAsLong();
        if (now - lastLook >= PAUSE_NANOS) {
            lastLook = now;
            refuse(watch.change());
        }
    }

    private void refuse(String change) throws IOException {
        if (change != null) {
            failure = change;
            throw new IOException(change);
        }
    }

    @Override
    public String readOnly() {
        return "the file is open for reading";
    }

    /** The same file, read through a descriptor of its own. */
    @Override
    public Storage forReaders() {
        return through(file.forReaders(), file);
    }

    @Override
    public void close() throws IOException {
        release.close();
    }
}
