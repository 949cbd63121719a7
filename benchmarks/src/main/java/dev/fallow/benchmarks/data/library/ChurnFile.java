package dev.fallow.benchmarks.data.library;

/** An open file with one compressed dataset, which is overwritten again and again. */
public interface ChurnFile extends AutoCloseable {
    /** The number of rows and of columns. */
    int SIDE = 1024;

    /** The number of rows and of columns of a chunk. */
    int CHUNK = 64;

    /**
     * Overwrites all elements.
     *
     * @param written called after each part, before its commit; at least once
     */
    void write(float[][] values, Runnable written);

    /** Writes everything to the file, which stays open. */
    void flush();

    /** The bytes in use now. */
    long liveBytes();

    @Override
    void close();
}
