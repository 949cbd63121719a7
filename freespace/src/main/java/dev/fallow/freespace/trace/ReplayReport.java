package dev.fallow.freespace.trace;

/**
 * The state of a file after a replay. Everything except {@code probes} depends only on the choice of addresses, and is
 * the same on each run; the caller measures the time.
 *
 * @param operations steps done: a call of the trace is one, and so is each division of a block that a call needed
 * @param endOfAllocation bytes, at the end
 * @param peakEndOfAllocation bytes, the most there were after any step
 * @param liveBytes asked for and not released: the least that the file could have at the end
 * @param freeBytes in the sections of all managers
 * @param aggregatorBytes taken by aggregators and not handed out
 * @param lostBytes released and tracked by nobody
 * @param sections of all managers
 * @param probes nodes or words that the managers looked at
 * @param movedBlocks blocks that grew in place when recorded, and had to be moved here
 */
public record ReplayReport(
        long operations,
        long endOfAllocation,
        long peakEndOfAllocation,
        long liveBytes,
        long freeBytes,
        long aggregatorBytes,
        long lostBytes,
        long sections,
        long probes,
        long movedBlocks) {}
