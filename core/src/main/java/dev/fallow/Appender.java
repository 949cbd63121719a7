package dev.fallow;

/**
 * Appends rows to a dataset, many at a time: rows are kept in memory until they fill whole chunks. A row is what one index
 * of the first dimension selects: of a dataset of one dimension an element, otherwise an array.
 *
 * <p>Rows that are not written yet are not visible to readers. {@link ContainerFile#flush()} and {@link
 * ContainerFile#close()} write the rows of all appenders and commit them, also if an exception ends the block of {@code
 * try} in which the container was opened; so does every operation that commits first, such as {@link ContainerFile#shrink}.
 * If rows cannot be written, nothing is committed, and the exception names the dataset. A commit that a change makes by
 * itself, because the changes take too much memory, contains only the rows that are written, and so does a {@linkplain
 * ContainerFile#snapshot() snapshot}.
 *
 * <p>Rows are written behind the last ones that the dataset then has. When the dataset is deleted, the rows that are not written
 * are dropped with it. When a dimension other than the first is resized, they cannot be written before it has its size again.
 *
 * <p>To be used by one thread at a time, like the container; concurrent use is detected and refused.
 */
public interface Appender extends AutoCloseable {
    /**
     * Appends a row. The row is copied, unless its elements are of variable length.
     *
     * @throws WrongTypeException if it has another shape, or an element does not fit
     * @throws ContainerException if this appender or the container is closed, or the dataset was deleted; or if collected rows
     *     cannot be written: they stay pending, without this one
     */
    void append(Object row);

    /** The rows that are not written yet. */
    long pending();

    /**
     * Writes all rows, and commits, with the rows of other appenders of the container.
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

    /**
     * Writes all rows, and ends this appender. Closing again has no effect.
     *
     * @throws ContainerException if they cannot be written: they are given up, so that other changes can be committed. {@link #write()} keeps them
     */
    @Override
    void close();
}
