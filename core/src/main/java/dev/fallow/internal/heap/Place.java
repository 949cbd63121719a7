package dev.fallow.internal.heap;

/**
 * A place in the doubling table of a fractal heap: an entry of an indirect block, and the way there from the root.
 *
 * @param entry may be one behind the last: where an iterator stands that has walked off the block
 * @param up the entry of the parent that this block is the child of; null for the root
 */
record Place(LiveIndirectBlock block, int entry, Place up) {}
