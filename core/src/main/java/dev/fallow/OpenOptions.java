package dev.fallow;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How a container is opened.
 *
 * @param readOnly whether nothing may be changed
 * @param ignoreWriteFlag whether a file is opened although it is marked as open for writing: the way out when a program
 *     was ended while it wrote. What that program had not written is lost, and the file may be damaged
 * @param cacheBytes about how many bytes of metadata are kept in memory
 * @param backend the design that keeps the free sections in memory
 * @param trace a file, which must not exist, that every allocation and release of the session is recorded in; null for none
 * @param durability when what was written is forced to the medium
 */
public record OpenOptions(
        boolean readOnly,
        boolean ignoreWriteFlag,
        long cacheBytes,
        FreeSpaceBackend backend,
        Path trace,
        Durability durability) {
    static final long DEFAULT_CACHE_BYTES = 32L << 20;
    static final FreeSpaceBackend DEFAULT_BACKEND = FreeSpaceBackend.ORDERED;

    /** For editing. */
    public static OpenOptions edit() {
        return new OpenOptions(false, false, DEFAULT_CACHE_BYTES, DEFAULT_BACKEND, null, Durability.EACH_COMMIT);
    }

    /** For reading only. */
    public static OpenOptions reading() {
        return new OpenOptions(true, false, DEFAULT_CACHE_BYTES, DEFAULT_BACKEND, null, Durability.EACH_COMMIT);
    }

    /** @throws IllegalArgumentException if {@code cacheBytes} is negative */
    public OpenOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(durability, "durability");
    }

    /** The same, opening a file that is marked as open for writing or not. */
    public OpenOptions withIgnoreWriteFlag(boolean newIgnore) {
        return new OpenOptions(readOnly, newIgnore, cacheBytes, backend, trace, durability);
    }

    /** The same, with another bound on the metadata in memory. */
    public OpenOptions withCacheBytes(long newCacheBytes) {
        return new OpenOptions(readOnly, ignoreWriteFlag, newCacheBytes, backend, trace, durability);
    }

    /** The same, with another design for the free sections in memory. */
    public OpenOptions withBackend(FreeSpaceBackend newBackend) {
        return new OpenOptions(readOnly, ignoreWriteFlag, cacheBytes, newBackend, trace, durability);
    }

    /** The same, recording every allocation and release in a file, which must not exist; null for none. */
    public OpenOptions withTrace(Path newTrace) {
        return new OpenOptions(readOnly, ignoreWriteFlag, cacheBytes, backend, newTrace, durability);
    }

    /** The same, forcing what was written at other times. */
    public OpenOptions withDurability(Durability newDurability) {
        return new OpenOptions(readOnly, ignoreWriteFlag, cacheBytes, backend, trace, newDurability);
    }
}
