package dev.fallow.blockstore;

import dev.fallow.freespace.policy.quickfit.QuickFitCounts;
import java.util.List;

/**
 * The state of a store.
 *
 * @param startMode how it was opened
 * @param start where the first block may begin, bytes
 * @param tail where working storage ends, bytes
 * @param limit where the storage space ends at present, bytes
 * @param freeBlocks free blocks that are known
 * @param freeBytes their bytes, headers included; without the tail
 * @param allFreeBlocksKnown whether all free blocks are known; if not, more are read when they are needed, or by {@link
 *     BlockStore#scan}
 * @param damaged blocks whose headers were found damaged, since the store was opened
 * @param counts what the allocation policy did since then
 * @param accesses disk accesses since then
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
    /** @throws NullPointerException if one of them is missing */
    public StoreReport {
        damaged = List.copyOf(damaged);
    }
}
