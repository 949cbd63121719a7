package dev.fallow.freespace.file;

/**
 * Is told what a {@link FileSpace} did, after each call that succeeded. A call that threw is not told; what the rules do
 * among themselves (a fragment released, an aggregator moved) is not, either. A listener must not throw, and must not
 * call the space.
 */
public interface AllocationListener {
    /** A block was allocated. */
    void allocated(AllocationType type, long size, long address);

    /** A block was allocated at the end of allocation, whatever was free below it; of whole pages in a paged file. */
    void allocatedAtEnd(long size, long address);

    /** A block, or a part of one, was released. */
    void released(AllocationType type, long address, long size);

    /** A block of {@code size} bytes was to become {@code extra} bytes longer; {@code done}: and did. */
    void extended(AllocationType type, long address, long size, long extra, boolean done);

    /** The aggregators were given back. */
    void gaveBackAggregators();

    /** The end of allocation was moved down as far as free space reached. */
    void shrunk();
}
