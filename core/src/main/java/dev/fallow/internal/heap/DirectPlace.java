package dev.fallow.internal.heap;

/**
 * Where a direct block is.
 *
 * @param address in the file
 * @param heapOffset where it starts in the heap
 * @param size bytes, its prefix included
 * @param place the entry that it is the child of; null if it is the root
 */
record DirectPlace(long address, long heapOffset, long size, Place place) {
    long end() {
        return heapOffset + size;
    }
}
