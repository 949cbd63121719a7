package dev.fallow.spark.read.table;

import java.util.Arrays;

/**
 * A box of elements or rows; its elements are numbered in row-major order.
 *
 * @param start the first index in each dimension; not copied
 * @param count the number of indexes in each dimension; not copied
 */
public record Box(long[] start, long[] count) {
    /** The number of elements; saturates at 2^63-1. */
    public long size() {
        return product(count);
    }

    /** The product; saturates at 2^63-1. */
    public static long product(long... factors) {
        long product = 1;
        for (long factor : factors) {
            if (factor == 0) {
                return 0;
            }
            product = product > Long.MAX_VALUE / factor ? Long.MAX_VALUE : product * factor;
        }
        return product;
    }

    /** The part of this box in another one. Its count is zero in each dimension in which they do not meet. */
    public Box within(Box other) {
        long[] from = new long[start.length];
        long[] length = new long[start.length];
        for (int d = 0; d < start.length; d++) {
            from[d] = Math.max(start[d], other.start[d]);
            length[d] = Math.max(0, Math.min(start[d] + count[d], other.start[d] + other.count[d]) - from[d]);
        }
        return new Box(from, length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Box that && Arrays.equals(start, that.start) && Arrays.equals(count, that.count);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(start) + Arrays.hashCode(count);
    }
}
