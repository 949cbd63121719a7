package dev.fallow;

import dev.fallow.internal.Session;
import dev.fallow.internal.SessionOpener;
import dev.fallow.internal.storage.MemoryStorage;
import java.nio.file.Path;
import java.util.List;

/**
 * An open HDF5 file. Its groups, datasets and attributes can be read, and unless it was opened read-only created,
 * written and deleted in place; deleted space is used again and the end of the file is given back.
 *
 * <p>What is changed is in memory until {@link #flush()} or {@link #close()} commits it, and then it is in the file, all of
 * it, whatever happens; see {@link Durability}. Elements of new datasets are written at once, into space that the last
 * commit does not refer to. Elements of datasets that the last commit has are overwritten in place: that is not undone by
 * a crash, and a crash can leave some of them old and some new. When more than 32 MiB of metadata have been changed, the
 * next change commits first.
 *
 * <p>One thread at a time uses a container and what was got from it; different threads may, one after the other, and see
 * what those before did. Two at the same time are refused. Many threads can read beside one that writes, each in a
 * {@link #snapshot()} of its own.
 *
 * <p>All operations throw {@link ContainerException} or one of its kinds, and leave the container as it was.
 */
public final class ContainerFile implements AutoCloseable {
    private final Session session;

    /** Used by the library. */
    public ContainerFile(Session session) {
        this.session = session;
    }

    /**
     * Creates a file that must not exist.
     *
     * @throws ObjectExistsException if it does
     */
    public static ContainerFile create(Path path) {
        return create(path, CreateOptions.defaults());
    }

    /**
     * Creates a file.
     *
     * @throws ObjectExistsException if it exists and the options do not ask for overwriting
     * @throws StorageException if the file system refuses
     */
    public static ContainerFile create(Path path, CreateOptions options) {
        return new ContainerFile(SessionOpener.create(path, options));
    }

    /** Creates a container in memory, of at most 2 GiB; {@link #toByteArray()} has its content once it is closed. */
    public static ContainerFile createInMemory(CreateOptions options) {
        return new ContainerFile(SessionOpener.createIn(new MemoryStorage(), "container in memory", options));
    }

    /** Opens a file for editing. */
    public static ContainerFile open(Path path) {
        return open(path, OpenOptions.edit());
    }

    /** Opens a file for reading only. */
    public static ContainerFile openReadOnly(Path path) {
        return open(path, OpenOptions.reading());
    }

    /**
     * Opens a file.
     *
     * @throws NotAContainerException if it is not HDF5
     * @throws CorruptFileException if it is truncated or damaged
     * @throws UnsupportedFeatureException if it is of a generation, or uses a strategy, that is not supported
     * @throws FileInUseException if it is open for writing elsewhere, or was left so
     * @throws StorageException if it does not exist, is not a regular file or may not be opened; for editing also if what is
     *     in the place of its journal is something else
     */
    public static ContainerFile open(Path path, OpenOptions options) {
        return new ContainerFile(SessionOpener.open(path, options));
    }

    /**
     * Finishes what a program that was ended left unfinished, and does nothing else. Opening a file for editing does the
     * same; who opens it read-only sees the result, and changes nothing.
     *
     * @throws StorageException if the file does not exist or may not be written
     */
    public static RecoveryReport recover(Path path) {
        return SessionOpener.recover(path, false);
    }

    /** Says what {@link #recover} would find and do; changes nothing. */
    public static RecoveryReport inspectJournal(Path path) {
        return SessionOpener.recover(path, true);
    }

    /** Opens a container that is given as bytes, which are copied. */
    public static ContainerFile openBytes(byte[] content, OpenOptions options) {
        return new ContainerFile(SessionOpener.openIn(new MemoryStorage(content), "container in memory", options));
    }

    /** The root group. */
    public Group root() {
        return session.root();
    }

    /**
     * The group at a path.
     *
     * @throws NoSuchObjectException if there is none, or something else
     */
    public Group group(String path) {
        return root().group(path);
    }

    /**
     * The dataset at a path.
     *
     * @throws NoSuchObjectException if there is none, or something else
     */
    public Dataset dataset(String path) {
        return root().dataset(path);
    }

    /**
     * What a reference leads to: of a region the dataset, of an attribute the object that has it. How it is reached by links
     * is not known: its path says its address.
     *
     * @throws CorruptFileException if there is no object
     * @throws UnsupportedFeatureException if it is in another file
     */
    public StoredObject get(Reference reference) {
        return session.object(reference);
    }

