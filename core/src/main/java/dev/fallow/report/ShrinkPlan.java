package dev.fallow.report;

import java.util.List;

/**
 * What shrinking a file would cost: an estimate. It is a list of prices to choose limits from, not one run of {@code shrink} without
 * effect, so it is no {@link ShrinkReport}.
 *
 * <p>The passes of {@link dev.fallow.ContainerFile#shrink} are run on numbers alone. This leaves out the blocks that cannot be moved,
 * the objects in global heaps that nothing refers to, the pages of a paged file, which admit only one kind of data each, and the
 * metadata written for the moved blocks: what refers to them, and lists of free space.
 *
 * @param length of the file in bytes
 * @param freeBytes bytes in no structure, tracked or not; about the most that can be returned
 * @param steps what can be returned at which cost; both numbers ascend. Empty if nothing can be returned; at most ten
 */
public record ShrinkPlan(long length, long freeBytes, List<Step> steps) {
    /**
     * One possible result.
     *
     * @param returnedBytes the bytes by which the file becomes shorter
     * @param movedBytes the bytes that are copied for it, in all
     */
    public record Step(long returnedBytes, long movedBytes) {}

    /** The steps are copied. */
    public ShrinkPlan {
        steps = List.copyOf(steps);
    }
}
