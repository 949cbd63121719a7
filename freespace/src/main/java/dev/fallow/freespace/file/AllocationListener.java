package dev.fallow.freespace.file;

/**
 * Receives the calls of a {@link FileSpace} after they have succeeded. Calls that throw are not reported, nor are
 * internal operations of the rules (a released fragment, a moved aggregator). A listener must not throw, and must not
 * call the space.
 */
public interface AllocationListener {
    /** A block was allocated. */
    void allocated(AllocationType type, long size, long address);

    /**
     * A block was allocated at the end of allocation, regardless of free space below it; in a paged file in whole
     * pages.
     */
    void allocatedAtEnd(long size, long address);

    /** A block, or part of one, was released. */
    void released(AllocationType type, long address, long size);

    /**
     * An extension of a block of {@code size} bytes by {@code extra} bytes was requested; {@code done} if it succeeded.
     */
    void extended(AllocationType type, long address, long size, long extra, boolean done);

    /** The aggregators were released. */
    void releasedAggregators();

    /** The end of allocation was lowered as far as free space reaches. */
    void shrunk();
}
