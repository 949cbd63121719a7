package dev.fallow;

/**
 * Appends rows to a dataset, many at a time: rows are kept in memory until they fill whole chunks. A row is what one index
 * of the first dimension selects: of a dataset of one dimension an element, otherwise an array.
 *
 * <p>Rows that are not written yet are neither visible to readers nor part of a commit. To be used by one thread, like the
 * container.
 */
public interface Appender extends AutoCloseable {
    /**
     * Appends a row. The row is copied, unless its elements are of variable length.
     *
     * @throws WrongTypeException if it has another shape, or an element does not fit
     */
    void append(Object row);

    /** The rows that are not written yet. */
    long pending();

    /**
     * Writes all rows, and commits.
     *
     * @throws ContainerException as for {@link ContainerFile#flush()}; the rows stay pending if they could not be written
     */
    void commit();

    /**
     * Writes all rows, which the next commit contains.
     *
     * @throws ContainerException if they cannot be written; they stay pending
     */
    void write();

    /** Writes all rows. */
    @Override
    default void close() {
        write();
    }
}
