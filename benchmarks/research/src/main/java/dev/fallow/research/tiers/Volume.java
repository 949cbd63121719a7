package dev.fallow.research.tiers;

/** A simulated storage for whole files, with a clock. The caller numbers the files. */
public interface Volume {
    /**
     * Writes a new file and makes it durable.
     *
     * @param size in bytes, at least 1
     * @return the time until control returned, in nanoseconds
     * @throws IllegalArgumentException if the file exists, or the size is not positive
     */
    long write(int file, long size);

    /**
     * Reads a whole file from the devices.
     *
     * @return the duration in nanoseconds
     * @throws IllegalArgumentException if there is no such file
     */
    default long read(int file) {
        return read(file, 0);
    }

    /**
     * Reads a whole file whose first part is in the page cache, from which it is copied.
     *
     * @param cachedPercent the size of that part, 0 to 100
     * @return the duration in nanoseconds
     * @throws IllegalArgumentException if there is no such file, or the percentage is out of range
     */
    long read(int file, int cachedPercent);

    /** The bytes of a file of some size that are in the page cache; checks the percentage. */
    static long cached(long size, int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("cachedPercent=" + percent + ", must be 0 to 100");
        }
        return size * percent / 100;
    }

    /**
     * Deletes a file; takes no time.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    void delete(int file);

    /** The number of requests completed by the devices. */
    long requests();
}
