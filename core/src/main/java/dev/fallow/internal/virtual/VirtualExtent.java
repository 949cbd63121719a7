package dev.fallow.internal.virtual;

import dev.fallow.internal.slice.Regular;
import java.util.List;

/**
 * What a virtual dataset has now, which depends on its sources if mappings are unlimited.
 *
 * @param sizes the number of elements in each dimension; not copied
 * @param grown what the unlimited mappings have
 */
record VirtualExtent(long[] sizes, List<Grown> grown) {
    /**
     * What an unlimited mapping has now.
     *
     * @param number of the mapping
     * @param virtual the elements of the virtual dataset
     * @param source the elements of the source; null if the mapping has the same ones for each block
     */
    record Grown(int number, long block, Regular virtual, Regular source) {}
}
