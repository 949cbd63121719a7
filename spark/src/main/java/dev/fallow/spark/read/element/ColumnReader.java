package dev.fallow.spark.read.element;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Fills vectors with a column, one box of rows at a time. */
public interface ColumnReader {
    /** Moves to a box; nothing is read before the first {@link #put}. */
    void moveTo(Box box);

    /**
     * Puts rows of the box, from row 0 of the vector on.
     *
     * @param first the number of the first one in the box
     * @param target is empty and has room
     */
    void put(int first, int count, WritableColumnVector target);
}
