package dev.fallow.research.blockstore;

/**
 * A block whose header is damaged. It cannot be distinguished from a free block, so it is kept out of use until it is
 * freed by {@link BlockStore#deallocate}.
 *
 * @param address the start of the block
 * @param size number of bytes up to the next block
 * @param what a description of the damage
 */
public record DamagedBlock(long address, long size, String what) {}
