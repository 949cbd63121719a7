package dev.fallow.spark.read.table;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Fills vectors with a column. What is read of a box is kept until rows of another one are put. */
@FunctionalInterface
public interface ColumnReader {
    /**
     * Puts rows of a box, from row 0 of the vector on.
     *
     * @param first the number of the first one in the box
     * @param target is empty and has room
     */
    void put(Box box, int first, int count, WritableColumnVector target);
}
