package dev.fallow;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How a container is opened.
 *
 * @param readOnly whether nothing may be changed
 * @param ignoreWriteFlag whether a file is opened although it is marked as open for writing: the way out when a program
 *     was ended while it wrote. What that program had not written is lost, and the file may be damaged
 * @param freeSpaceCheck when the free sections that the file remembers are held against what is live
 * @param cacheBytes about how many bytes of metadata are kept in memory
 * @param backend the design that keeps the free sections in memory
 * @param trace a file, which must not exist, that every allocation and release of the session is recorded in; null for none
 */
public record OpenOptions(
        boolean readOnly,
        boolean ignoreWriteFlag,
        FreeSpaceCheck freeSpaceCheck,
        long cacheBytes,
        FreeSpaceBackend backend,
        Path trace) {
    static final long DEFAULT_CACHE_BYTES = 32L << 20;
    static final FreeSpaceBackend DEFAULT_BACKEND = FreeSpaceBackend.ORDERED;
    private static final FreeSpaceCheck DEFAULT_CHECK = FreeSpaceCheck.UNLESS_SEALED;

    /** For editing. */
    public static OpenOptions edit() {
        return new OpenOptions(false, false, DEFAULT_CHECK, DEFAULT_CACHE_BYTES, DEFAULT_BACKEND, null);
    }

    /** For reading only. */
    public static OpenOptions reading() {
        return new OpenOptions(true, false, DEFAULT_CHECK, DEFAULT_CACHE_BYTES, DEFAULT_BACKEND, null);
    }

    /** @throws IllegalArgumentException if {@code cacheBytes} is negative */
    public OpenOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
        Objects.requireNonNull(freeSpaceCheck, "freeSpaceCheck");
        Objects.requireNonNull(backend, "backend");
    }

    /** The same, opening a file that is marked as open for writing or not. */
    public OpenOptions withIgnoreWriteFlag(boolean newIgnore) {
        return new OpenOptions(readOnly, newIgnore, freeSpaceCheck, cacheBytes, backend, trace);
    }

    /** The same, holding free sections against what is live at other times. */
    public OpenOptions withFreeSpaceCheck(FreeSpaceCheck newCheck) {
        return new OpenOptions(readOnly, ignoreWriteFlag, newCheck, cacheBytes, backend, trace);
    }

    /** The same, with another bound on the metadata in memory. */
    public OpenOptions withCacheBytes(long newCacheBytes) {
        return new OpenOptions(readOnly, ignoreWriteFlag, freeSpaceCheck, newCacheBytes, backend, trace);
    }

    /** The same, with another design for the free sections in memory. */
    public OpenOptions withBackend(FreeSpaceBackend newBackend) {
        return new OpenOptions(readOnly, ignoreWriteFlag, freeSpaceCheck, cacheBytes, newBackend, trace);
    }

    /** The same, recording every allocation and release in a file, which must not exist; null for none. */
    public OpenOptions withTrace(Path newTrace) {
        return new OpenOptions(readOnly, ignoreWriteFlag, freeSpaceCheck, cacheBytes, backend, newTrace);
    }
}
