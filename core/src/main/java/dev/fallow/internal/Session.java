package dev.fallow.internal;

import dev.fallow.ContainerException;
import dev.fallow.StorageException;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.NoRoomException;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.cache.Readers;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ForeignFiles;
import dev.fallow.internal.header.KnownKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.options.ShrinkOptions;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.WriteStatistics;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongUnaryOperator;

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

    private final Changes changes;
    private final AutomaticShrinking shrinking;
    private final Handles handles = new Handles(this);
    private final SpaceOperations spaceOperations = new SpaceOperations(this);
    private final DatasetAppender.Unwritten unwritten = new DatasetAppender.Unwritten();
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
        changes = new Changes(parts);
        shrinking = new AutomaticShrinking(this, changes, parts.shrinking());
        use = new SingleUse(name);
        readers = readOnly ? new Readers<>(parts.state(), () -> reader(parts), this::end) : null;
        knownKinds = readOnly ? new KnownKinds(parts.state().store().cache().wholeBound() / PART_OF_KINDS) : null;
    }

    /** The kinds of objects that were listed; null if the container is edited. */
    KnownKinds knownKinds() {
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

    /** An operation that may throw internal exceptions. */
    @FunctionalInterface
    public interface Operation<T> {
        /** Runs it. */
        T run() throws IOException;
    }

    /** Runs an operation that changes nothing. In a container that is not edited, any number of threads may do so. */
    public <T> T reading(Operation<T> operation) {
        boolean entered = readers == null ? use.enter() : takeReader();
        boolean sound = false;
        try {
            T result = guarded(operation, null);
            sound = true;
            return result;
        } catch (ContainerException e) {
            sound = !(e instanceof StorageException);
            throw e;
        } finally {
            if (entered) {
                endReading(sound);
            }
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
    boolean enter() {
        checkOpen();
        return use.enter();
    }

    /** Ends such a use. */
    void leave(boolean entered) {
        if (entered) {
            use.leave();
        }
    }

    /** Runs an operation, or a change, of which the other is null. */
    private <T> T guarded(Operation<T> operation, Operation<Operation<T>> check) {
        checkOpen();
        try {
            T result = check == null ? operation.run() : changed(check);
            store().cache().parkAndTrim();
            return result;
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
     * fail (invariant I4 of docs/design.md); it returns the second, which makes the change.
     */
    <T> T changing(Operation<Operation<T>> check) {
        checkOpen();
        if (readOnly) {
            throw new ContainerException(name + " is open read-only");
        }
        changes.checkAccepted();
        boolean entered = use.enter();
        try {
            return guarded(null, check);
        } finally {
            if (entered) {
                use.leave();
            }
        }
    }

    private <T> T changed(Operation<Operation<T>> check) throws IOException {
        handles.changeBegins();
        T result = changes.change(check);
        handles.changeEnds();
        return result;
    }

    /** As {@link #changing}, for a change without a result. */
    void change(Operation<Change> check) {
        changing(() -> {
            Change change = check.run();
            return () -> {
                change.apply();
                return null;
            };
        });
    }

    /** @throws ContainerException if the container is closed */
    void checkOpen() {
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

    /** The objects of the container. */
    public Handles objects() {
        return handles;
    }

    /** The rows that appenders have collected. */
    DatasetAppender.Unwritten unwritten() {
        return unwritten;
    }

    /** Operations on the space of the container. */
    public SpaceOperations spaceOperations() {
        return spaceOperations;
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

    /** The structures of the objects; {@link #objects} has their handles. */
    public ObjectStore store() {
        return state().store();
    }

    /** The allocator of the file's space. */
    public FileSpace space() {
        return store().space();
    }

    /** The address of the root group's header. */
    long rootAddress() {
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
        reading(() -> {
            changes.commitPrepared();
            unwritten.write();
            changes.commit();
            shrinking.afterCommit();
            return null;
        });
    }

    /**
     * Repairs link counts, lists of free sections and the free bytes of heaps, and commits. Nothing else may be wrong.
     *
     * @param counts whether to set link counts to the number of links found
     */
    public void repair(boolean counts) {
        // any change drops the lists, and the commit writes them and the superblock again
        change(() -> spaceOperations.repair(counts));
        flush();
    }

    /** Makes the file shorter; commits before and after. */
    ShrinkReport shrinking(ShrinkOptions options) {
        checkOpen();
        if (readOnly) {
            throw new ContainerException(name + " is open read-only");
        }
        changes.checkAccepted();
        return reading(() -> {
            unwritten.write();
            return shrinking.run(() -> new Shrinking(this, changes, options).run());
        });
    }

    /** Records that objects were moved. */
    void moved(LongUnaryOperator moves) {
        handles.moved(moves);
    }

    /** The last committed state as a read-only session. May be called from any thread. */
    public Session snapshot() {
        if (!(storage instanceof Versions versions)) {
            throw new ContainerException(name + " is open read-only, so it needs no snapshot");
        }
        checkOpen();
        try {
            return versionOpener.open(changes.committed(versions), name);
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
            if (entered) {
                use.leave();
            }
        }
    }

    /** Ends reading. Operations of other threads fail or complete; none returns anything wrong. */
    private void closeReaders() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        closed = true;
        try (storage;
                writeOut) {
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
                sources) {
            reading(() -> {
                if (!readOnly) {
                    changes.beforeFinish(unwritten::write);
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

    /** The content of an in-memory container. */
    public byte[] toByteArray() {
        Storage stored = storage instanceof Versions versions ? versions.current() : storage;
        if (stored instanceof MemoryStorage memory) {
            return memory.toByteArray();
        }
        throw new UnsupportedOperationException(name + " is a file, not a container in memory");
    }
}
