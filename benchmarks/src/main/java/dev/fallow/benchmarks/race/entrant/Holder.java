package dev.fallow.benchmarks.race.entrant;

/**
 * A group, as far as the tests of the report need one. Whoever implements it does for each call what an application of that
 * library would: open, do, close.
 */
public interface Holder extends AutoCloseable {
    /** Creates a group and leaves it open. */
    Holder createGroup(String name);

    /** Opens a group. */
    Holder openGroup(String name);

    /**
     * Creates a contiguous dataset of one dimension, 32-bit little-endian integers, allocated at once and never written.
     *
     * @param elements at least 1
     */
    void createDataset(String name, int elements);

    /** Creates a scalar attribute of a 32-bit little-endian integer, and writes it. */
    void createAttribute(String name, int value);

    /** Deletes a link, and what it was the last one to. */
    void delete(String name);

    /** Deletes an attribute. */
    void deleteAttribute(String name);

    /** Closes the group; the root group is closed with the file. */
    @Override
    void close();
}
