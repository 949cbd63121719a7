package dev.fallow.internal;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerInfo;
import dev.fallow.Dataset;
import dev.fallow.FreeSection;
import dev.fallow.Group;
import dev.fallow.IncompleteChangeException;
import dev.fallow.OpenOptions;
import dev.fallow.Reference;
import dev.fallow.SpaceReport;
import dev.fallow.StorageException;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WriteStatistics;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.FormatException;
import dev.fallow.format.Superblock;
import dev.fallow.format.SuperblockV0;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.NoRoomException;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.commit.Barrier;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.object.Change;
import dev.fallow.internal.object.Groups;
import dev.fallow.internal.object.ObjectKinds;
import dev.fallow.internal.object.ObjectStore;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.FreeSpaceVerification;
import dev.fallow.internal.space.Reclaim;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.space.SpaceAccount;
import dev.fallow.internal.storage.Counter;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.Version;
import dev.fallow.internal.storage.Versions;
import dev.fallow.internal.trace.TraceFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One open container: what all handles of it share. Every public operation runs through {@link #reading} or
 * {@link #changing}, which turn what went wrong below into an exception that names the file.
 */
public final class Session {
    /** When this much metadata is dirty, it is committed before the next change. */
    private static final long LARGEST_DIRTY_BYTES = 32L << 20;

    /** Fewer bytes before the largest end than this may be too few for a change and the commit that follows. */
    private static final long TIGHT_BYTES = 64L << 20;

    private final String name;
    private final Storage storage;
    private final boolean readOnly;
    private ObjectStore store;
    private SectionPersistence sections;
    private FreeSpaceVerification verification;
    private final WriteOut writeOut;
    /** Makes anew what the session stands on; null if it cannot be made again. */
    private final Footing.Source reopening;
    /** What records this session, or null. */
    private final TraceFile trace;

    /** Not only in a test that shows why it has to be. */
    private final boolean quarantining;

    private final Deletions deletions = new Deletions();
    private final SingleUse use;
    /** Held while a commit is written, and while a snapshot begins. */
    private final ReentrantLock committing = new ReentrantLock();

    /** Objects that the change which is being made has deleted. */
    private long[] gone = new long[16];

    private int goneCount;

    private boolean changed;
    private volatile boolean closed;
    /** Whether a change failed half-way. */
    private boolean broken;
    /** Whether all that is to be written has been made ready, in a commit that has not succeeded yet. */
    private volatile boolean prepared;

    /** @param reopening null if a change that fails cannot be taken back */
    Session(
            String name,
            Storage storage,
            boolean readOnly,
            Footing footing,
            Footing.Source reopening,
            WriteOut writeOut,
            TraceFile trace,
            Set<Barrier> without) {
        this.name = name;
        use = new SingleUse(name);
        this.storage = storage;
        this.readOnly = readOnly;
        store = footing.store();
        sections = footing.sections();
        verification = footing.verification();
        this.reopening = reopening;
        this.writeOut = writeOut;
        this.trace = trace;
        quarantining = !without.contains(Barrier.QUARANTINE);
    }

    /** An operation that may fail below. */
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
     * Runs an operation that changes the container, in two steps: the first checks everything and changes nothing, so that
     * it may fail (I4); what it returns makes the change.
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
                commit(false); // if the change fails, nothing else is lost
                change = check.run();
            }
            T result = make(change, !changed);
            if (tight) {
                commit(true); // that there is room for it belongs to the change
            }
            for (int i = 0; i < goneCount; i++) {
                deletions.deleted(gone[i]);
            }
            goneCount = 0;
            return result;
        });
    }

    /** Whether the file is so long that its addresses may not suffice for a change that was checked. */
    private boolean isTight() {
        long needed = Memory.sum(TIGHT_BYTES, store.takeAnnouncedElements());
        return store.sizes().offsets() < Long.BYTES && space().endOfAllocation() > store.largestEnd() - needed;
    }

    /**
     * Makes a change that was checked. It has read all that it needs and should not fail; if it does, it may be half done.
     * A storage that takes no more elements is no such failure.
     *
     * @param alone whether nothing else has been changed since the last commit
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
     * A change has failed half-way. Where it is all that would be lost the container is again what the last commit was; else
     * nothing of this session is written any more.
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
                        + "; the change failed half-way, so that nothing is changed or written any more."
                        + " Closing the container leaves it as the last commit did",
                cause);
    }

    /** Whether the state of the last commit could be made again. */
    private boolean takeBack(ContainerException told) {
        if (reopening == null || trace != null) {
            return false; // what a trace has recorded is done
        }
        try {
            Footing again = reopening.from(writeOut.superblock());
            store = again.store();
            sections = again.sections();
            verification = again.verification();
            writeOut.continueWith(store);
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

    /** Says that a new container has something to write before any operation was run. */
    void markChanged() {
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
                    name + ": an earlier change failed half-way; nothing is changed or written any more."
                            + " Close the container and open it again: what was committed last is there");
        }
    }

    private void checkCommitted() {
        if (prepared) {
            throw new ContainerException(
                    name
                            + ": the last flush failed; nothing can be changed until one succeeds, and the last commit is safe");
        }
    }

    /** The file's name, for messages. */
    public String name() {
        return name;
    }

    /** Whether nothing may be changed. */
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
        return new Group(new GroupHandle(this, deletions.watch(address), path));
    }

    /** The dataset with its header at this address. */
    Dataset dataset(long address, String path) {
        return new Dataset(new DatasetHandle(this, deletions.watch(address), path));
    }

    /** The committed datatype with its header at this address. */
    CommittedDatatype datatype(long address, String path) {
        return new CommittedDatatype(new DatatypeHandle(this, deletions.watch(address), path));
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
     * What a reference leads to.
     *
     * @throws UnsupportedFeatureException if it leads to another file
     */
    public StoredObject object(Reference reference) {
        if (reference.file() != null) {
            throw new UnsupportedFeatureException(
                    "%s: %s leads to another file, which is not followed".formatted(name, reference));
        }
        return reading(() -> object(reference.address(), "(object at address %d)".formatted(reference.address())));
    }

    /** Tells the handles of an object that it is gone, as soon as the change is made that deletes it. */
    void deleted(long address) {
        if (goneCount == gone.length) {
            gone = Arrays.copyOf(gone, 2 * goneCount);
        }
        gone[goneCount++] = address;
    }

    /** Bytes of the file up to the end of allocation, the user block included. */
    public long allocatedBytes() {
        return reading(() -> writeOut.superblock().baseAddress() + space().endOfAllocation());
    }

    /** Bytes in the sections that the managers track. */
    public long freeBytes() {
        return reading(() -> space().freeBytes());
    }

    /** Where every byte is. */
    public SpaceReport spaceReport() {
        return reading(
                () -> new SpaceAccount(store, sections, writeOut.superblock()).report(storage.size(), !readOnly));
    }

    /** Commits, and then takes back what nobody knows of; the runs. */
    public List<FreeSection> reclaimUntracked() {
        flush();
        return changing(() -> {
            Reclaim reclaim = Reclaim.plan(store, sections, writeOut.superblock());
            return () -> {
                reclaim.carryOut();
                store.cache().dropWrittenImages(); // some may be of what nobody leads to any more
                return List.copyOf(reclaim.runs());
            };
        });
    }

    /** What {@link #reclaimUntracked} would take back; changes nothing. */
    public List<FreeSection> reclaimable() {
        flush();
        return reading(() ->
                List.copyOf(Reclaim.plan(store, sections, writeOut.superblock()).runs()));
    }

    /** What the file says of itself. */
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

    /** Has the file remember its free space from now on, or not. */
    public void setPersistFreeSpace(boolean persistent) {
        change(() -> sections.persistence(persistent, writeOut.superblock().version()));
    }

    /** Whether the file remembers its free space. */
    public boolean persistsFreeSpace() {
        return reading(sections::isPersistent);
    }

    /** Commits what was changed. */
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
     * If the storage fails this can be called again, and nothing is changed before it succeeds.
     *
     * @param alone whether there has been one change since the last commit, which is taken back if it cannot be committed
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

    /** What is committed, as a container of its own that is only read. Any thread may ask for it. */
    public Session snapshot() {
        if (!(storage instanceof Versions versions)) {
            throw new ContainerException(name + " is open read-only, and is what its snapshot would be");
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
        return SessionOpener.openIn(version, name, OpenOptions.reading().withIgnoreWriteFlag(true));
    }

    /** The superblock as it is to be: it says where the superblock extension is, or repeats where the root's links are. */
    private AnySuperblock described() throws IOException {
        AnySuperblock superblock = writeOut.superblock();
        if (superblock instanceof SuperblockV0 old) {
            return old.withRoot(Groups.rootEntry(store, old.root()));
        }
        return ((Superblock) superblock)
                .withExtension(sections.message().extensionAddress(), space().endOfAllocation());
    }

    /** Makes ready in memory what is to be committed. What is quarantined is free in that. */
    private void prepare(boolean alone) throws IOException {
        sections.message().info(); // read now, if it has to be: what follows should not fail
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

    /** Writes everything and lets the file go. */
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

    /** Commits, if that is possible, and takes the mark from the file: it is for others to use in any case. */
    private void finish() throws IOException {
        if (broken) {
            writeOut.abandon();
            throw new IncompleteChangeException(
                    name + ": an earlier change failed half-way; the file is as the last commit left it");
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

    /** Has dense storage that has become sparse stored anew by the commit that follows. */
    private void repack() throws IOException {
        if (prepared || isTight()) {
            return; // a commit has failed, and must succeed as it is; or there may be no room to do it
        }
        List<StructureStore.Displaced> plans = store.repacking().plan();
        if (!plans.isEmpty() && !changed) {
            sections.withdraw();
            changed = true;
        }
        plans.forEach(store.structureStore()::moveBeforeWriting);
    }

    /** What has been asked of the medium so far. */
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

    /** The content of a container in memory. */
    public byte[] toByteArray() {
        Storage stored = storage instanceof Versions versions ? versions.current() : storage;
        if (stored instanceof MemoryStorage memory) {
            return memory.toByteArray();
        }
        throw new UnsupportedOperationException(name + " is a file, not a container in memory");
    }
}
