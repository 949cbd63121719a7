package dev.fallow.research.policy.quickfit;

/** The counters of a policy while it runs; {@link QuickFitCounts} describes them. */
final class Tally {
    long fromQuickList;
    long fromTail;
    long wholeFromLarger;
    long splits;
    long deallocations;
    long coalescings;
    long merges;
    long swallowed;
    long tailCuts;
    long probes;
    long wastedBytes;

    QuickFitCounts counts() {
        return new QuickFitCounts(
                fromQuickList,
                fromTail,
                wholeFromLarger,
                splits,
                deallocations,
                coalescings,
                merges,
                swallowed,
                tailCuts,
                probes,
                wastedBytes);
    }
}
