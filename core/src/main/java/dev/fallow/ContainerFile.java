package dev.fallow;

import dev.fallow.internal.filter.CodecChoice;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.handle.SharedSink;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.open.FileChecker;
import dev.fallow.internal.open.FileRepair;
import dev.fallow.internal.open.JournalBeside;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.session.SpaceOperations;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.report.CheckReport;
import dev.fallow.report.CodecReport;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.FreeSection;
import dev.fallow.report.RecoveryReport;
import dev.fallow.report.RepairReport;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.StructureDump;
import dev.fallow.report.WriteStatistics;
import dev.fallow.source.ByteSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * An open HDF5 file. Its groups, datasets and attributes can be read and, unless it was opened read-only, created,
 * written and deleted in place. Deleted space is reused; free space at the end of the file is returned to the file
 * system.
 *
 * <pre>{@code
 * try (ContainerFile file = ContainerFile.create(Path.of("run.h5"))) {
 *     Group run = file.root().createGroup("run1");
 *     run.putAttribute("temperature", 20.5);
 *     run.createDataset("image", new double[480][640]);
 * }
 * }</pre>
 *
 * <p>Changes are buffered in memory until {@link #flush()} or {@link #close()} commits them atomically; see {@link
 * dev.fallow.Durability}. There is no rollback: {@link #close()} commits also if an exception leaves the {@code try} block, namely all
 * changes before the one that failed. Elements of new datasets are written at once, into space that the last commit does not refer to.
 * Elements of existing datasets are overwritten in place: a crash does not undo this, and can leave a mixture of old
 * and new elements. Once changes of metadata take more memory than {@linkplain
 * dev.fallow.SessionOptions#uncommittedBytes an option} permits, a quarter of the virtual machine's by default, the next change writes what
 * it can of them, uncommitted, or else commits first.
 * So does a change before which the file has grown because released elements wait for a commit, and a call that replaces many chunks
 * is committed in parts; see {@link dev.fallow.SessionOptions#withSplitCommits}.
 *
 * <p><b>Threads.</b> A container that is open for editing, and the objects obtained from it, are used by one thread at a time.
 * Different threads may take turns; each sees the changes of those before it. Concurrent use is detected and refused. Any number of
 * threads can read while one writes, through a {@link #snapshot()}, and any number can
 * write chunks through a {@link #chunkSink()}.
 *
 * <p>A read-only container, such as a snapshot, and the objects obtained from it may be used by any number of threads at the same
 * time, in any way in which they hand them to each other. What a thread reads does not depend on others. Threads
 * do not wait for each other: each operation has a reader of its own, with a part of the {@linkplain
 * dev.fallow.SessionOptions#cacheBytes metadata cache} and, for a file, a descriptor; decoded chunks are shared. So metadata
 * may be decoded once for each thread that reads at the same time. A container with {@link
 * dev.fallow.StorageKind#MAPPED} is an exception: its readers share a lock. Arrays and other values that are returned belong
 * to the caller. If the container is closed during an operation of another thread, this operation returns what it should, or
 * fails. An interrupted thread ends its own operation only.
 *
 * <p><b>Readers and editors of one file.</b> A read-only container shows the file as it was when it was opened, or fails. If the file is
 * then edited in the same virtual machine, the editor keeps for it what is overwritten, as for a snapshot. An editor in another process is refused while
 * the file is read, as far as the file system has locks, and so is one of Fallow while libhdf5 has the file open, where locks are
 * listed, which is on Linux ({@link dev.fallow.SessionOptions#withIgnoreLocks} opens it anyway). If another program changes the file nevertheless, reading it fails with a
 * {@link StorageException}, which is found by its length and time of change, looked at once in a millisecond at most; {@code docs/explanation/access.md} says what is not seen. A
 * container that was opened although it was marked as open for writing has no such protection.
 *
 * <p>Every operation throws {@link ContainerException} or a subclass on failure, and then leaves the container
 * unchanged.
 */
public final class ContainerFile implements AutoCloseable {
    private final Session session;
    private final SpaceOperations space;

    /** A container open in a session. */
    ContainerFile(Session session) {
        this.session = session;
        space = new SpaceOperations(session);
    }

    /**
     * Creates a file, which must not exist yet. What an earlier creation has left that was killed before it was finished does not
     * count: its file without content, with its journal beside it.
     *
     * @throws ObjectExistsException if the file exists
     */
    public static ContainerFile create(Path path) {
        return create(path, CreateOptions.defaults());
    }

    /**
     * Creates a file.
     *
     * @throws ObjectExistsException if the file exists and the options do not allow overwriting
     * @throws FileInUseException if a file is to be overwritten that another program has open
     * @throws StorageException if the file system refuses
     */
    public static ContainerFile create(Path path, CreateOptions options) {
        return new ContainerFile(ContainerCreator.create(path, options));
    }

    /**
     * Opens a file for editing, or creates it, if it is missing: what the mode {@code "a"} of h5py does. An empty file counts as missing,
     * and so does what a creation has left that was killed before it was finished.
     */
    public static ContainerFile openOrCreate(Path path) {
        return openOrCreate(path, CreateOptions.defaults());
    }

    /**
     * As {@link #openOrCreate(Path)}. A file that exists is opened with the options of {@link SessionOptions} among these; the others do
     * not count for it. If two programs do this at the same time, one creates the file, and the other is refused while that has it open.
     *
     * @throws IllegalArgumentException if the options are for overwriting
     * @throws FileInUseException as for {@link #open(Path, OpenOptions)}
     * @throws NotAContainerException if there is something else at the path
     * @throws CorruptFileException as for {@link #open(Path, OpenOptions)}
     * @throws StorageException if the file system refuses
     */
    public static ContainerFile openOrCreate(Path path, CreateOptions options) {
        return new ContainerFile(ContainerCreator.openOrCreate(path, options));
    }

    /** Creates a container in memory, of at most 2 GiB. {@link #toByteArray()} returns its content. */
    public static ContainerFile createInMemory(CreateOptions options) {
        return new ContainerFile(ContainerCreator.createIn(new MemoryStorage(), "container in memory", options));
    }

    /** Opens a file for editing. */
    public static ContainerFile open(Path path) {
        return open(path, OpenOptions.defaults());
    }

    /** Opens a file read-only. Neither the file nor its folder need be writable; no file is created. */
    public static ContainerFile openReadOnly(Path path) {
        return open(path, OpenOptions.defaults().withReadOnly(true));
    }

    /** Opens a file read-only, wherever its bytes are. */
    public static ContainerFile openReadOnly(ByteSource source) {
        return openReadOnly(source, OpenOptions.defaults().withReadOnly(true));
    }

    /**
     * Opens a file read-only, wherever its bytes are. There is no journal, no lock and no folder: a file that is marked as open
     * for writing is refused, and elements in other files cannot be read. {@link SessionOptions#storage} has no effect.
     *
     * @param source closed with the container, or if it cannot be opened
     * @throws IllegalArgumentException if the options are for editing
     * @throws NotAContainerException if the content is not HDF5
     * @throws CorruptFileException if the content is truncated or damaged
     * @throws FileInUseException if the file is marked as open for writing
     * @throws StorageException if the source fails
     */
    public static ContainerFile openReadOnly(ByteSource source, OpenOptions options) {
        return new ContainerFile(ContainerOpener.open(source, options));
    }

    /**
     * Opens a file.
     *
     * @throws NotAContainerException if the file is not HDF5, or a folder
     * @throws CorruptFileException if the file is truncated or damaged
     * @throws UnsupportedFeatureException if the file's format version or file-space strategy is not supported
     * @throws FileInUseException if another program has the file open for writing, or the file is still marked as open
     * for writing; for editing, also if another program has it open for reading
     * @throws StorageException if the file does not exist, is not a regular file or cannot be opened; for editing, also
     *     if the journal's path holds something other than a journal
     */
    public static ContainerFile open(Path path, OpenOptions options) {
        return new ContainerFile(ContainerOpener.open(path, options));
    }

    /**
     * Applies or removes the journal left by an interrupted program, and does nothing else. Opening a file for editing
     * does the same; opening it read-only shows the recovered state without changing the file.
     *
     * @throws FileInUseException if there is a journal, and another program has the file open, as far as that is known
     * @throws StorageException if the file does not exist or cannot be written
     */
    public static RecoveryReport recover(Path path) {
        return recover(path, MaintenanceOptions.defaults());
    }

    /**
     * As {@link #recover(Path)}, with options. A dry run reports what would be done, and changes nothing.
     *
     * @throws FileInUseException as for {@link #recover(Path)}, unless the options ignore locks
     */
    public static RecoveryReport recover(Path path, MaintenanceOptions options) {
        return options.dryRun() ? JournalBeside.inspect(path) : JournalBeside.recover(path, options.ignoreLocks());
    }

    /** Opens a container held in a byte array, which is copied. */
    public static ContainerFile openBytes(byte[] content, OpenOptions options) {
        return new ContainerFile(ContainerOpener.openIn(new MemoryStorage(content), "container in memory", options));
    }

    /** The root group. */
    public Group root() {
        return GroupHandle.root(session);
    }

    /**
     * The group at a path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    public Group group(String path) {
        return root().group(path);
    }

    /**
     * The dataset at a path.
     *
     * @throws NoSuchObjectException if nothing, or an object of another kind, is at the path
     */
    public Dataset dataset(String path) {
        return root().dataset(path);
    }

    /**
     * Resolves a reference: a region reference to its dataset, an attribute reference to the object that has the
     * attribute. Which links lead to the object is not known before {@link StoredObject#path} looks for one.
     *
     * <p>A reference has only an address, so one to an object that was deleted is not always recognised: if its space has been taken by
     * another object, that is returned. If it was deleted before this container was opened, and the file does not {@linkplain
     * #persistsFreeSpace store its free space}, the deleted object is, until its space is used again. {@link #check} finds references to both.
     *
     * @throws NoSuchObjectException if no object begins at the address, or it is in space that is known to be free
     * @throws CorruptFileException if the object is damaged
     * @throws NullPointerException if there is no reference, as an element has none that refers to nothing
     * @throws UnsupportedFeatureException if the object is in another file
     */
    public StoredObject get(Reference reference) {
        return GroupHandle.object(session, reference);
    }

    /** Whether the path resolves to an object or link. */
    public boolean exists(String path) {
        return root().exists(path);
    }

    /** Deletes the link at a path; see {@link Group#delete}. */
    public void delete(String path) {
        root().delete(path);
    }

    /** Moves or renames the link at a path; see {@link Group#move}. */
    public void move(String from, String to) {
        root().move(from, to);
    }

    /** Copies the object at a path; see {@link Group#copy}. */
    public void copy(String from, String to) {
        root().copy(from, to);
    }

    /** Copies the object at a path into another container; see {@link Group#copyTo}. */
    public void copyTo(ContainerFile target, String from, String to) {
        root().copyTo(target.root(), from, to);
    }

    /** Accounts for every byte of the file by walking all live structures. O(number of objects). */
    public SpaceReport space() {
        return space.spaceReport();
    }

    /**
     * Accounts for every byte of the file by its use, in one walk of all live structures. Keeps about 50 bytes and the name
     * of each object, and nothing for a block.
     */
    public SpaceBreakdown spaceBreakdown() {
        return space.breakdown(item -> {});
    }

    /**
     * As {@link #spaceBreakdown()}, and tells what the walk finds.
     *
     * @param items receives the objects and their blocks as they are found; must not use this container
     */
    public SpaceBreakdown spaceBreakdown(Consumer<SpaceItem> items) {
        return space.breakdown(Objects.requireNonNull(items, "items"));
    }

    /**
     * Checks every structure of the file: against the format, and against the others. Goes on after a defect. Pending changes are
     * committed first. O(n log n) for n blocks, and in the length of all chunks with filters, which are decoded one at a time.
     */
    public CheckReport check() {
        return space.check(CheckOptions.defaults());
    }

    /**
     * Checks a file as {@link #check()} does, also one that cannot be opened because it is damaged. A mark that says that the file
     * is open for writing is a finding, and so is a journal beside the file, as a dry run of {@link #recover(Path, MaintenanceOptions)} sees it.
     *
     * @throws NotAContainerException if the file is not HDF5
     * @throws StorageException if the file does not exist or cannot be read
     */
    public static CheckReport check(Path path) {
        return check(path, CheckOptions.defaults());
    }

    /** As {@link #check(Path)}, with options. */
    public static CheckReport check(Path path, CheckOptions options) {
        return FileChecker.check(path, options);
    }

    /**
     * Shows the fields of the structure at an address, which is recognised by its signature. The file may be damaged; its journal
     * is not applied.
     *
     * @param address relative to the base address; 0 for the superblock
     * @throws CorruptFileException if no structure is recognised there
     * @throws NotAContainerException if the file is not HDF5
     * @throws StorageException if the file does not exist or cannot be read
     */
    public static StructureDump dump(Path path, long address) {
        return FileChecker.dump(path, address);
    }

    /**
     * The libraries with codecs of chunk filters that were found in this JVM, and which ones are used. Loads no native code, and so
     * cannot tell whether that would fail; if it has failed, the report says so.
     *
     * @throws IllegalArgumentException if the system property {@code fallow.natives} has a value that means nothing
     */
    public static List<CodecReport> codecs() {
        return CodecChoice.report();
    }

    /**
     * Repairs what {@link #check(Path)} finds and what can be repaired without a doubt: wrong link counts, lists of free sections
     * that are damaged or have bytes in use, wrong numbers of free bytes in fractal heaps, a mark that says that the file is open for
     * writing, an end of allocation that is too low, and, if the file persists its free space, bytes that are neither live nor
     * tracked. The changes are commits, as those of an edit. If the file has other errors, nothing is changed.
     *
     * @throws NotAContainerException if the file is not HDF5
     * @throws FileInUseException if another program has the file open
     * @throws StorageException if the file does not exist or cannot be written
     */
    public static RepairReport repair(Path path, MaintenanceOptions options) {
        return FileRepair.repair(path, options);
    }

    /**
     * Reclaims the bytes that are neither live nor tracked ({@link SpaceReport#untracked()}), such as those lost by
     * sessions without persistence and by other libraries. Pending changes are committed first. Finding them takes a
     * walk of all live structures, O(number of objects). Without {@link #setPersistFreeSpace persistence}, reclaimed
     * space is reusable only until close, except at the end of the file.
     *
     * @return the reclaimed runs, each with the type of the manager that now tracks it, or "global-heap" for a run
     *     inside a global heap collection; empty if nothing was untracked
     * @throws UnsupportedFeatureException if the file contains a structure that is not understood, whose bytes could be
     *     mistaken for unused space, or if its strategy tracks no free space. Nothing is changed then
     */
    public List<FreeSection> reclaimUntracked() {
        return reclaimUntracked(MaintenanceOptions.defaults());
    }

    /**
     * As {@link #reclaimUntracked()}, with options. A dry run returns what would be reclaimed; it also works on a read-only container.
     *
     * @throws UnsupportedFeatureException as for {@link #reclaimUntracked()}
     */
    public List<FreeSection> reclaimUntracked(MaintenanceOptions options) {
        return options.dryRun() ? space.reclaimable() : space.reclaimUntracked();
    }

    /**
     * Makes the file shorter: reclaims untracked space, then moves the last blocks into free space, and changes what refers
     * to them, until the length is about that of what the file has to contain, or a limit is reached. Works in passes, each
     * of which is a commit: a failure or a kill leaves the file as the last pass left it. Pending changes are committed
     * first. Objects keep their handles, but {@linkplain StoredObject#address addresses} change, and so do
     * {@link Reference}s that were read before; those stored in the file are changed. References from other files that
     * contain an address are not known, and become invalid.
     *
     * <p>A pass walks all structures twice, O(number of objects), and keeps about 200 bytes for each block that may be moved,
     * at most an eighth of the memory. In between, and after a kill, the file can be longer than before, at most by what it has to
     * contain. When this returns, it is not longer than before, whether it has ended or a limit or the progress has ended it: where
     * nothing is gained, a file of up to 32 MiB is taken back to what it was, for which what is overwritten is kept (16 MiB in memory, the
     * rest in a temporary file); in a longer one, blocks that were begun to be moved are moved to the end of it. If the file stores its
     * free sections, and their lists would make it longer, they are stored in free space, or not at all.
     *
     * @return what was done, and what was in the way
     * @throws UnsupportedFeatureException if a trace is recorded
     */
    public ShrinkReport shrink(ShrinkOptions options) {
        return space.shrink(options);
    }

    /**
     * Estimates what {@link #shrink} would return and copy, by a walk of all live structures, O(number of objects). Also works
     * on a read-only container. {@link ShrinkPlan} says what the estimate leaves out.
     *
     * @throws UnsupportedFeatureException if the file contains a structure that is not understood: nothing could be moved
     */
    public ShrinkPlan shrinkPlan() {
        return space.shrinkPlan();
    }

    /** {@link #space}, {@link #shrinkPlan}, {@link #reclaimUntracked} and a verdict from one walk. Pending changes are committed first. */
    public Diagnosis diagnosis() {
        return space.diagnosis(1, null);
    }

    /**
     * As {@link #diagnosis()}, and tells what the walk finds.
     *
     * @param items receives the objects and their blocks as they are found, but no {@link dev.fallow.report.FreeSection}: the
     *     result has them; must not use this container
     */
    public Diagnosis diagnosis(Consumer<SpaceItem> items) {
        return space.diagnosis(1, Objects.requireNonNull(items, "items"));
    }

    /**
     * As {@link #diagnosis(Consumer)}, for callers to whom a small gain is no gain. If fewer bytes are free or untracked than asked for,
     * no gain is possible, and the planning is left out: the plan has no steps, nothing is reclaimable, and no hindrance is
     * looked for.
     *
     * @param leastBytes the least gain of interest, in bytes, as {@link Diagnosis#LEAST_BYTES}
     * @throws IllegalArgumentException if {@code leastBytes} is not positive
     */
    public Diagnosis diagnosis(long leastBytes, Consumer<SpaceItem> items) {
        if (leastBytes < 1) {
            throw new IllegalArgumentException("the least gain is %d bytes; it must be positive".formatted(leastBytes));
        }
        return space.diagnosis(leastBytes, Objects.requireNonNull(items, "items"));
    }

    /**
     * Replaces a superblock of version 0 or 1, which libhdf5 before 2.0 writes by default, by one of version 2, so that free space {@linkplain
     * #setPersistFreeSpace can be persisted}. Everything else stays as it is, and where it is. libhdf5 reads version 2 from 1.8 on.
     * Pending changes are committed first. The upgrade is a commit of its own; a kill leaves the file with either superblock. The
     * new one is shorter; the next commit makes the rest free. Does nothing if the version is 2 or 3.
     *
     * @return the version before
     * @throws UnsupportedFeatureException if the superblock refers to a driver information block; nothing is changed then
     */
    public int upgrade() {
        return space.upgrade();
    }

    /**
     * Sets whether the file stores its free sections on close, so that later sessions and the reference library can
     * reuse them. Space lost before this call stays lost until {@link #reclaimUntracked()}. libhdf5 1.8 cannot open a file that does.
     *
     * @throws UnsupportedFeatureException if {@code persistent} is true and the superblock is older than version 2, which
     *     {@link #upgrade} changes, the strategy tracks no free space, or the superblock has lengths of less than 8 bytes ({@link
     *     ContainerInfo#sizesAllowPersistence})
     */
    public void setPersistFreeSpace(boolean persistent) {
        space.setPersistFreeSpace(persistent);
    }

    /**
     * Changes the strategy and the threshold, for all writers, from the next session on. This session keeps those
     * before. The file stores no free sections any more. To make it so, open it again, then {@link #setPersistFreeSpace} and
     * {@link #reclaimUntracked}, which finds what was free.
     *
     * @throws UnsupportedFeatureException if the superblock is older than version 2, which {@link #upgrade} changes, or the
     *     file would become a paged one, or have pages of another size: in a paged file, metadata and raw data are in pages of
     *     their own
     */
    public void setSpaceSettings(SpaceSettings settings) {
        space.setSpaceSettings(settings);
    }

    /** Whether the file stores its free sections on close. */
    public boolean persistsFreeSpace() {
        return space.persistsFreeSpace();
    }

    /** The end of allocation in bytes: approximately the length of the file if it were closed now. */
    public long allocatedBytes() {
        return space.allocatedBytes();
    }

    /** Free bytes inside the file that are available for allocation. */
    public long freeBytes() {
        return space.freeBytes();
    }

    /** The file's superblock fields and file-space settings. */
    public ContainerInfo info() {
        return space.info();
    }

    /** The writes, bytes and forces issued so far by this session. Remains available after closing. */
    public WriteStatistics writeStatistics() {
        return session.writeStatistics();
    }

    /** The file's name as used in messages. */
    public String name() {
        return session.name();
    }

    /** Whether the container is read-only. */
    public boolean isReadOnly() {
        return session.isReadOnly();
    }

    /**
     * Returns a read-only view of the last committed state, without the changes made and the rows collected since. Elements that were
     * overwritten {@linkplain WriteMode#IN_PLACE in place} since the last commit are an exception: the file no longer has the old ones, so
     * the view has the new ones, beside the old state of everything else. Without a given mode, that is so for datasets without chunks. If
     * another thread is writing them at the moment, the view may have some of the new elements and some of the old ones. {@link
     * WriteMode#COPY} has no exception. Neither has a view that is taken after a commit and before such a write.
     *
     * <p>The view does not change
     * while this container is edited, and lasts until either is closed. May be called from any thread at any time,
     * except while a failed flush is waiting to be retried. Any number of threads may read it at the same time; reading takes no
     * lock. Blocks overwritten in the meantime are preserved for it in memory, and beyond 16 MiB in a temporary file.
     *
     * @throws ContainerException if this container is read-only; open the file a second time instead
     */
    public ContainerFile snapshot() {
        return new ContainerFile(session.snapshot());
    }

    /**
     * Returns a sink that takes chunks of this container's datasets from any number of threads, in which it encodes them.
     *
     * @throws ContainerException if this container is read-only
     */
    public ChunkSink chunkSink() {
        return new SharedSink(session);
    }

    /**
     * Commits all changes, including the free sections and the rows that {@linkplain Appender appenders} have collected. From then on the file opens with these changes or later ones.
     * Unless another {@link dev.fallow.Durability} was chosen, they are on the medium when this method returns.
     *
     * @throws ContainerException if collected rows cannot be written. Nothing is committed; they stay pending until their appender is
     *     closed
     * @throws StorageException if the medium fails. The last commit is intact. No further change is accepted until this
     *     method has been retried successfully. Alternatively, close and reopen the container: it then has either the
     *     last commit or this one
     */
    public void flush() {
        session.flush();
    }

    /**
     * Commits all changes and closes the file. Closing again has no effect. It commits also if an exception ends the block of
     * {@code try} in which the container was opened, because it cannot know of it.
     *
     * @throws ContainerException if rows that {@linkplain Appender appenders} have collected cannot be written. The file is closed and
     *     at the last commit
     * @throws StorageException as for {@link #flush}; the file is closed in any case
     */
    @Override
    public void close() {
        session.close();
    }

    /**
     * The user block: the bytes in front of the HDF5 content, which belong to the application, such as the header of a MATLAB file. Empty
     * if the file has none.
     *
     * @throws TooLargeException if it exceeds the length of an array, or there is not enough memory
     */
    public byte[] userBlock() {
        return session.userBlock();
    }

    /**
     * Overwrites the first bytes of the user block, which {@link CreateOptions#withUserBlock} makes. They are written in place at once; no
     * commit protects them.
     *
     * @throws TooLargeException if the user block has fewer bytes; nothing is written then
     */
    public void writeUserBlock(byte[] content) {
        session.writeUserBlock(content);
    }

    /**
     * The content of an in-memory container as of the last flush or close: a file that can be opened.
     *
     * @throws UnsupportedOperationException if this container is backed by a file
     */
    public byte[] toByteArray() {
        return session.toByteArray();
    }

    /** The name, the length, and whether it is read-only or closed. */
    @Override
    public String toString() {
        return session.toString();
    }
}
