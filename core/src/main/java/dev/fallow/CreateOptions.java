package dev.fallow;

import dev.fallow.freespace.file.FileSpaceStrategy;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a container is created.
 *
 * @param overwrite whether a file that exists is replaced; otherwise creating fails and leaves it as it is
 * @param persistFreeSpace whether the file remembers its free sections when it is closed, so that later sessions (and
 *     the reference library) use them; strategies that track no free space have none to remember
 * @param space how the file manages its space, from then on
 * @param cacheBytes about how many bytes of metadata are kept in memory
 * @param backend the design that keeps the free sections in memory
 * @param trace a file, which must not exist, that every allocation and release of the session is recorded in; null for none
 */
public record CreateOptions(
        boolean overwrite,
        boolean persistFreeSpace,
        SpaceSettings space,
        long cacheBytes,
        FreeSpaceBackend backend,
        Path trace) {
    /** Never overwrites, remembers free space, keeps 32 MiB of metadata. */
    public static CreateOptions defaults() {
        return new CreateOptions(
                false,
                true,
                SpaceSettings.defaults(),
                OpenOptions.DEFAULT_CACHE_BYTES,
                OpenOptions.DEFAULT_BACKEND,
                null);
    }

    /** @throws IllegalArgumentException if {@code cacheBytes} is negative */
    public CreateOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
        Objects.requireNonNull(space, "space");
        Objects.requireNonNull(backend, "backend");
    }

    /** The same, replacing a file that exists or not. */
    public CreateOptions withOverwrite(boolean newOverwrite) {
        return new CreateOptions(newOverwrite, persistFreeSpace, space, cacheBytes, backend, trace);
    }

    /** The same, remembering free space or not. */
    public CreateOptions withPersistFreeSpace(boolean newPersist) {
        return new CreateOptions(overwrite, newPersist, space, cacheBytes, backend, trace);
    }

    /** The same, managing the space of the file in another way. */
    public CreateOptions withSpace(SpaceSettings newSpace) {
        return new CreateOptions(overwrite, persistFreeSpace, newSpace, cacheBytes, backend, trace);
    }

    /** The same, with another file-space strategy. */
    public CreateOptions withStrategy(FileSpaceStrategy newStrategy) {
        return withSpace(space.withStrategy(newStrategy));
    }

    /** The same, with another bound on the metadata in memory. */
    public CreateOptions withCacheBytes(long newCacheBytes) {
        return new CreateOptions(overwrite, persistFreeSpace, space, newCacheBytes, backend, trace);
    }

    /** The same, with another design for the free sections in memory. */
    public CreateOptions withBackend(FreeSpaceBackend newBackend) {
        return new CreateOptions(overwrite, persistFreeSpace, space, cacheBytes, newBackend, trace);
    }

    /** The same, recording every allocation and release in a file, which must not exist; null for none. */
    public CreateOptions withTrace(Path newTrace) {
        return new CreateOptions(overwrite, persistFreeSpace, space, cacheBytes, backend, newTrace);
    }
}
