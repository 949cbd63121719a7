package dev.fallow.research.policy.quickfit;

/**
 * The counters of a policy.
 *
 * @param fromQuickList allocations from the quick list of their size
 * @param fromTail allocations from the tail
 * @param wholeFromLarger allocations of a larger block without splitting it
 * @param splits allocations of a part of a larger block
 * @param deallocations blocks freed
 * @param coalescings scans of all free blocks for adjacent ones
 * @param merges blocks merged from several ones
 * @param swallowed blocks that became part of a merged block or of the tail
 * @param tailCuts coalescings in which free blocks became part of the tail
 * @param probes blocks and lists examined in searches
 * @param wastedBytes bytes allocated beyond the requests, by allocations of larger blocks without splitting
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
     * The number of header writes for these operations under the paper's method I, with each header next to its block
     * (section 2.1): one for each allocation or deallocation, one more for each split, one for each merged block, and
     * one for each time the tail grew downwards.
     */
    public long headerWrites() {
        return fromQuickList + fromTail + wholeFromLarger + 2 * splits + deallocations + merges + tailCuts;
    }
}
