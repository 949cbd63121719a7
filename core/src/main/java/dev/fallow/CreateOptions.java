package dev.fallow;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How a container is created.
 *
 * @param overwrite whether a file that exists is replaced; otherwise creating fails and leaves it as it is
 * @param persistFreeSpace whether the file remembers its free sections when it is closed, so that later sessions (and
 *     the reference library) use them
 * @param cacheBytes about how many bytes of metadata are kept in memory
 * @param backend the design that keeps the free sections in memory
 * @param trace a file, which must not exist, that every allocation and release of the session is recorded in; null for none
 * @param durability when what was written is forced to the medium
 */
public record CreateOptions(
        boolean overwrite,
        boolean persistFreeSpace,
        long cacheBytes,
        FreeSpaceBackend backend,
        Path trace,
        Durability durability) {
    /** Never overwrites, remembers free space, keeps 32 MiB of metadata. */
    public static CreateOptions defaults() {
        return new CreateOptions(
                false,
                true,
                OpenOptions.DEFAULT_CACHE_BYTES,
                OpenOptions.DEFAULT_BACKEND,
                null,
                Durability.EACH_COMMIT);
    }

    /** @throws IllegalArgumentException if {@code cacheBytes} is negative */
    public CreateOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(durability, "durability");
    }

    /** The same, replacing a file that exists or not. */
    public CreateOptions withOverwrite(boolean newOverwrite) {
        return new CreateOptions(newOverwrite, persistFreeSpace, cacheBytes, backend, trace, durability);
    }

    /** The same, remembering free space or not. */
    public CreateOptions withPersistFreeSpace(boolean newPersist) {
        return new CreateOptions(overwrite, newPersist, cacheBytes, backend, trace, durability);
    }

    /** The same, with another bound on the metadata in memory. */
    public CreateOptions withCacheBytes(long newCacheBytes) {
        return new CreateOptions(overwrite, persistFreeSpace, newCacheBytes, backend, trace, durability);
    }

    /** The same, with another design for the free sections in memory. */
    public CreateOptions withBackend(FreeSpaceBackend newBackend) {
        return new CreateOptions(overwrite, persistFreeSpace, cacheBytes, newBackend, trace, durability);
    }

    /** The same, recording every allocation and release in a file, which must not exist; null for none. */
    public CreateOptions withTrace(Path newTrace) {
        return new CreateOptions(overwrite, persistFreeSpace, cacheBytes, backend, newTrace, durability);
    }

    /** The same, forcing what was written at other times. */
    public CreateOptions withDurability(Durability newDurability) {
        return new CreateOptions(overwrite, persistFreeSpace, cacheBytes, backend, trace, newDurability);
    }
}
