package dev.fallow.research.blockstore;

import dev.fallow.research.policy.quickfit.QuickFitCounts;
import java.util.List;

/**
 * The state of a store.
 *
 * @param startMode how the store was opened
 * @param start the lowest possible address of a block
 * @param tail the end of working storage, in bytes
 * @param limit the current end of the storage space, in bytes
 * @param freeBlocks known free blocks
 * @param freeBytes bytes in known free blocks, headers included, tail excluded
 * @param allFreeBlocksKnown whether all free blocks are known; if not, the others are read when needed, or by {@link
 *     BlockStore#scan}
 * @param damaged blocks whose headers have been found damaged since the store was opened
 * @param counts the allocation policy's counters since the store was opened
 * @param accesses file accesses since the store was opened
 */
public record StoreReport(
        StartMode startMode,
        long start,
        long tail,
        long limit,
        int freeBlocks,
        long freeBytes,
        boolean allFreeBlocksKnown,
        List<DamagedBlock> damaged,
        QuickFitCounts counts,
        DiskAccesses accesses) {
    /** @throws NullPointerException if an object component is null */
    public StoreReport {
        damaged = List.copyOf(damaged);
    }
}
