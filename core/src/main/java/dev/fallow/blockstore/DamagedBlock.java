package dev.fallow.blockstore;

/**
 * A block whose header was found damaged. Its content cannot be told from a free block's any more; the block is kept out of
 * use until {@link BlockStore#deallocate} gives it back.
 *
 * @param address where the block begins
 * @param size bytes to the next block
 * @param what what was found
 */
public record DamagedBlock(long address, long size, String what) {}
