package dev.fallow.benchmarks.tiers;

/** A simulated place for whole files, with a clock. Its user numbers the files. */
public interface Volume {
    /**
     * Writes a new file and makes it durable.
     *
     * @param size bytes, at least 1
     * @return nanoseconds until control returned
     * @throws IllegalArgumentException if there is such a file, or the size is not positive
     */
    long write(int file, long size);

    /**
     * Reads all of a file.
     *
     * @return nanoseconds
     * @throws IllegalArgumentException if there is no such file
     */
    long read(int file);

    /**
     * Deletes a file; takes no time.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    void delete(int file);

    /** Requests that devices have done. */
    long requests();
}