    /** Whether a path leads to anything. */
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

    /**
     * Lists what is in the group at a path, in the order of names.
     *
     * @param recursive whether to descend into groups, each object once
     */
    public List<Entry> list(String path, boolean recursive) {
        return group(path).list(recursive);
    }

    /** Where every byte is, by a walk of everything live. O(number of objects). */
    public SpaceReport space() {
        return session.spaceReport();
    }

    /**
     * Takes back the bytes that are neither live nor tracked ({@link SpaceReport#untracked()}): what sessions without
     * persistence and other libraries lost. What was changed is committed first. It finds them by a walk of everything live,
     * O(number of objects). Without {@link
     * #setPersistFreeSpace persistence} they are of use until the container is closed, but for those at the end of the file.
     *
     * @return the runs, each with the type of the manager that got it, or "global-heap" if it is free inside of a collection
     *     of the global heap now; empty if nothing is untracked
     * @throws UnsupportedFeatureException if the file has anything that is not understood, whose bytes might seem to be
     *     nobody's; or if its strategy tracks no free space. Nothing is changed then
     */
    public List<FreeSection> reclaimUntracked() {
        return session.reclaimUntracked();
    }

    /**
     * What {@link #reclaimUntracked()} would take back, also from a container that is open read-only.
     *
     * @throws UnsupportedFeatureException as there
     */
    public List<FreeSection> reclaimable() {
        return session.reclaimable();
    }

    /**
     * Has the file remember its free sections when it is closed, so that later sessions and the reference library use them,
     * or not any more. What an existing file has lost before is not known by that: see {@link #reclaimUntracked()}.
     *
     * @throws UnsupportedFeatureException if it is to, and its superblock is older than version 2 or its strategy tracks no
     *     free space
     */
    public void setPersistFreeSpace(boolean persistent) {
        session.setPersistFreeSpace(persistent);
    }

    /** Whether the file remembers its free sections when it is closed. */
    public boolean persistsFreeSpace() {
        return session.persistsFreeSpace();
    }

    /** Bytes of the file up to the end of allocation: what its length will be when it is closed now, about. */
    public long allocatedBytes() {
        return session.allocatedBytes();
    }

    /** Bytes free inside the file that the next allocations can use. */
    public long freeBytes() {
        return session.freeBytes();
    }

    /** What the file says of itself: its superblock, and how it manages its space. */
    public ContainerInfo info() {
        return session.info();
    }

    /** What this session has asked of the medium so far: writes, bytes, forces. Can be called after closing. */
    public WriteStatistics writeStatistics() {
        return session.writeStatistics();
    }

    /** The file's name, for messages. */
    public String name() {
        return session.name();
    }

    /** Whether nothing may be changed. */
    public boolean isReadOnly() {
        return session.isReadOnly();
    }

    /**
     * The last committed state, as a container of its own that is only read: what {@link #flush} has written, and nothing
     * that was changed since. It stays as it is while this container goes on changing, until either is closed. Any thread
     * may ask for one, at any time but while a failed flush waits to be repeated. Each snapshot is for one thread at a
     * time; reading takes no lock. What is overwritten meanwhile is kept for it, in memory and from 16 MiB on in a
     * temporary file.
     *
     * @throws ContainerException if this container is open read-only: open the file once more then
     */
    public ContainerFile snapshot() {
        return new ContainerFile(session.snapshot());
    }

    /**
     * Commits all changes, free sections included: whatever happens from now on, the file opens with these changes or later
     * ones. Unless another {@link Durability} was chosen they are on the medium when this returns.
     *
     * @throws StorageException if the medium fails. The last commit is safe. Nothing can be changed until this has been
     *     called again and succeeded; or the container is closed and opened again, and has the last commit, or this one
     */
    public void flush() {
        session.flush();
    }

    /**
     * Commits all changes and closes the file. Closing twice does nothing.
     *
     * @throws StorageException as {@link #flush}; the file is closed all the same
     */
    @Override
    public void close() {
        session.close();
    }

    /**
     * The content of a container in memory, as of the last flush or close.
     *
     * @throws UnsupportedOperationException if this container is a file
     */
    public byte[] toByteArray() {
        return session.toByteArray();
    }
}
