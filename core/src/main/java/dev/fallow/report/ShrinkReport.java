package dev.fallow.report;

import java.util.List;

/**
 * What {@link dev.fallow.ContainerFile#shrink} has done.
 *
 * @param lengthBefore of the file in bytes, after pending changes had been committed
 * @param lengthAfter of the file in bytes
 * @param freeBytes the free bytes that the file still has
 * @param movedBytes bytes of blocks that were copied
 * @param passes the number of commits that moved blocks
 * @param complete whether nothing more can be gained; otherwise a limit was reached, or it was cancelled
 * @param refused whether nothing more was changed because the file is damaged, or has a structure that is not understood; the
 *     hindrances say what
 * @param hindrances what could not be moved, and what refers to it; at most twenty. Empty if nothing is in the way
 */
public record ShrinkReport(
        long lengthBefore,
        long lengthAfter,
        long freeBytes,
        long movedBytes,
        int passes,
        boolean complete,
        boolean refused,
        List<String> hindrances) {
    /** Bytes by which the file became shorter. */
    public long returnedBytes() {
        return lengthBefore - lengthAfter;
    }
}
