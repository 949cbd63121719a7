package dev.fallow.internal.heap;

/**
 * The location of a direct block.
 *
 * @param address the block's address in the file
 * @param heapOffset the block's first heap offset
 * @param size in bytes, including the prefix
 * @param place the entry that refers to it; null for the root
 */
record DirectPlace(long address, long heapOffset, long size, Place place) {
    long end() {
        return heapOffset + size;
    }
}
