package dev.fallow.freespace.policy;

import dev.fallow.freespace.SectionVisitor;

/**
 * How a file system gives the space of its disk to files. The disk is a linear address space of units (the paper's
 * <em>disk units</em>, section 4.2); all addresses and sizes are bytes, and multiples of the unit. Every implementation
 * keeps these promises:
 *
 * <ul>
 *   <li>I1: no byte belongs to two extents, or to an extent and to the free space.
 *   <li>I2: the extents of all files and the free space are the whole disk.
 *   <li>I4: a request that is refused, and a call that throws, has changed nothing.
 *   <li>I5: the same calls give the same addresses, on every run and machine.
 * </ul>
 *
 * When all files are deleted, the free space is one again, whatever happened before. Not thread-safe.
 */
public interface AllocationPolicy {
    /** The size of the disk, in bytes. Less than a unit of it may be beyond what can be handed out. */
    long capacity();

    /** The disk unit, in bytes: every address and size of an extent is a multiple. */
    long unit();

    /** Bytes that belong to no file. */
    long freeBytes();

    /**
     * A new file without an extent.
     *
     * @param extentSize bytes: how long the extents of this file are to be, for policies where a file decides that (the
     *     paper's "allocation size"; rounded up to units). Others only check it
     * @throws IllegalArgumentException if the extent size is not positive, or larger than the disk
     */
    AllocatedFile create(long extentSize);

    /**
     * Visits the free space in address order, in the policy's pieces; for block-based policies two pieces may be
     * adjacent. Nothing may be allocated or freed during the visit.
     */
    void forEachFree(SectionVisitor visitor);

    /** How many pieces of free space {@link #forEachFree} visits. */
    default long freePieces() {
        long[] count = {0};
        forEachFree((address, size) -> count[0]++);
        return count[0];
    }

    /** @throws IllegalArgumentException if a file's extent size is not positive or larger than the disk */
    default void requireExtentSize(long extentSize) {
        if (extentSize <= 0 || extentSize > capacity()) {
            throw new IllegalArgumentException(
                    "extent size " + extentSize + ": must be positive and at most the disk's capacity, " + capacity());
        }
    }
}
