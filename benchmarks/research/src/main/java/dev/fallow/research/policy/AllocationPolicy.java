package dev.fallow.research.policy;

import dev.fallow.freespace.SectionVisitor;

/**
 * Allocates the space of a file system's disk to files. The disk is a linear address space of units (the paper's
 * <em>disk units</em>, section 4.2); all addresses and sizes are in bytes, and multiples of the unit. Every
 * implementation guarantees:
 *
 * <ul>
 *   <li>I1: no byte belongs to two extents, or to an extent and to the free space.
 *   <li>I2: the extents of all files and the free space cover the whole disk.
 *   <li>I4: a request that is refused, or a call that throws, has changed nothing.
 *   <li>I5: the same calls give the same addresses, on every run and machine.
 * </ul>
 *
 * When all files are deleted, the free space is completely merged again. Not thread-safe.
 */
public interface AllocationPolicy {
    /** The size of the disk, in bytes. A remainder smaller than a unit cannot be allocated. */
    long capacity();

    /** The disk unit, in bytes. Addresses and sizes of extents are multiples of it. */
    long unit();

    /** The number of bytes that belong to no file. */
    long freeBytes();

    /**
     * Creates a file without extents.
     *
     * @param extentSize size of the file's extents in bytes, rounded up to units, for policies in which each file has
     *     one (the paper's "allocation size"); other policies only check it
     * @throws IllegalArgumentException if the extent size is not positive, or larger than the disk
     */
    AllocatedFile create(long extentSize);

    /**
     * Visits the free space in address order, in the policy's pieces; for block-based policies two pieces may be
     * adjacent. Nothing may be allocated or freed during the visit.
     */
    void forEachFree(SectionVisitor visitor);

    /** The number of pieces of free space that {@link #forEachFree} visits. */
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
