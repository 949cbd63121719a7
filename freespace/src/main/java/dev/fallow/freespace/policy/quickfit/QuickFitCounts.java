package dev.fallow.freespace.policy.quickfit;

/**
 * The counters of a policy.
 *
 * @param fromQuickList allocations from the quick list of their size
 * @param fromTail allocations from the tail
 * @param wholeFromLarger allocations of a larger block without splitting it
 * @param splits allocations of a part of a larger block
 * @param deallocations blocks freed
 * @param coalescings scans of all free blocks
 * @param merges blocks that were made of several by them
 * @param swallowed blocks that became part of another block or of the tail by them
 * @param tailCuts how often free blocks became part of the tail
 * @param probes blocks and lists looked at in searches
 * @param wastedBytes bytes handed out beyond what was asked for, by allocations of larger blocks without splitting
 */
public record QuickFitCounts(
        long fromQuickList,
        long fromTail,
        long wholeFromLarger,
        long splits,
        long deallocations,
        long coalescings,
        long merges,
        long swallowed,
        long tailCuts,
        long probes,
        long wastedBytes) {
    /**
     * Header writes that all of it takes under the paper's method I with each block's header beside it (section 2.1): one for an allocation or deallocation, one more for a split, one for each merged block and each
     * retreat of the tail.
     */
    public long headerWrites() {
        return fromQuickList + fromTail + wholeFromLarger + 2 * splits + deallocations + merges + tailCuts;
    }
}
