package dev.fallow;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What can be chosen for a container while it is open, whether it is created or opened. Options do not change: a
 * {@code with} method gives a copy that differs in one of them.
 *
 * @param <T> the kind of options
 */
public abstract sealed class SessionOptions<T extends SessionOptions<T>> implements Cloneable
        permits CreateOptions, OpenOptions {
    private static final long LEAST_DEFAULT_CACHE_BYTES = 16L << 20;
    private static final long MOST_DEFAULT_CACHE_BYTES = 128L << 20;
    private static final int CACHE_PART = 8;

    private long cacheBytes = Math.max(
            LEAST_DEFAULT_CACHE_BYTES,
            Math.min(MOST_DEFAULT_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHE_PART));
    private FreeSpaceBackend backend = FreeSpaceBackend.ORDERED;
    private Path trace;
    private boolean times;
    private InstantSource clock = InstantSource.system();
    private Durability durability = Durability.EACH_COMMIT;
    private boolean repacking = true;

    SessionOptions() {}

    /** A copy that is changed before anybody else sees it. */
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
     * About how many bytes of memory metadata that is in the file may take. If nothing is said that is an eighth of the
     * virtual machine's memory, at least 16 MiB and at most 128 MiB.
     */
    public final long cacheBytes() {
        return cacheBytes;
    }

    /** The design that keeps the free sections in memory. */
    public final FreeSpaceBackend backend() {
        return backend;
    }

    /** The file that every allocation and release of the session is recorded in; null for none. */
    public final Path trace() {
        return trace;
    }

    /** Whether new objects store the time of their creation and of their last change. */
    public final boolean times() {
        return times;
    }

    /** Where times come from: those of new objects, and those of changes of objects that store them. */
    public final InstantSource clock() {
        return clock;
    }

    /** When what was written is forced to the medium. */
    public final Durability durability() {
        return durability;
    }

    /** Whether dense storage that has lost a good part of its messages is stored anew when the container is closed. */
    public final boolean repacking() {
        return repacking;
    }

    /**
     * The same, with another bound on the metadata in memory.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public final T withCacheBytes(long newCacheBytes) {
        if (newCacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + newCacheBytes);
        }
        return withBase(copy -> copy.cacheBytes = newCacheBytes);
    }

    /** The same, with another design for the free sections in memory. */
    public final T withBackend(FreeSpaceBackend newBackend) {
        Objects.requireNonNull(newBackend, "backend");
        return withBase(copy -> copy.backend = newBackend);
    }

    /** The same, recording every allocation and release in a file, which must not exist; null for none. */
    public final T withTrace(Path newTrace) {
        return withBase(copy -> copy.trace = newTrace);
    }

    /** The same, with times in new objects or without: not by default. Objects that store times have them kept anyway. */
    public final T withTimes(boolean newTimes) {
        return withBase(copy -> copy.times = newTimes);
    }

    /** The same, with another source of times. */
    public final T withClock(InstantSource newClock) {
        Objects.requireNonNull(newClock, "clock");
        return withBase(copy -> copy.clock = newClock);
    }

    /**
     * The same, storing dense links and attributes anew on closing, or not: by default where they would take at most three
     * quarters of their space. That takes time in proportion to how many are left.
     */
    public final T withRepacking(boolean newRepacking) {
        return withBase(copy -> copy.repacking = newRepacking);
    }

    /** The same, forcing what was written at other times. */
    public final T withDurability(Durability newDurability) {
        Objects.requireNonNull(newDurability, "durability");
        return withBase(copy -> copy.durability = newDurability);
    }
}
