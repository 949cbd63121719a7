package dev.fallow;

/**
 * How a container is created.
 *
 * @param overwrite whether a file that exists is replaced; otherwise creating fails and leaves it as it is
 * @param persistFreeSpace whether the file remembers its free sections when it is closed, so that later sessions (and
 *     the reference library) use them
 * @param cacheBytes about how many bytes of metadata are kept in memory
 */
public record CreateOptions(boolean overwrite, boolean persistFreeSpace, long cacheBytes) {
    /** Never overwrites, remembers free space, keeps 32 MiB of metadata. */
    public static CreateOptions defaults() {
        return new CreateOptions(false, true, OpenOptions.DEFAULT_CACHE_BYTES);
    }

    /** @throws IllegalArgumentException if {@code cacheBytes} is negative */
    public CreateOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
    }

    /** The same, replacing a file that exists or not. */
    public CreateOptions withOverwrite(boolean newOverwrite) {
        return new CreateOptions(newOverwrite, persistFreeSpace, cacheBytes);
    }

    /** The same, remembering free space or not. */
    public CreateOptions withPersistFreeSpace(boolean newPersist) {
        return new CreateOptions(overwrite, newPersist, cacheBytes);
    }

    /** The same, with another bound on the metadata in memory. */
    public CreateOptions withCacheBytes(long newCacheBytes) {
        return new CreateOptions(overwrite, persistFreeSpace, newCacheBytes);
    }
}
