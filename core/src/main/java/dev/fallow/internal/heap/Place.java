package dev.fallow.internal.heap;

/**
 * A position in the doubling table of a fractal heap: an entry of an indirect block, and the path from the root.
 *
 * @param entry may be one past the last, for an iterator at the end of the block
 * @param up the parent's entry that refers to this block; null for the root
 */
record Place(LiveIndirectBlock block, int entry, Place up) {}
