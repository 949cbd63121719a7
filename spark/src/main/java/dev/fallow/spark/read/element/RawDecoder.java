package dev.fallow.spark.read.element;

import org.apache.spark.sql.execution.vectorized.WritableColumnVector;

/** Puts elements that consist of their own bytes into a vector, without a Java object for each. */
@FunctionalInterface
interface RawDecoder {
    /**
     * Puts elements.
     *
     * @param at the place of the first one
     * @param stride from one element to the next, in bytes
     * @param row of the first one in the target, which has room
     */
    void put(byte[] bytes, int at, int stride, WritableColumnVector target, int row, int count);
}
