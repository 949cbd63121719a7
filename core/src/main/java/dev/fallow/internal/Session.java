package dev.fallow.internal;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.IncompleteChangeException;
import dev.fallow.StorageException;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.FormatException;
import dev.fallow.format.Superblock;
import dev.fallow.format.SuperblockV0;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.NoRoomException;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.dataset.DatatypeUsers;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectKinds;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.Reclaim;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.space.SessionVerification;
import dev.fallow.internal.space.SpaceAccount;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.Version;
import dev.fallow.internal.storage.Versions;
import dev.fallow.internal.trace.TraceFile;
import dev.fallow.internal.tree.DatatypeDeletion;
import dev.fallow.internal.tree.Repacking;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.WriteStatistics;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One open container, shared by all its handles. Every public operation runs through {@link #reading} or {@link
 * #changing}, which convert internal exceptions to exceptions that name the file.
 */
public final class Session {
    /** The limit of dirty metadata in bytes; beyond it, the next change commits first. */
    private static final long LARGEST_DIRTY_BYTES = 32L << 20;

    /** If fewer bytes than this remain below the largest address, a change and its commit may run out of addresses. */
    private static final long TIGHT_BYTES = 64L << 20;

    private final String name;
    private final Storage storage;
    private final boolean readOnly;
    private ObjectStore store;
    private SectionPersistence sections;
    private SessionVerification verification;
    private final WriteOut writeOut;
    /** Rebuilds the session's state from the last commit; null if this is not possible. */
    private final SessionState.Source rebuilding;
    /** Opens snapshots. */
    private final SessionParts.VersionOpener versionOpener;
    /** The recorder of this session's allocations, or null. */
    private final TraceFile trace;

    /** False only in the test that proves the quarantine is needed. */
    private final boolean quarantining;

    private final Deletions deletions = new Deletions();
    private final SingleUse use;
    /** Held while a commit is written and while a snapshot is created. */
    private final ReentrantLock committing = new ReentrantLock();

    /** The addresses of objects deleted by the change in progress. */
    private long[] gone = new long[16];

    private int goneCount;

    private boolean changed;
    private volatile boolean closed;
    /** Whether a change failed half-way. */
    private boolean broken;
    /** Whether a commit has been fully prepared in memory but not yet written successfully. */
    private volatile boolean prepared;

    /** Starts a session. */
    public Session(SessionParts parts) {
        name = parts.name();
        use = new SingleUse(name);
        storage = parts.storage();
        readOnly = parts.readOnly();
        store = parts.state().store();
        sections = parts.state().sections();
        verification = parts.state().verification();
        rebuilding = parts.rebuilding();
        writeOut = parts.writeOut();
        trace = parts.trace();
        versionOpener = parts.versions();
        quarantining = storage.observes(Barrier.QUARANTINE);
    }

    /** An operation that may throw internal exceptions. */
    @FunctionalInterface
    public interface Operation<T> {
        /** Runs it. */
        T run() throws IOException;
    }

    /** Runs an operation that changes nothing. */
    public <T> T reading(Operation<T> operation) {
        boolean entered = use.enter();
        try {
            return guarded(operation);
        } finally {
            if (entered) {
                use.leave();
            }
        }
    }

    private <T> T guarded(Operation<T> operation) {
        checkOpen();
        try {
            T result = operation.run();
            store.cache().parkAndTrim();
            return result;
        } catch (FormatException | NotInUseException | NoRoomException | IOException e) {
            throw Failures.of(name, store.sizes(), e);
        }
    }

    /**
     * Runs an operation that changes the container, in two steps. The first checks everything, changes nothing, and may
     * fail (I4); it returns the second, which makes the change.
     */
    <T> T changing(Operation<Operation<T>> check) {
        checkOpen();
        if (readOnly) {
            throw new ContainerException(name + " is open read-only");
        }
        checkWhole();
        checkCommitted();
        return reading(() -> {
            if (store.cache().dirtyBytes() > LARGEST_DIRTY_BYTES) {
                commit(false);
            }
            verification.beforeChange(writeOut.superblock());
            store.takeAnnouncedElements();
            Operation<T> change = check.run();
            boolean tight = isTight();
            if (tight && changed) {
                commit(false); // if the change fails, no earlier change is lost
                change = check.run();
            }
            T result = make(change, !changed);
            if (tight) {
                commit(true); // running out of room for the commit fails the change itself
            }
            for (int i = 0; i < goneCount; i++) {
                deletions.deleted(gone[i]);
            }
            goneCount = 0;
            return result;
        });
    }

    /** Whether the file is so long that its addresses may not suffice for a change that has been checked. */
    private boolean isTight() {
        long needed = Memory.sum(TIGHT_BYTES, store.takeAnnouncedElements());
        return store.sizes().offsets() < Long.BYTES && space().endOfAllocation() > store.largestEnd() - needed;
    }

    /**
     * Makes a checked change. It has loaded all it needs and should not fail; if it does, it may be half done. Storage
     * that refuses further elements is not such a failure.
     *
     * @param alone whether there are no other changes since the last commit
     */
    private <T> T make(Operation<T> change, boolean alone) throws IOException {
        try {
            if (!changed) {
                sections.withdraw();
                changed = true;
            }
            T result = change.run();
            space().shrink();
            if (!quarantining) {
                space().releaseQuarantine();
            }
            return result;
        } catch (ElementsNotWrittenException e) {
            throw e;
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError | StackOverflowError e) {
            throw failed(e, alone);
        }
    }

    /**
     * Handles a change that failed half-way. If no other change would be lost, the container is rolled back to the last
     * commit; otherwise this session writes nothing more.
     */
    private ContainerException failed(Throwable cause, boolean alone) {
        goneCount = 0;
        ContainerException told = Failures.of(name, store.sizes(), cause);
        if (alone && quarantining && takeBack(told)) {
            return told;
        }
        broken = true;
        return new IncompleteChangeException(
                told.getMessage()
                        + "; the change failed half-way, and no further changes are accepted or written."
                        + " Closing the container leaves it at the last commit",
                cause);
    }

    /** Rolls back to the last commit; returns whether this succeeded. */
    private boolean takeBack(ContainerException told) {
        if (rebuilding == null || trace != null) {
            return false; // what a trace has recorded cannot be undone
        }
        try {
            SessionState again = rebuilding.from(writeOut.superblock());
            store = again.store();
            sections = again.sections();
            verification = again.verification();
            writeOut.continueWith(store.cache(), store.space());
            space().protectCommitted();
            changed = false;
            return true;
        } catch (IOException | ContainerException | FormatException e) {
            told.addSuppressed(e);
            return false;
        }
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

    /** Marks a new container as having something to write before any operation has run. */
    public void markChanged() {
        changed = true;
    }

    private void checkOpen() {
        if (closed) {
            throw new ContainerException(name + " is closed");
        }
    }

    private void checkWhole() {
        if (broken) {
            throw new IncompleteChangeException(
                    name + ": an earlier change failed half-way; no further changes are accepted or written."
                            + " Close and reopen the container to continue from the last commit");
        }
    }

    private void checkCommitted() {
        if (prepared) {
            throw new ContainerException(name
                    + ": the last flush failed; no change is accepted until a flush succeeds. The last commit is safe");
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

    /** The object layer. */
    public ObjectStore store() {
        return store;
    }

    /** The space layer. */
    public FileSpace space() {
        return store.space();
    }

    /** The address of the root group's header. */
    long rootAddress() {
        return writeOut.superblock().rootAddress();
    }

    /** The root group. */
    public Group root() {
        checkOpen();
        return group(rootAddress(), "/");
    }

    /** The group with its header at this address. */
    Group group(long address, String path) {
        return new GroupHandle(this, deletions.watch(address), path);
    }

    /** The dataset with its header at this address. */
    Dataset dataset(long address, String path) {
        return new DatasetHandle(this, deletions.watch(address), path);
    }

    /** The committed datatype with its header at this address. */
    CommittedDatatype datatype(long address, String path) {
        return new DatatypeHandle(this, deletions.watch(address), path);
    }

    /**
     * The object with its header at this address.
     *
     * @throws UnsupportedFeatureException if it is of unknown kind
     */
    StoredObject object(long address, String path) throws IOException {
        return switch (ObjectKinds.of(store.header(address))) {
            case GROUP -> group(address, path);
            case DATASET -> dataset(address, path);
            case DATATYPE -> datatype(address, path);
            default ->
                throw new UnsupportedFeatureException(
                        "%s: %s, object header at address %d: an object of unknown kind cannot be opened"
                                .formatted(name, path, address));
        };
    }

    /**
     * Resolves a reference.
     *
     * @throws UnsupportedFeatureException if the object is in another file
     */
    public StoredObject object(Reference reference) {
        if (reference.file() != null) {
            throw new UnsupportedFeatureException(
                    "%s: a reference to address %d of another file, %s, cannot be resolved"
                            .formatted(name, reference.address(), reference.file()));
        }
        return reading(() -> object(reference.address(), "(object at address %d)".formatted(reference.address())));
    }

    /** Marks an object as deleted. Its handles are notified once the change is complete. */
    void deleted(long address) {
        if (goneCount == gone.length) {
            gone = Arrays.copyOf(gone, 2 * goneCount);
        }
        gone[goneCount++] = address;
    }

    /** Deletes committed datatypes that lose their last user. */
    DatatypeUsers datatypeUsers() {
        return new DatatypeDeletion(store, this::deleted);
    }

    /** Bytes up to the end of allocation, including the user block. */
    public long allocatedBytes() {
        return reading(() -> writeOut.superblock().baseAddress() + space().endOfAllocation());
    }

    /** Bytes in the sections that the managers track. */
    public long freeBytes() {
        return reading(() -> space().freeBytes());
    }

    /** Accounts for every byte of the file. */
    public SpaceReport spaceReport() {
        return reading(
                () -> new SpaceAccount(store, sections, writeOut.superblock()).report(storage.size(), !readOnly));
    }

    /** Commits, then reclaims untracked space. Returns the reclaimed runs. */
    public List<FreeSection> reclaimUntracked() {
        flush();
        List<FreeSection> found = new ArrayList<>();
        Reclaim reclaim = changing(() -> {
            Reclaim planned = Reclaim.plan(store, sections, writeOut.superblock());
            found.addAll(planned.found());
            return () -> {
                planned.carryOut();
                store.cache().dropClean();
                store.globalHeap().forgetReclaimed();
                return planned;
            };
        });
        while (!reclaim.heapObjects().isEmpty()) {
            change(() -> reclaim.heapObjects().next()::run);
        }
        return List.copyOf(found);
    }

    /** The runs that {@link #reclaimUntracked} would reclaim; changes nothing else. */
    public List<FreeSection> reclaimable() {
        flush();
        return reading(
                () -> Reclaim.plan(store, sections, writeOut.superblock()).found());
    }

    /** The superblock fields and the file-space settings. */
    public ContainerInfo info() {
        return reading(() -> {
            AnySuperblock superblock = writeOut.superblock();
            return new ContainerInfo(
                    superblock.version(),
                    superblock.sizes().offsets(),
                    superblock.sizes().lengths(),
                    superblock.flags(),
                    superblock.baseAddress(),
                    superblock.baseAddress() + space().endOfAllocation(),
                    FileSpaceSetup.settingsOf(sections.message().info()),
                    sections.isPersistent());
        });
    }

    /** Sets whether the file persists its free space. */
    public void setPersistFreeSpace(boolean persistent) {
        change(() -> sections.persistence(persistent, writeOut.superblock().version()));
    }

    /** Whether the file persists its free space. */
    public boolean persistsFreeSpace() {
        return reading(sections::isPersistent);
    }

    /** Commits the changes. */
    public void flush() {
        checkOpen();
        if (readOnly) {
            return;
        }
        checkWhole();
        reading(() -> {
            commit(false);
            return null;
        });
    }

    /**
     * Commits the changes. If the storage fails, this can be called again; no change is accepted until it succeeds.
     *
     * @param alone whether there has been a single change since the last commit, which is rolled back if it cannot be
     * committed
     */
    private void commit(boolean alone) throws IOException {
        if (!changed) {
            return;
        }
        committing.lock();
        try {
            if (!prepared) {
                prepare(alone);
            }
            try {
                writeOut.write(described());
            } catch (ContainerException | FormatException e) { // before anything was written
                prepared = false;
                throw failed(e, alone);
            }
            prepared = false;
        } finally {
            committing.unlock();
        }
        space().protectCommitted();
        changed = false;
    }

    /** The last committed state as a read-only session. May be called from any thread. */
    public Session snapshot() {
        if (!(storage instanceof Versions versions)) {
            throw new ContainerException(name + " is open read-only, so it needs no snapshot");
        }
        Version version;
        committing.lock();
        try {
            checkOpen();
            checkCommitted();
            version = versions.now();
        } catch (IOException e) {
            throw new StorageException(name + ": " + Failures.describe(e), e);
        } finally {
            committing.unlock();
        }
        return versionOpener.open(version, name);
    }

    /**
     * The superblock to commit, with the address of the superblock extension or, in version 0, the cached root links.
     */
    private AnySuperblock described() throws IOException {
        AnySuperblock superblock = writeOut.superblock();
        if (superblock instanceof SuperblockV0 old) {
            return old.withRoot(Groups.rootEntry(store, old.root()));
        }
        return ((Superblock) superblock)
                .withExtension(sections.message().extensionAddress(), space().endOfAllocation());
    }

    /** Prepares the commit in memory. Quarantined space counts as free in it. */
    private void prepare(boolean alone) throws IOException {
        sections.message().info(); // loaded now, because the following steps should not fail
        try {
            store.structureStore().settle();
            space().releaseQuarantine();
            store.structureStore().move();
            store.structureStore().settle();
            sections.save();
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError | StackOverflowError e) {
            throw failed(e, alone);
        }
        prepared = true;
    }

    /** Commits and closes the file. */
    public void close() {
        if (closed) {
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

    private void closeNow() {
        try (storage;
                trace;
                writeOut) {
            reading(() -> {
                if (!readOnly) {
                    finish();
                }
                return null;
            });
        } catch (IOException e) {
            throw new StorageException(name + ": " + Failures.describe(e), e);
        } finally {
            closed = true;
        }
    }

    /** Commits if possible, and in any case removes the mark that blocks other programs. */
    private void finish() throws IOException {
        if (broken) {
            writeOut.abandon();
            throw new IncompleteChangeException(
                    name + ": an earlier change failed half-way; the file is at the last commit");
        }
        try {
            repack();
            commit(false);
        } catch (IncompleteChangeException e) {
            writeOut.abandon();
            throw e;
        }
        writeOut.markClosed();
    }

    /** Rewrites sparse dense storage as part of the following commit. */
    private void repack() throws IOException {
        if (prepared || isTight()) {
            return; // a failed commit must be retried unchanged; or there may be no room for the rewrite
        }
        List<StructureStore.Displaced> plans = new Repacking(store).plan();
        if (!plans.isEmpty() && !changed) {
            sections.withdraw();
            changed = true;
        }
        plans.forEach(store.structureStore()::moveBeforeWriting);
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
                journal.bytes());
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
