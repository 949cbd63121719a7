package dev.fallow;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/**
 * Options that apply while a container is open, whether it was created or opened. Options are immutable: each {@code
 * with} method returns a modified copy.
 *
 * @param <T> the kind of options
 */
public abstract sealed class SessionOptions<T extends SessionOptions<T>> implements Cloneable
        permits CreateOptions, OpenOptions {
    private static final long LEAST_DEFAULT_CACHE_BYTES = 16L << 20;
    private static final long MOST_DEFAULT_CACHE_BYTES = 128L << 20;
    private static final int CACHE_PART = 8;
    private static final long MOST_DEFAULT_UNCOMMITTED_BYTES = 256L << 20;
    private static final int UNCOMMITTED_PART = 4;
    private static final long DEFAULT_CHUNK_CACHE = -1;

    private long cacheBytes = Math.max(
            LEAST_DEFAULT_CACHE_BYTES,
            Math.min(MOST_DEFAULT_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHE_PART));
    private long uncommittedBytes =
            Math.min(MOST_DEFAULT_UNCOMMITTED_BYTES, Runtime.getRuntime().maxMemory() / UNCOMMITTED_PART);
    private long chunkCacheBytes = DEFAULT_CHUNK_CACHE;
    private int filterThreads = Runtime.getRuntime().availableProcessors();
    private Executor filterExecutor = ForkJoinPool.commonPool();
    private FreeSpaceBackend backend = FreeSpaceBackend.ORDERED;
    private Optional<Path> trace = Optional.empty();
    private boolean times;
    private InstantSource clock = InstantSource.system();
    private Durability durability = Durability.EACH_COMMIT;
    private boolean repacking = true;
    private boolean splitCommits = true;
    private StorageKind storage = StorageKind.FILE;
    private boolean externalFiles = true;
    private List<Path> externalFolders = List.of();
    private boolean requireSources;
    private boolean ignoreLocks;
    private boolean unwritableFiltersSkipped;
    private ShrinkPolicy shrinking = ShrinkPolicy.NONE;
    private Progress progress = Progress.NONE;

    SessionOptions() {}

    /** Takes all options of this class from others. */
    final void takeFrom(SessionOptions<?> other) {
        cacheBytes = other.cacheBytes;
        uncommittedBytes = other.uncommittedBytes;
        chunkCacheBytes = other.chunkCacheBytes;
        filterThreads = other.filterThreads;
        filterExecutor = other.filterExecutor;
        backend = other.backend;
        trace = other.trace;
        times = other.times;
        clock = other.clock;
        durability = other.durability;
        repacking = other.repacking;
        splitCommits = other.splitCommits;
        storage = other.storage;
        externalFiles = other.externalFiles;
        externalFolders = other.externalFolders;
        requireSources = other.requireSources;
        ignoreLocks = other.ignoreLocks;
        unwritableFiltersSkipped = other.unwritableFiltersSkipped;
        shrinking = other.shrinking;
        progress = other.progress;
    }

    /** Modifies a copy before it is published. */
    final T with(Consumer<T> change) {
        try {
            @SuppressWarnings("unchecked")
            T copy = (T) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options can be cloned", e);
        }
    }

    private T withBase(Consumer<SessionOptions<T>> change) {
        return with(change::accept);
    }

    /**
     * The approximate size of the metadata cache in bytes. The default is an eighth of the virtual machine's memory, at
     * least 16 MiB and at most 128 MiB. Threads that read a container at the same time divide it; each has at least 64 KiB.
     * What kind listed objects are takes up to a sixteenth of it in addition, in a container that is only read.
     */
    public final long cacheBytes() {
        return cacheBytes;
    }

    /**
     * How much memory uncommitted changes of metadata may take, in bytes, approximately. If they take more, the next change first
     * writes blocks of what is new since the last commit, which stay uncommitted. Links and attributes of large groups and objects that
     * are new have no blocks yet: they move to temporary files. Blocks that the last commit has stay in memory: if they take three
     * quarters of it, the next change commits before it starts. The default is a quarter of the virtual machine's memory, at most 256 MiB. Free
     * sections, and what the commit will need, reduce it to an eighth at least. A commit takes up to twice as much again while it is
     * made.
     */
    public final long uncommittedBytes() {
        return uncommittedBytes;
    }

    /**
     * The size of the cache of decoded chunks in bytes; -1 for the default: what the last slices needed, such as a row of
     * chunks, at least 32 MiB and at most an eighth of the virtual machine's memory.
     */
    public final long chunkCacheBytes() {
        return chunkCacheBytes;
    }

    /** The number of threads that apply or undo filters for one read or write, including the calling one. */
    public final int filterThreads() {
        return filterThreads;
    }

    /** The executor of the threads that apply or undo filters, besides the calling one; the common pool by default. */
    public final Executor filterExecutor() {
        return filterExecutor;
    }

    /** The in-memory design of the free-space managers. */
    public final FreeSpaceBackend backend() {
        return backend;
    }

    /** The file in which every allocation and release of the session is recorded; empty for none. */
    public final Optional<Path> trace() {
        return trace;
    }

    /** Whether new objects store their creation and modification times. */
    public final boolean times() {
        return times;
    }

    /** The source of the times stored in new objects, and in changed objects that already store times. */
    public final InstantSource clock() {
        return clock;
    }

    /** When writes are forced to the medium. */
    public final Durability durability() {
        return durability;
    }

    /** Whether a change commits first if the file would otherwise become much longer; see {@link #withSplitCommits}. */
    public final boolean splitCommits() {
        return splitCommits;
    }

    /** Whether sparsely filled dense storage is rewritten when the container is closed. */
    public final boolean repacking() {
        return repacking;
    }

    /** When the session shrinks the file by itself. */
    public final ShrinkPolicy shrinking() {
        return shrinking;
    }

    /** Who is told of the progress of operations on the whole file. */
    public final Progress progress() {
        return progress;
    }

    /**
     * Returns a copy that tells of the progress of operations on the whole file, in bytes: walks over everything live (accounts, checks,
     * reclaiming, plans, the verification before the first change), and copies of objects. If it ends one, that throws a
     * {@link java.util.concurrent.CancellationException}, and the operation has changed nothing.
     */
    public final T withProgress(Progress newProgress) {
        Objects.requireNonNull(newProgress, "progress");
        return withBase(copy -> copy.progress = newProgress);
    }

    /** How the bytes of the file are accessed. */
    public final StorageKind storage() {
        return storage;
    }

    /**
     * Whether elements are read from other files, and written to them: the external files of a dataset, and the sources
     * of a virtual one. By default they are, if these files are in the container's folder, or in one of the
     * {@link #externalFolders}.
     */
    public final boolean externalFiles() {
        return externalFiles;
    }

    /** The folders in which elements may be in other files, besides the container's folder. */
    public final List<Path> externalFolders() {
        return externalFolders;
    }

    /** Whether a file is edited, or overwritten, even though another program has it open. */
    public final boolean ignoreLocks() {
        return ignoreLocks;
    }

    /**
     * Returns a copy that permits to edit a file, or to overwrite it, although another program has it open, or does not: one that uses
     * libhdf5, whose lock only Linux shows, or Fallow in another process, as far as the file system has locks. Readers of Fallow then fail when they
     * find that the file has changed. Others, such as h5py, may read anything; and if the other program writes the file, it is destroyed.
     */
    public final T withIgnoreLocks(boolean newIgnore) {
        return withBase(copy -> copy.ignoreLocks = newIgnore);
    }

    /** Whether reading a virtual dataset fails if a source is missing. */
    public final boolean requireSources() {
        return requireSources;
    }

    /** Whether chunks are written without the optional filters that cannot be applied. */
    public final boolean unwritableFiltersSkipped() {
        return unwritableFiltersSkipped;
    }

    /**
     * Returns a copy with this metadata cache size in bytes.
     *
     * @throws IllegalArgumentException if the size is negative
     */
    public final T withCacheBytes(long newCacheBytes) {
        if (newCacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + newCacheBytes);
        }
        return withBase(copy -> copy.cacheBytes = newCacheBytes);
    }

    /**
     * Returns a copy that writes what it can, or else commits, before a change if the uncommitted ones take more memory than this, in
     * bytes; with 0, each change is committed before the next one.
     *
     * @throws IllegalArgumentException if the size is negative
     */
    public final T withUncommittedBytes(long newUncommittedBytes) {
        if (newUncommittedBytes < 0) {
            throw new IllegalArgumentException("uncommittedBytes: " + newUncommittedBytes);
        }
        return withBase(copy -> copy.uncommittedBytes = newUncommittedBytes);
    }

    /**
     * Returns a copy with this size of the cache of decoded chunks; 0 keeps none, -1 is the default.
     *
     * @throws IllegalArgumentException if the size is less than -1
     */
    public final T withChunkCacheBytes(long newChunkCacheBytes) {
        if (newChunkCacheBytes < DEFAULT_CHUNK_CACHE) {
            throw new IllegalArgumentException("chunkCacheBytes: " + newChunkCacheBytes);
        }
        return withBase(copy -> copy.chunkCacheBytes = newChunkCacheBytes);
    }

    /**
     * Returns a copy that filters chunks on this many threads; 1 for the calling one only. The default is the number of
     * processors. The other threads are those of the {@link #filterExecutor}; of the common pool, these are one fewer than the machine has
     * processors. A write also converts elements on them, and needs up to four arrays of a chunk's size for each thread. What is stored,
     * and where, does not depend on the number.
     *
     * @throws IllegalArgumentException if the number is less than 1
     */
    public final T withFilterThreads(int newFilterThreads) {
        if (newFilterThreads < 1) {
            throw new IllegalArgumentException("filterThreads: " + newFilterThreads);
        }
        return withBase(copy -> copy.filterThreads = newFilterThreads);
    }

    /**
     * Returns a copy that applies and undoes the filters of chunks on the threads of this executor, too. A read or write may itself run
     * on one of them: it never waits for another one to become free, so any number of containers may share them. What the executor
     * refuses runs in the calling thread. No task runs after the call that it is for.
     */
    public final T withFilterExecutor(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return withBase(copy -> copy.filterExecutor = executor);
    }

    /** Returns a copy with this free-space design. */
    public final T withBackend(FreeSpaceBackend newBackend) {
        Objects.requireNonNull(newBackend, "backend");
        return withBase(copy -> copy.backend = newBackend);
    }

    /**
     * Returns a copy that records every allocation and release in this file, which must not exist yet. Objects then have the place
     * that they get first, as their requests are recorded: nothing is placed again with a commit, and no blocks are moved.
     */
    public final T withTrace(Path newTrace) {
        Objects.requireNonNull(newTrace, "trace");
        return withBase(copy -> copy.trace = Optional.of(newTrace));
    }

    /**
     * Returns a copy in which new objects store times, or do not (the default). Objects that already store times are
     * always kept up to date.
     */
    public final T withTimes(boolean newTimes) {
        return withBase(copy -> copy.times = newTimes);
    }

    /** Returns a copy with this source of times. */
    public final T withClock(InstantSource newClock) {
        Objects.requireNonNull(newClock, "clock");
        return withBase(copy -> copy.clock = newClock);
    }

    /**
     * Returns a copy that rewrites dense links and attributes and moves chunks on close, or does not. By default dense storage is
     * rewritten if that reduces it to at most three quarters of its size. The time is proportional to the number of
     * messages left. Also moves chunks of datasets whose chunks were rewritten, and their indexes, if the file is longer
     * than 17/16 of its bytes in use, with more commits; this copies at most four bytes for each byte by which the file becomes shorter, and
     * for each byte of chunks that the session has freed, or one block more ({@link dev.fallow.report.WriteStatistics#movedBytes}).
     */
    public final T withRepacking(boolean newRepacking) {
        return withBase(copy -> copy.repacking = newRepacking);
    }

    /**
     * Returns a copy that may commit before or within a change, or does not. Rewritten elements get new space until the next commit, so a
     * session that rewrites everything before it commits doubles the length of its file. By default a change commits first if an
     * eighth of the bytes in use, and at least 128 KiB, has been released since the last commit, and the file has grown: it then takes
     * what was released. A single call that replaces many chunks of a dataset as a whole is committed in parts by the same rule, where
     * the file would grow, once all checks have passed. If the storage fails afterwards, or the program is killed, each chunk has either its
     * old or its new elements. Without this option, nothing is committed before the application says so, apart from {@link
     * #withUncommittedBytes}.
     */
    public final T withSplitCommits(boolean split) {
        return withBase(copy -> copy.splitCommits = split);
    }

    /** Returns a copy with this durability. */
    public final T withDurability(Durability newDurability) {
        Objects.requireNonNull(newDurability, "durability");
        return withBase(copy -> copy.durability = newDurability);
    }

    /**
     * The same, accessing the bytes of the file in another way. A container in memory ignores this. {@link
     * StorageKind#MAPPED} needs a dependency and flags of the JVM.
     */
    public final T withStorage(StorageKind newStorage) {
        Objects.requireNonNull(newStorage, "storage");
        return withBase(copy -> copy.storage = newStorage);
    }

    /** Returns a copy that uses other files that the container refers to, or does not. */
    public final T withExternalFiles(boolean newExternalFiles) {
        return withBase(copy -> copy.externalFiles = newExternalFiles);
    }

    /**
     * Returns a copy in which elements may also be in files in these folders and in the folders in them. Whoever can write
     * a container decides which files in these folders its datasets show.
     */
    public final T withExternalFolders(Path... folders) {
        return withBase(copy -> copy.externalFolders = List.of(folders));
    }

    /**
     * Returns a copy in which reading a virtual dataset fails if a source is missing or has not all the elements that are
     * mapped, or does not. By default such elements are the fill value, as in libhdf5.
     */
    public final T withRequireSources(boolean newRequireSources) {
        return withBase(copy -> copy.requireSources = newRequireSources);
    }

    /**
     * Returns a copy that writes chunks without the optional filters of their dataset that are not available, or that can
     * only be undone, such as Blosc 2. HDF5 permits this, and marks these chunks; they are as long as their elements. By default
     * such a write is refused with an {@link dev.fallow.UnsupportedFeatureException} that names the filter. Concerns
     * whatever stores elements in such a dataset: writing, appending, resizing, and copies whose elements refer to other
     * objects. A mandatory filter is never left out.
     */
    public final T withUnwritableFiltersSkipped(boolean skipped) {
        return withBase(copy -> copy.unwritableFiltersSkipped = skipped);
    }

    /** Returns a copy with another policy of shrinking. */
    public final T withShrinking(ShrinkPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return withBase(copy -> copy.shrinking = policy);
    }
}
