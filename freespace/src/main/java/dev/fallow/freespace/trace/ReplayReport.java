package dev.fallow.freespace.trace;

/**
 * The state of a file after a replay. Everything except {@code probes} depends only on the chosen addresses, and is the
 * same in each run. The caller measures the time.
 *
 * @param operations the number of steps: each call of the trace, and each division of a block that a call required
 * @param endOfAllocation at the end, in bytes
 * @param peakEndOfAllocation the maximum after any step, in bytes
 * @param liveBytes requested and not released; a lower bound for the length of the file at the end
 * @param freeBytes total size of the sections of all managers
 * @param aggregatorBytes unused bytes of the aggregators
 * @param lostBytes released, but not tracked by a manager
 * @param sections the number of sections of all managers
 * @param probes the number of nodes or words examined by the managers
 * @param movedBlocks the number of blocks that were extended in place when recorded, but had to be moved in the replay
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
