package dev.fallow.internal.session;

import dev.fallow.ContainerException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ShrinkOptions;
import dev.fallow.StorageException;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.Printable;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.NoRoomException;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.cache.Readers;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ChangeInParts;
import dev.fallow.internal.header.ForeignFiles;
import dev.fallow.internal.header.KnownKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.WriteStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A container from opening to closing. Handles of groups, datasets and committed datatypes refer to it. Every public operation runs through {@link #reading} or {@link
 * #changing}, which convert internal exceptions to exceptions that name the file.
 */
public final class Session {
    /** The part of the memory of the metadata caches that the kinds of objects may take in addition. */
    private static final int PART_OF_KINDS = 16;

    private final String name;
    private final Storage storage;
    private final boolean readOnly;
    private final WriteOut writeOut;
    /** The recorder of this session's allocations, or null. */
    private final TraceFile trace;
    /** Opens snapshots. */
    private final SessionParts.VersionOpener versionOpener;
    /** What external links lead to. */
    private final LinkedContainers linked;

    private final Changes changes;
    private final AutomaticShrinking shrinking;
    private final Deletions deletions = new Deletions();
    private final Renames renames = new Renames();
    /** The appenders that have collected rows. */
    private final Set<Collected> collected = new LinkedHashSet<>();

    private final SingleUse use;
    /** What threads read with; null if only one thread at a time may, because the container is edited. */
    private final Readers<SessionState> readers;
    /** The kinds of objects that were listed; null if the container is edited. */
    private final KnownKinds knownKinds;

    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    /** Starts a session. */
    public Session(SessionParts parts) {
        name = parts.name();
        storage = parts.storage();
        readOnly = parts.readOnly();
        writeOut = parts.writeOut();
        trace = parts.trace();
        versionOpener = parts.versions();
        linked = parts.linked().apply(this);
        changes = new Changes(parts, deletions);
        shrinking = new AutomaticShrinking(changes, parts.shrinking());
        use = new SingleUse(name);
        readers = readOnly ? new Readers<>(parts.state(), () -> reader(parts), this::end) : null;
        knownKinds = readOnly ? new KnownKinds(parts.state().store().cache().wholeBound() / PART_OF_KINDS) : null;
    }

    /** The kinds of objects that were listed; null if the container is edited. */
    public KnownKinds knownKinds() {
        return knownKinds;
    }

    /** One more reader of a container that is not edited. */
    private SessionState reader(SessionParts parts) throws IOException {
        SessionState made = parts.rebuilding().from(superblock(), false);
        made.store().shareChunks(parts.state().store());
        return made;
    }

    private void end(SessionState reader) {
        reader.store().foreignFiles().close();
        Storage own = reader.store().storage();
        if (own != storage) {
            try {
                own.close();
            } catch (IOException e) {
                // it was only read
            }
        }
    }

    /**
     * Starts a session on a new container and makes its first commit.
     *
     * @param parts a state that has never been written
     */
    public static Session ofNewContainer(SessionParts parts) {
        Session session = new Session(parts);
        session.changes.markChanged();
        session.flush();
        return session;
    }

    /** Something that has collected rows, which the next commit includes. */
    @FunctionalInterface
    public interface Collected {
        /** Writes the rows. */
        void write();
    }

    /** An operation on the changes of a session. */
    @FunctionalInterface
    interface Edit<T> {
        /** Runs it. */
        T run(Changes changes) throws IOException;
    }

    /** Runs an operation that changes nothing. In a container that is not edited, any number of threads may do so. */
    public <T> T reading(SessionOperation<T> operation) {
        boolean entered = readers == null ? use.enter() : takeReader();
        boolean sound = false;
        try {
            T result = guarded(operation);
            sound = true;
            return result;
        } catch (ContainerException e) {
            sound = !(e instanceof StorageException);
            throw e;
        } finally {
            if (entered) {
                endForeignReads();
                endReading(sound);
            }
        }
    }

    private void endForeignReads() {
        ForeignFiles files = store().foreignFiles();
        if (files != null) { // it is not being opened
            files.endOperation();
        }
    }

    /** Takes a reader that no other thread has; returns whether the thread had none. */
    private boolean takeReader() {
        if (readers.current() != null) {
            return false;
        }
        checkOpen();
        try {
            readers.take().store().cache().share(readers.count());
            return true;
        } catch (FormatException | IOException e) {
            throw failure(e);
        }
    }

    private void endReading(boolean sound) {
        if (readers == null) {
            use.leave();
        } else if (sound) {
            readers.giveBack();
        } else { // it may have files that Java has closed, or be in a state that was not foreseen
            readers.drop();
        }
    }

    /**
     * Begins a use of the container that reads and changes nothing of it.
     *
     * @return what {@link #leave} is to be given
     */
    public boolean enter() {
        checkOpen();
        return use.enter();
    }

    /** Ends such a use. */
    public void leave(boolean entered) {
        if (entered) {
            use.leave();
        }
    }

    private <T> T guarded(SessionOperation<T> operation) {
        checkOpen();
        try {
            T result = operation.run();
            store().cache().parkAndTrim();
            return result;
        } catch (UncheckedIOException e) {
            throw failure(e.getCause());
        } catch (FormatException | NotInUseException | NoRoomException | IOException e) {
            if (e.getCause() instanceof CancellationException cancelled) {
                throw cancelled;
            }
            throw failure(e);
        }
    }

    /** A container that another thread closes makes operations fail in any way. */
    private ContainerException failure(Exception cause) {
        return closed && readers != null
                ? new ContainerException(name + " was closed while it was read", cause)
                : Failures.of(name, store().sizes(), cause);
    }

    /**
     * Runs an operation that changes the container, in two steps. The first checks everything, changes nothing, and may
     * fail (invariant I4 of docs/explanation/design.md); it returns the second, which makes the change.
     */
    public <T> T changing(SessionOperation<SessionOperation<T>> check) {
        return editing(changes -> changes.change(check));
    }

    /** Runs an operation that changes the container, if changes are accepted. */
    <T> T editing(Edit<T> edit) {
        checkOpen();
        if (readOnly) {
            throw new ContainerException(name + " is open read-only");
        }
        changes.checkAccepted();
        boolean entered = use.enter();
        try {
            return guarded(() -> edit.run(changes));
        } finally {
            if (entered) {
                endForeignReads();
            }
            leave(entered);
        }
    }

    /** As {@link #changing}, for a change without a result. */
    public void change(SessionOperation<Change> check) {
        editing(changes -> {
            changes.apply(check);
            return null;
        });
    }

    /** As {@link #change}, for a change that may be committed between its parts. */
    public void changeInParts(SessionOperation<ChangeInParts> check) {
        editing(changes -> {
            changes.applyInParts(check);
            return null;
        });
    }

    /** @throws ContainerException if the container is closed */
    public void checkOpen() {
        if (closed) {
            throw new ContainerException(name + " is closed");
        }
    }

    /** The file's name, for messages. */
    public String name() {
        return name;
    }

    /** Whether the container is read-only. */
    public boolean isReadOnly() {
        return readOnly;
    }

    /** The objects that were deleted or moved. */
    public Deletions deletions() {
        return deletions;
    }

    /** The application may learn addresses of objects, which then do not change with the next commit. */
    public void learnt() {
        if (!readOnly) {
            store().newHeaderPlaces().learnt();
        }
    }

    /** The links that were renamed. */
    public Renames renames() {
        return renames;
    }

    /** The appenders that have collected rows, in the order in which they began to. */
    public Set<Collected> collected() {
        return collected;
    }

    private void writeCollected() {
        List.copyOf(collected).forEach(Collected::write);
    }

    /**
     * The state that an operation works with. In a container that is not edited, each thread has another one during its
     * operation. Outside of operations, only what never changes may be asked of it.
     */
    SessionState state() {
        SessionState reader = readers == null ? null : readers.current();
        return reader == null ? changes.state() : reader;
    }

    Storage storage() {
        return storage;
    }

    /** The last superblock written. */
    AnySuperblock superblock() {
        return writeOut.superblock();
    }

    /** The structures of the objects. */
    public ObjectStore store() {
        return state().store();
    }

    /** The allocator of the file's space. */
    public FileSpace space() {
        return store().space();
    }

    /** Whether an object is at an address, as far as {@link ObjectStore#referred} tells. */
    public boolean isObject(long address) {
        return reading(() -> store().isObject(address));
    }

    /** The address of the root group's header. */
    public long rootAddress() {
        return writeOut.superblock().rootAddress();
    }

    /**
     * Commits the changes, and the rows that appenders have collected. If these cannot be written, nothing is committed. If the
     * storage fails, this can be called again, unless a force of the file has failed; then the
     * container must be closed and reopened. No change is accepted until a flush succeeds.
     */
    public void flush() {
        checkOpen();
        if (readOnly) {
            return;
        }
        boolean between = use.enter();
        try {
            reading(() -> {
                changes.commitPrepared();
                writeCollected();
                if (between) {
                    changes.placeNewHeaders();
                }
                changes.commit();
                shrinking.afterCommit();
                return null;
            });
        } finally {
            leave(between);
        }
    }

    /** Makes the file shorter; commits before and after. */
    ShrinkReport shrink(ShrinkOptions options) {
        return editing(changes -> {
            writeCollected();
            return shrinking.run(() -> new Shrinking(changes, options).run());
        });
    }

    /**
     * The session of the container that an external link leads to, which is closed with this one.
     *
     * @param where the file and the path of the link, for messages
     * @param file as the link names it
     * @throws NoSuchObjectException if it does not exist
     * @throws UnsupportedFeatureException if it may not be used
     */
    public Session linked(String where, String file) {
        checkOpen();
        try {
            return linked.open(file);
        } catch (NoSuchFileException e) {
            throw new NoSuchObjectException(
                    "%s: the file \"%s\" of the external link does not exist (looked for %s)"
                            .formatted(where, file, e.getMessage()),
                    e);
        } catch (UnusableFileException e) {
            throw new UnsupportedFeatureException(
                    "%s: the external link cannot be followed: %s".formatted(where, e.getMessage()), e);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return closed;
    }

    /** The last committed state as a read-only session. May be called from any thread. */
    public Session snapshot() {
        return snapshot(versionOpener);
    }

    /** As {@link #snapshot()}, with other files that its objects refer to. */
    public Session snapshot(SessionParts.VersionOpener opener) {
        if (!(storage instanceof Versions versions)) {
            throw new ContainerException(name + " is open read-only, so it needs no snapshot");
        }
        checkOpen();
        try {
            return new Session(opener.open(changes.committed(versions), name));
        } catch (IOException e) {
            throw new StorageException(name + ": " + Failures.describe(e), e);
        }
    }

    /**
     * Commits, and closes the file. If rows that appenders have collected cannot be written, the file is left at the last
     * commit.
     */
    public void close() {
        if (closed) {
            return;
        }
        if (readers != null) {
            closeReaders();
            return;
        }
        boolean entered = use.enter();
        try {
            closeNow();
        } finally {
            leave(entered);
        }
    }

    /** Ends reading. Operations of other threads fail or complete; none returns anything wrong. */
    private void closeReaders() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        closed = true;
        try (storage;
                writeOut;
                linked) {
            readers.close();
        } catch (IOException e) {
            throw new StorageException(name + ": " + Failures.describe(e), e);
        }
    }

    private void closeNow() {
        ForeignFiles sources = store().foreignFiles();
        try (storage;
                trace;
                writeOut;
                linked;
                sources) {
            reading(() -> {
                if (!readOnly) {
                    changes.beforeFinish(this::writeCollected);
                    shrinking.beforeClosing();
                    changes.finish(() -> {
                        shrinking.atClosing();
                        return null;
                    });
                }
                return null;
            });
        } catch (IOException e) {
            throw new StorageException(name + ": " + Failures.describe(e), e);
        } finally {
            closed = true;
        }
    }

    /** The I/O issued so far. */
    public WriteStatistics writeStatistics() {
        Counter container = storage instanceof Versions versions ? versions.counter() : new Counter();
        Counter journal = writeOut.journalCounter();
        return new WriteStatistics(
                writeOut.commits(),
                container.forces() + journal.forces(),
                container.writes(),
                container.bytes(),
                journal.writes(),
                journal.bytes(),
                shrinking.movedBytes(),
                shrinking.unmovedDatasets());
    }

    /** The bytes in front of the HDF5 content. */
    public byte[] userBlock() {
        return reading(() -> {
            byte[] block = Memory.bytes(name + ": user block", store().base());
            store().storage().read(0, ByteBuffer.wrap(block));
            return block;
        });
    }

    /** Overwrites the first bytes of the user block, in place. */
    public void writeUserBlock(byte[] content) {
        if (content.length > store().base()) {
            throw new TooLargeException("%s: expected at most %d bytes for the user block, found %d"
                    .formatted(name, store().base(), content.length));
        }
        byte[] copy = content.clone();
        change(() -> () -> store().storage().write(0, ByteBuffer.wrap(copy)));
    }

    /** The content of an in-memory container as of the last commit, without the mark that it is open for writing. */
    public byte[] toByteArray() {
        Storage stored = storage instanceof Versions versions ? versions.current() : storage;
        if (stored instanceof MemoryStorage memory) {
            byte[] content = memory.toByteArray();
            return writeOut.hasBegun() ? committed(content) : content;
        }
        throw new UnsupportedOperationException(name + " is a file, not a container in memory");
    }

    /** Removes the mark, and the elements that were written since the last commit. */
    private byte[] committed(byte[] content) {
        long end = superblock().endOfFile();
        byte[] committed = writeOut.commits() > 0 && content.length > end ? Arrays.copyOf(content, (int) end) : content;
        byte[] closed = writeOut.closedSuperblock();
        System.arraycopy(closed, 0, committed, (int) superblock().baseAddress(), closed.length);
        return committed;
    }

    /** For people: the name, and the length or that it is closed. */
    @Override
    public String toString() {
        String state =
                closed ? "closed" : "%d bytes%s".formatted(superblock().endOfFile(), readOnly ? ", read-only" : "");
        return Printable.message("%s (%s)".formatted(name, state));
    }
}
