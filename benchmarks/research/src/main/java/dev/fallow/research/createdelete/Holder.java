package dev.fallow.research.createdelete;

/**
 * The operations on a group that the tests of the report need. An implementation makes the calls that an application of
 * its library would make: open, operate, close.
 */
public interface Holder extends AutoCloseable {
    /** Creates a group and leaves it open. */
    Holder createGroup(String name);

    /** Opens a group. */
    Holder openGroup(String name);

    /**
     * Creates a contiguous dataset of one dimension, 32-bit little-endian integers, allocated at once and never
     * written.
     *
     * @param elements at least 1
     */
    void createDataset(String name, int elements);

    /** Creates a scalar attribute of a 32-bit little-endian integer, and writes it. */
    void createAttribute(String name, int value);

    /** Deletes a link, and its object if it was the last link. */
    void delete(String name);

    /** Deletes an attribute. */
    void deleteAttribute(String name);

    /** Closes the group; the root group is closed with the file. */
    @Override
    void close();
}
