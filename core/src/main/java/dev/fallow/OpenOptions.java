package dev.fallow;

/**
 * How a container is opened.
 *
 * @param readOnly whether nothing may be changed
 * @param ignoreWriteFlag whether a file is opened although it is marked as open for writing: the way out when a program
 *     was ended while it wrote. What that program had not written is lost, and the file may be damaged
 * @param cacheBytes about how many bytes of metadata are kept in memory
 */
public record OpenOptions(boolean readOnly, boolean ignoreWriteFlag, long cacheBytes) {
    static final long DEFAULT_CACHE_BYTES = 32L << 20;

    /** For editing. */
    public static OpenOptions edit() {
        return new OpenOptions(false, false, DEFAULT_CACHE_BYTES);
    }

    /** For reading only. */
    public static OpenOptions reading() {
        return new OpenOptions(true, false, DEFAULT_CACHE_BYTES);
    }

    /** @throws IllegalArgumentException if {@code cacheBytes} is negative */
    public OpenOptions {
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: " + cacheBytes);
        }
    }

    /** The same, opening a file that is marked as open for writing or not. */
    public OpenOptions withIgnoreWriteFlag(boolean newIgnore) {
        return new OpenOptions(readOnly, newIgnore, cacheBytes);
    }

    /** The same, with another bound on the metadata in memory. */
    public OpenOptions withCacheBytes(long newCacheBytes) {
        return new OpenOptions(readOnly, ignoreWriteFlag, newCacheBytes);
    }
}
